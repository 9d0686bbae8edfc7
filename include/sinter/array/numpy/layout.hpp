// SPDX-License-Identifier: MIT
// Sets words in nested brackets, as NumPy does: lines of at most 75 characters, aligned rows, an empty line
// between matrices, and `...` for what a summary leaves out.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinter::core::numpy {

inline constexpr std::size_t line_width = 75;
inline constexpr std::int64_t summary_edge = 3;

// Which positions of an axis are shown: all, or the first and the last three.
struct shown_positions {
  std::int64_t extent = 0;
  bool is_cut = false;

  shown_positions(std::int64_t of, bool is_summary)
      : extent(of), is_cut(is_summary && of > 2 * summary_edge) {}
  std::int64_t count() const { return is_cut ? 2 * summary_edge : extent; }
  std::int64_t operator[](std::int64_t i) const {
    return is_cut && i >= summary_edge ? extent - count() + i : i;
  }
};

class layout {
 public:
  // `words` are the shown elements, row-major. At least one axis, no empty one.
  layout(std::span<const std::int64_t> extents, const std::vector<std::string>& words, bool is_summary)
      : extents_(extents), words_(words), is_summary_(is_summary) {}

  std::string text() { return brackets(0, line_width); }

 private:
  // The axes from `axis` on. `indent`, one more than the axis, stands before all lines but the first.
  std::string brackets(std::size_t axis, std::size_t width) {
    std::string inside = axis + 1 == extents_.size() ? row(axis + 1, width - 1) : stack(axis, width);
    return "[" + inside.substr(axis + 1) + "]";
  }

  // A row of words, broken where a line would be longer than `width`.
  std::string row(std::size_t indent, std::size_t width) {
    std::string done, line(indent, ' ');
    auto extend = [&](std::string_view word) {
      if (line.size() + word.size() > width && line.size() > indent) {
        line.resize(line.find_last_not_of(' ') + 1);
        done += line + "\n";
        line.assign(indent, ' ');
      }
      line += word;
    };
    shown_positions shown(extents_.back(), is_summary_);
    for (std::int64_t i = 0; i < shown.count(); ++i) {
      if (i > 0) line += ' ';
      if (shown.is_cut && i == summary_edge) {
        extend("...");
        line += ' ';
      }
      extend(words_[next_++]);
    }
    return done + line;
  }

  // Rows, matrices, ... one below the other.
  std::string stack(std::size_t axis, std::size_t width) {
    std::string indent(axis + 1, ' '), gap(extents_.size() - axis - 1, '\n'), result;
    shown_positions shown(extents_[axis], is_summary_);
    for (std::int64_t i = 0; i < shown.count(); ++i) {
      if (i > 0) result += gap;
      if (shown.is_cut && i == summary_edge) result += indent + "..." + gap;
      result += indent + brackets(axis + 1, width - 1);
    }
    return result;
  }

  std::span<const std::int64_t> extents_;
  const std::vector<std::string>& words_;
  bool is_summary_;
  std::size_t next_ = 0;
};

}  // namespace sinter::core::numpy
