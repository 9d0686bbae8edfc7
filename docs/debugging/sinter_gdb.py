# SPDX-License-Identifier: MIT
# gdb shows arrays as f32[2,3] {1, 2, 3, 4, 5, 6}:  (gdb) source docs/debugging/sinter_gdb.py
import re
import struct

import gdb
import gdb.printing
import gdb.types

NAMES = {"float": "f32", "double": "f64", "int": "i32", "long": "i64", "unsigned char": "u8", "unsigned int": "u32",
         "bool": "b8", "sinter::float16": "f16", "sinter::bfloat16": "bf16"}
SHOWN = 20  # elements


def number(element, name):
    """An element as text; halves are structs of 16 bits."""
    if name == "f16":
        return "%g" % struct.unpack("<e", struct.pack("<H", int(element["bits"])))
    if name == "bf16":
        return "%g" % struct.unpack("<f", struct.pack("<I", int(element["bits"]) << 16))
    return str(element)


class Array:
    """A sinter::array: what it holds, its extents, its first elements."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        kind = gdb.types.get_basic_type(self.value.type)
        element = kind.template_argument(0)
        name = NAMES.get(str(element.strip_typedefs()), str(element))
        holds = int(self.value["holds_"])
        if holds == 1:
            buffer = self.value["buffer_"].dereference()
            extents = [int(buffer["extents"][i]) for i in range(int(buffer["rank"]))]
            size = int(buffer["size"])
            data = buffer["data"].cast(element.pointer())
            shown = [number(data[i], name) for i in range(min(size, SHOWN))] + (["..."] if size > SHOWN else [])
            return "%s[%s] {%s}" % (name, ",".join(map(str, extents)), ", ".join(shown))
        extents = [int(e) for e in re.findall(r", (-?\d+)", kind.name or str(kind))]  # gdb hides packs, not names
        shape = "%s[%s]" % (name, ",".join("dyn" if e < 0 else str(e) for e in extents))
        if holds == 3:
            bits = int(self.value["bits_"])
            if name in ("f32", "f64", "f16", "bf16"):
                bits = struct.unpack("<d", struct.pack("<q", bits))[0]
            return "%s filled with %s" % (shape, bits)
        return shape + {0: " without elements", 2: " traced", 4: " of literals"}.get(holds, " ?")


def build():
    printers = gdb.printing.RegexpCollectionPrettyPrinter("sinter")
    printers.add_printer("array", "^sinter::array<", Array)
    return printers


gdb.printing.register_pretty_printer(gdb.current_objfile(), build(), replace=True)
