// SPDX-License-Identifier: MIT
// SHA-256, written after FIPS 180-4: section 6.2 for the rounds, 5.1.1 for the padding, 4.2.2 and 5.3.3 for the
// constants.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace sinter::core::cuda {

using digest = std::array<std::uint8_t, 32>;

class sha256 {
 public:
  sha256& update(std::string_view bytes) {
    length_ += bytes.size();
    if (filled_ > 0) {
      const std::size_t taken = bytes.size() < 64 - filled_ ? bytes.size() : 64 - filled_;
      if (taken) std::memcpy(block_ + filled_, bytes.data(), taken);
      bytes.remove_prefix(taken);
      filled_ += taken;
      if (filled_ < 64) return *this;
      mix(block_);
      filled_ = 0;
    }
    for (; bytes.size() >= 64; bytes.remove_prefix(64)) mix(reinterpret_cast<const unsigned char*>(bytes.data()));
    if (!bytes.empty()) std::memcpy(block_, bytes.data(), filled_ = bytes.size());
    return *this;
  }

  // The digest of everything so far; nothing may follow.
  digest finish() {
    const std::uint64_t bits = length_ * 8;
    block_[filled_++] = 0x80;
    if (filled_ > 56) {
      std::memset(block_ + filled_, 0, 64 - filled_);
      mix(block_);
      filled_ = 0;
    }
    std::memset(block_ + filled_, 0, 56 - filled_);
    for (int i = 0; i < 8; ++i) block_[56 + i] = static_cast<unsigned char>(bits >> (56 - 8 * i));
    mix(block_);
    digest result;
    for (std::size_t i = 0; i < 32; ++i) result[i] = static_cast<std::uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
    return result;
  }

 private:
  void mix(const unsigned char* block) {
    std::uint32_t w[64];
    for (int t = 0; t < 16; ++t)
      w[t] = static_cast<std::uint32_t>(block[4 * t]) << 24 | static_cast<std::uint32_t>(block[4 * t + 1]) << 16 |
             static_cast<std::uint32_t>(block[4 * t + 2]) << 8 | static_cast<std::uint32_t>(block[4 * t + 3]);
    for (int t = 16; t < 64; ++t) {
      const std::uint32_t x = w[t - 15], y = w[t - 2];
      w[t] = w[t - 16] + (std::rotr(x, 7) ^ std::rotr(x, 18) ^ (x >> 3)) + w[t - 7] +
             (std::rotr(y, 17) ^ std::rotr(y, 19) ^ (y >> 10));
    }
    std::uint32_t a = state_[0], b = state_[1], c = state_[2], d = state_[3];
    std::uint32_t e = state_[4], f = state_[5], g = state_[6], h = state_[7];
    for (int t = 0; t < 64; ++t) {
      const std::uint32_t first =
          h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + constants[t] + w[t];
      const std::uint32_t second =
          (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
    }
    const std::uint32_t added[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; ++i) state_[i] += added[i];
  }

  static constexpr std::uint32_t constants[64] = {
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
      0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
      0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
      0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
      0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
      0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
      0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
      0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

  std::uint32_t state_[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                             0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::uint64_t length_ = 0;
  std::size_t filled_ = 0;
  unsigned char block_[64] = {};
};

inline digest digest_of(std::string_view bytes) { return sha256().update(bytes).finish(); }

inline std::string hexadecimal(const digest& value) {
  std::string text;
  for (std::uint8_t byte : value) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

}  // namespace sinter::core::cuda
