// SPDX-License-Identifier: MIT
// mma.sync and ldmatrix with the documented fragment layouts. Products are summed in double and rounded once.
#include "access.hpp"
#include "decode.hpp"
#include "numbers.hpp"

namespace softcuda {
namespace {

using syntax::scalar;

enum : std::uint16_t { as_f16, as_bf16, as_tf32 };

void require_warp(machine& m) {
  if (m.active != 0xFFFFFFFFu)
    m.fail(violation::wrong_sync_mask, "has to be executed by all 32 lanes together", __builtin_ctz(m.active));
}

double element(const machine& m, std::uint32_t slot, unsigned lane, unsigned part, std::uint16_t type) {
  std::uint32_t bits;
  std::memcpy(&bits, m.registers + slot + lane * 4, 4);
  if (type == as_tf32) return std::bit_cast<float>(bits & 0xFFFFE000u);
  const auto h = static_cast<std::uint16_t>(bits >> part * 16);
  return type == as_f16 ? half_value(h) : bfloat_value(h);
}

// D (16 x 8) = A (16 x K) B (K x 8) + C; list: d[4], a[…], b[…], c[4]. width: K, lanes: registers of A, register_width:
// of B.
void mma(machine& m, const instruction& i) {
  require_warp(m);
  double a[16][16] = {}, b[16][8] = {};
  const std::uint32_t* slots = m.program->lists.data() + i.list;
  const std::uint32_t *sa = slots + 4, *sb = sa + i.lanes, *sc = sb + i.register_width;
  const bool is_wide = i.variant == as_tf32;
  const unsigned parts = is_wide ? 1 : 2, step = is_wide ? 4 : 8;
  for (unsigned l = 0; l < 32; ++l) {
    const unsigned row = l >> 2, column = (l & 3) * parts;
    for (unsigned part = 0; part < parts; ++part) {
      for (unsigned k = 0; k < i.lanes; ++k)
        a[row + (k & 1) * 8][column + part + (k >> 1) * step] = element(m, sa[k], l, part, i.variant);
      for (unsigned k = 0; k < i.register_width; ++k)
        b[column + part + k * step][row] = element(m, sb[k], l, part, i.variant);
    }
  }
  float r[4][32];
  for (unsigned l = 0; l < 32; ++l)
    for (unsigned k = 0; k < 4; ++k) {
      const unsigned row = (l >> 2) + (k >> 1) * 8, column = (l & 3) * 2 + (k & 1);
      float c;
      std::memcpy(&c, m.registers + sc[k] + l * 4, 4);
      double sum = c;
      for (unsigned x = 0; x < i.width; ++x) sum += a[row][x] * b[x][column];
      r[k][l] = static_cast<float>(sum);
    }
  for (unsigned k = 0; k < 4; ++k) m.put(slots[k], r[k]);
}

// `lanes` matrices of 8 x 8 elements of 16 bits; lane 8 k + r holds the address of row r of matrix k.
void ldmatrix(machine& m, const instruction& i) {
  require_warp(m);
  std::uint64_t address[32];
  addresses_of(m, i, address);
  region& r = m.block->shared;
  std::uint16_t rows[4][8][8];
  for (unsigned k = 0; k < i.lanes; ++k) {  // a phase a matrix, as the hardware does it
    request q;
    for (unsigned l = 0; l < 32; ++l) q.offset[l] = address[l] & ~window_mask;
    q.mask = 0xFFu << k * 8;
    q.bytes = 16;
    check(m, i, r, q);
    for (unsigned row = 0; row < 8; ++row) std::memcpy(rows[k][row], r.bytes + q.offset[k * 8 + row], 16);
  }
  for (unsigned k = 0; k < i.lanes; ++k) {
    std::uint32_t out[32];
    for (unsigned l = 0; l < 32; ++l) {
      const unsigned row = l >> 2, column = (l & 3) * 2;
      out[l] = i.variant != 0 ? rows[k][column][row] | static_cast<std::uint32_t>(rows[k][column + 1][row]) << 16
                              : rows[k][row][column] | static_cast<std::uint32_t>(rows[k][row][column + 1]) << 16;
    }
    m.put(m.program->lists[i.list + k], out);
  }
}

void decode_ldmatrix(decoder& d, const opcode& op) {
  if (!op.has("m8n8") || !op.has("b16")) d.fail("only m8n8 of b16 is supported");
  instruction i;
  i.run = ldmatrix;
  i.lanes = op.has("x4") ? 4 : op.has("x2") ? 2 : 1;
  i.variant = op.has("trans") ? 1 : 0;
  d.address(i, d.operand(1), op);
  std::vector<std::uint32_t> slots;
  for (unsigned k = 0; k < i.lanes; ++k) slots.push_back(d.result(d.operand(0).parts.at(k), scalar::b32));
  i.list = d.list(slots);
  d.emit(i, instruction_class::tensor);
}

}  // namespace

void decode_tensor(decoder& d, const opcode& op) {
  if (op.base == "ldmatrix") return decode_ldmatrix(d, op);
  const std::vector<scalar> t = op.types();
  if (t.size() != 4 || t[0] != scalar::f32 || t[3] != scalar::f32 || t[1] != t[2])
    d.fail("only f32 = 16-bit x 16-bit + f32 and tf32 are supported");
  instruction i;
  i.run = mma;
  i.variant = t[1] == scalar::f16 ? as_f16 : t[1] == scalar::bf16 ? as_bf16 : as_tf32;
  if (i.variant == as_tf32 && t[1] != scalar::tf32) d.fail("the element type is not supported");
  i.width = op.has("m16n8k16") ? 16 : op.has("m16n8k8") ? 8 : op.has("m16n8k4") ? 4 : 0;
  const bool is_wide = i.variant == as_tf32;
  if (i.width == 0 || (is_wide && i.width == 16) || (!is_wide && i.width == 4)) d.fail("the shape is not supported");
  i.register_width = static_cast<std::uint8_t>(is_wide ? i.width / 4 : i.width / 8);
  i.lanes = static_cast<std::uint8_t>(i.register_width * 2);
  std::vector<std::uint32_t> slots;
  for (unsigned k = 0; k < 4; ++k) slots.push_back(d.result(d.operand(0).parts.at(k), scalar::f32));
  for (std::size_t o = 1; o < 4; ++o) {
    const unsigned n = o == 1 ? i.lanes : o == 2 ? i.register_width : 4u;
    if (d.operand(o).parts.size() != n) d.fail("a fragment has another number of registers");
    for (unsigned k = 0; k < n; ++k)
      slots.push_back(d.source(d.operand(o).parts[k], o == 3 ? scalar::f32 : scalar::b32));
  }
  i.list = d.list(slots);
  d.emit(i, instruction_class::tensor);
}

}  // namespace softcuda
