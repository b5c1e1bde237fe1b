// A kernel: the whole search, compiled for one kind of processor. Each kernel's source defines two macros,
// DOLBANG_KERNEL (the namespace) and DOLBANG_KERNEL_AVX2 (0 or 1), and includes this; the hot loops are then
// inlined through and through, and the program chooses a kernel when it starts. All kernels give the same
// scores, moves and node counts: they differ in how flips, moves and indices are computed, not in what.
//
// Everything that is not specific to a kernel is included before, so that functions of other headers (the
// standard library's above all) are compiled for every processor.
#pragma once
#include "ai/reversi/kernel_search.hpp"
