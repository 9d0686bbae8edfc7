// SPDX-License-Identifier: MIT
// The shape of every test here, on a template of its own: the harness is tried before the library.
template <int A, int B> constexpr bool same() {
  static_assert(A == B, "the sample: extents must be equal");
  return A == B;
}

int main() {
#ifdef MISTAKE
  return same<3, 4>();  // the mistake
#else
  return same<3, 3>();
#endif
}
