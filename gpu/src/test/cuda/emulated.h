// What crowd.cu needs of CUDA, for a C++ compiler: the threads of a block are coroutines, one block at a time.
#pragma once
#include <ucontext.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#define __device__
#define __noinline__
#define __global__
#define __shared__ static
#define __launch_bounds__(...)

using std::max;
using std::min;

struct float2 { float x, y; };
struct float3 { float x, y, z; };
struct alignas(16) float4 { float x, y, z, w; };
struct int2 { int x, y; };
inline float2 make_float2(float x, float y) { return {x, y}; }
inline float3 make_float3(float x, float y, float z) { return {x, y, z}; }
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }

struct Index { unsigned x; };
inline Index threadIdx, blockIdx, blockDim, gridDim;
alignas(16) inline float4 sharedMemory[1 << 14];
#define SINEW_DYNAMIC_SHARED float4* shared = sharedMemory;

inline float rsqrtf(float x) { return 1 / std::sqrt(x); }
inline float sinpif(float x) { return std::sin(3.14159265358979 * x); }
inline void __stcs(float4* to, float4 value) { *to = value; }
inline int atomicAdd(int* at, int by) { int old = *at; *at += by; return old; }

namespace emulated {
enum Wait { NONE, WARP, BLOCK, DONE };
struct Thread {
  ucontext_t context;
  std::vector<char> stack = std::vector<char>(64 << 10);
  Wait wait = NONE;
};
inline std::vector<Thread> threads;
inline ucontext_t scheduler;
inline unsigned current;
inline std::function<void()> body;

inline void yield(Wait wait) {
  unsigned own = current;
  threads[own].wait = wait;
  swapcontext(&threads[own].context, &scheduler);
  threadIdx.x = own;
}

inline void entry() {
  body();
  yield(DONE);
}

// Runs the threads of a block until all are done: a barrier opens when all that still run have reached it.
inline void runBlock(unsigned count) {
  if (threads.size() < count) {
    threads.resize(count);
  }
  for (unsigned t = 0; t < count; t++) {
    Thread& thread = threads[t];
    thread.wait = NONE;
    getcontext(&thread.context);
    thread.context.uc_stack.ss_sp = thread.stack.data();
    thread.context.uc_stack.ss_size = thread.stack.size();
    thread.context.uc_link = nullptr;
    makecontext(&thread.context, entry, 0);
  }
  for (;;) {
    bool ran = false;
    for (unsigned t = 0; t < count; t++) {
      while (threads[t].wait == NONE) {
        current = t;
        threadIdx.x = t;
        swapcontext(&scheduler, &threads[t].context);
        ran = true;
      }
    }
    unsigned done = 0, atBlock = 0;
    for (unsigned first = 0; first < count; first += 32) {
      unsigned last = min(count, first + 32), atWarp = 0, gone = 0;
      for (unsigned t = first; t < last; t++) {
        atWarp += threads[t].wait == WARP;
        atBlock += threads[t].wait == BLOCK;
        gone += threads[t].wait == DONE;
      }
      if (atWarp > 0 && atWarp + gone == last - first) {
        for (unsigned t = first; t < last; t++) {
          threads[t].wait = threads[t].wait == WARP ? NONE : threads[t].wait;
        }
        ran = true;
      }
      done += gone;
    }
    if (done == count) {
      return;
    }
    if (atBlock > 0 && atBlock + done == count) {
      for (unsigned t = 0; t < count; t++) {
        threads[t].wait = threads[t].wait == BLOCK ? NONE : threads[t].wait;
      }
      ran = true;
    }
    if (!ran) {
      __builtin_trap();  // A barrier that not all threads reach.
    }
  }
}
}  // namespace emulated

inline void __syncthreads() { emulated::yield(emulated::BLOCK); }
inline void __syncwarp() { emulated::yield(emulated::WARP); }
