// A CUDA driver that runs the kernels of crowd.cu on the CPU, for tests of everything around them on machines without a device.
// Build: g++ -O1 -std=c++17 -shared -fPIC -DSINEW_EMULATED -I. -o libcuda.so.1 driver.cpp
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include "../../main/cuda/crowd.cu"

extern "C" {
static const char* NOT_FOUND = "named symbol not found (emulated)";
int cuInit(int) { return 0; }
int cuDriverGetVersion(int* out) { *out = 13000; return 0; }
int cuGetErrorString(int, const char** out) { *out = NOT_FOUND; return 0; }
int cuGetErrorName(int, const char** out) { *out = NOT_FOUND; return 0; }
int cuDeviceGetCount(int* out) { *out = 1; return 0; }
int cuDeviceGetName(char* out, int, int) { strcpy(out, "emulated"); return 0; }
int cuDeviceGetAttribute(int* out, int which, int) {
  *out = which == 75 ? 9 : which == 97 ? 227 * 1024 : which == 16 ? 2 : 0;
  return 0;
}
int cuDevicePrimaryCtxRetain(void** out, int) { *out = (void*)8; return 0; }
int cuDevicePrimaryCtxRelease_v2(int) { return 0; }
int cuCtxSetCurrent(void*) { return 0; }
int cuCtxSynchronize() { return 0; }
int cuModuleLoadDataEx(void** out, const void*, int, void*, void*) { *out = (void*)16; return 0; }
int cuModuleUnload(void*) { return 0; }
int cuFuncSetAttribute(void*, int, int) { return 0; }
int cuMemAlloc_v2(uint64_t* out, uint64_t bytes) {
  void* p = aligned_alloc(256, (bytes + 255) / 256 * 256);
  memset(p, 0xff, bytes);
  *out = (uint64_t)p;
  return 0;
}
int cuMemFree_v2(uint64_t address) { free((void*)address); return 0; }
int cuMemGetInfo_v2(uint64_t* unused, uint64_t* all) { *unused = *all = 1 << 30; return 0; }
int cuMemcpyHtoD_v2(uint64_t to, const void* from, uint64_t bytes) { memcpy((void*)to, from, bytes); return 0; }
int cuMemcpyDtoH_v2(void* to, uint64_t from, uint64_t bytes) { memcpy(to, (void*)from, bytes); return 0; }
int cuMemsetD32Async(uint64_t at, int word, uint64_t words, void*) {
  std::fill_n((int*)at, words, word);
  return 0;
}
int cuEventCreate(void** out, int) { *out = (void*)24; return 0; }
int cuEventDestroy_v2(void*) { return 0; }
int cuEventRecord(void*, void*) { return 0; }
int cuEventSynchronize(void*) { return 0; }
int cuEventElapsedTime(float* out, void*, void*) { *out = 1; return 0; }
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* out, void*, int, uint64_t) { *out = 1; return 0; }

static std::map<std::string, std::string*> names;
int cuModuleGetFunction(void** out, void*, const char* name) {
  std::string*& known = names[name];
  if (!known) known = new std::string(name);
  *out = known;
  return 0;
}

int cuLaunchKernel(void* function, int blocks, int, int, int threads, int, int, int, void*, void** a, void*) {
  const std::string& name = *(std::string*)function;
  auto batches = (const Batch*)*(uint64_t*)a[0];
  auto agents = (const Agent*)*(uint64_t*)a[1];
  auto number = [&](int i) { return *(int*)a[i]; };
  auto address = [&](int i) { return *(uint64_t*)a[i]; };
  if (name == "blendPositions") emulated::body = [&] { blendPositions(batches, number(1), number(2)); };
  else if (name == "blendNormals") emulated::body = [&] { blendNormals(batches, number(1), number(2)); };
  else if (name == "projectPositions") emulated::body = [&] { projectPositions(batches, number(1), number(2)); };
  else if (name == "projectNormals") emulated::body = [&] { projectNormals(batches, number(1), number(2)); };
  else if (name == "sampleClips")
    emulated::body = [&] {
      sampleClips((const Rig*)address(0), agents, number(2), (const int*)address(3), (float4*)address(4));
    };
  else if (name == "chooseLevels")
    emulated::body = [&] {
      chooseLevels((const View*)address(0), agents, number(2), (int*)address(3), (int*)address(4), (int*)address(5));
    };
  else return 500;
  gridDim.x = blocks;
  blockDim.x = threads;
  for (int b = 0; b < blocks; b++) {
    blockIdx.x = b;
    emulated::runBlock(threads);
  }
  return 0;
}
}
