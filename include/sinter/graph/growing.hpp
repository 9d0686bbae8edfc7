// SPDX-License-Identifier: MIT
// A vector without the weight: raw storage that doubles. std::vector costs several times the steps in constant evaluation
// and a tenth of a second to include.
#pragma once
#include <utility>

namespace sinter::core {

template <class T>
class growing {
 public:
  constexpr growing() = default;
  constexpr explicit growing(int count, const T& value = {}) {
    reserve(count);
    for (int i = 0; i < count; ++i) data_[i] = value;
    size_ = count;
  }
  constexpr growing(const growing& other) {
    reserve(other.size_);
    for (int i = 0; i < other.size_; ++i) data_[i] = other.data_[i];
    size_ = other.size_;
  }
  constexpr growing(growing&& other) noexcept { swap(other); }
  constexpr growing& operator=(growing other) noexcept {
    swap(other);
    return *this;
  }
  constexpr ~growing() { delete[] data_; }

  constexpr int push(const T& value) {
    if (size_ == capacity_) {
      const T kept = value;  // `value` may live in the storage that moves
      reserve(capacity_ ? 2 * capacity_ : 64);
      data_[size_] = kept;
    } else {
      data_[size_] = value;
    }
    return size_++;
  }
  constexpr void reserve(int capacity) {
    if (capacity <= capacity_) return;
    T* grown = new T[static_cast<unsigned>(capacity)]{};
    for (int i = 0; i < size_; ++i) grown[i] = data_[i];
    delete[] data_;
    data_ = grown;
    capacity_ = capacity;
  }
  constexpr void resize(int size, const T& value = {}) {
    reserve(size);
    for (int i = size_; i < size; ++i) data_[i] = value;
    size_ = size;
  }
  constexpr void swap(growing& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  constexpr void clear() { size_ = 0; }
  constexpr int size() const { return size_; }
  constexpr T* data() { return data_; }
  constexpr const T* data() const { return data_; }
  constexpr T& operator[](int i) { return data_[i]; }
  constexpr const T& operator[](int i) const { return data_[i]; }
  constexpr T& back() { return data_[size_ - 1]; }
  constexpr const T* begin() const { return data_; }
  constexpr const T* end() const { return data_ + size_; }

 private:
  T* data_ = nullptr;
  int size_ = 0, capacity_ = 0;
};

}  // namespace sinter::core
