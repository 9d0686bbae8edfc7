# SPDX-License-Identifier: MIT
# The commands of docs/install.md, run in a folder in which `sinter` is the checkout.
set -e
# [install]
cmake -S sinter -B sinter-build -DSINTER_TESTS=OFF -DSINTER_EXAMPLES=OFF -DSINTER_BENCH=OFF
cmake --install sinter-build --prefix "$PWD/prefix"  # or --prefix ~/.local, or without: /usr/local
# [install]
