// SPDX-License-Identifier: MIT
// A vector without the weight: raw storage that doubles. std::vector costs several times the steps in constant evaluation
// and a tenth of a second to include. A call is what constant evaluation pays for most: loops over many elements go through
// `items` and `count` rather than the members.
#pragma once
#include <utility>

namespace sinter::core {

template <class T>
class growing {
 public:
  T* items = nullptr;
  int count = 0;

  constexpr growing() = default;
  constexpr explicit growing(int size) { become(size); }
  constexpr explicit growing(int size, const T& value) {
    become(size);
    for (int i = 0; i < size; ++i) items[i] = value;
  }
  constexpr growing(const growing& other) {
    reserve(other.count);
    for (int i = 0; i < other.count; ++i) items[i] = other.items[i];
    count = other.count;
  }
  constexpr growing(growing&& other) noexcept { swap(other); }
  constexpr growing& operator=(growing other) noexcept {
    swap(other);
    return *this;
  }
  constexpr ~growing() { delete[] items; }

  constexpr int push(const T& value) {
    if (count == capacity_) {
      const T kept = value;  // `value` may live in the storage that moves
      reserve(capacity_ ? 2 * capacity_ : 16);
      items[count] = kept;
    } else {
      items[count] = value;
    }
    return count++;
  }
  constexpr void reserve(int capacity) {
    if (capacity <= capacity_) return;
    T* grown = new T[static_cast<unsigned>(capacity)]{};
    for (int i = 0; i < count; ++i) grown[i] = items[i];
    delete[] items;
    items = grown;
    capacity_ = capacity;
  }
  constexpr void resize(int size, const T& value = {}) {
    reserve(size);
    for (int i = count; i < size; ++i) items[i] = value;
    count = size;
  }
  constexpr void swap(growing& other) noexcept {
    std::swap(items, other.items);
    std::swap(count, other.count);
    std::swap(capacity_, other.capacity_);
  }
  constexpr void clear() { count = 0; }
  constexpr int size() const { return count; }
  constexpr T* data() { return items; }
  constexpr const T* data() const { return items; }
  constexpr T& operator[](int i) { return items[i]; }
  constexpr const T& operator[](int i) const { return items[i]; }
  constexpr T& back() { return items[count - 1]; }
  constexpr const T* begin() const { return items; }
  constexpr const T* end() const { return items + count; }

 private:
  int capacity_ = 0;

  constexpr void become(int size) {
    if (size == 0) return;
    items = new T[static_cast<unsigned>(size)]{};
    capacity_ = count = size;
  }
};

}  // namespace sinter::core
