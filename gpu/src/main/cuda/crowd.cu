// Kernels for crowds of skinned characters: linear blending, animation space, sampling of clips, choice of levels.
//
// "Animation Space: A Truly Linear Framework for Character Animation" (Merry, Marais and Gain, 2006): v = sum_j G_j p_j.
//
// A warp computes 32 or 16 quads of vertices ("slot") of several instances. It has a loop for each number of bones up to four, in
// which the coordinates of its quads are in registers for all instances. WARPS slots are a tile. A block computes a tile for a
// group of instances: it copies the matrices of the tile's bones for STAGE instances into shared memory while it computes those
// before. Results are turned through shared memory, so that a warp writes whole lines of 128 bytes, 16 bytes per thread.
// What else was tried is in docs/decisions/gpu-kernels.md.
//
// `make-ptx` beside this file compiles it; crowd.ptx is what the program loads. The structures are written by the classes
// named at them.

#ifdef SINEW_EMULATED
#include "emulated.h"
#else
extern __shared__ float4 shared[];
#define SINEW_DYNAMIC_SHARED
#endif

// The constants are those of CudaCrowd.
constexpr int WARPS = 4;
constexpr int THREADS = 32 * WARPS;
constexpr int STAGE = 4;
constexpr int DEPTH = 3;  // Buffers for palettes: while one is read, the others are filled.
constexpr int MAX_LEVELS = 16;

// Instances whose results a warp turns at once.
constexpr int together(bool normals) {
  return normals ? 1 : 2;
}

// Written by QuadPlan.
struct Slot {
  int bones;      // per quad
  int vertex;     // the first
  int vertices;   // a multiple of 4
  int value;      // the first, in rows of 32 float4
  int bone;       // the first, in rows of 32 int
  int pad[3];
};

// Written by CudaCrowd. A mesh and the instances that use it.
struct Batch {
  const float4* values;    // per slot, value and lane
  const int* bones;        // per slot, bone and lane: an index into the bones of the tile
  const Slot* slots;       // WARPS per tile
  const int2* tiles;       // the first of tileBones, and their number
  const int* tileBones;    // indices into a palette
  const float4* palettes;  // three rows per bone
  float4* positions;
  float4* normals;
  const int* agents;       // the palette of each instance, or null for palette i of instance i
  const int* count;        // instances
  int tileCount;
  int paletteBones;
  int vertices;            // a multiple of 4
  int perBlock;            // instances, a multiple of STAGE
  int most;                // instances: *count may be higher, of those that found no room
  int firstWork;           // the first of the blocks of tiles that the batch has
};

__device__ inline void copyAsync(float4* to, const float4* from) {
#ifdef SINEW_EMULATED
  *to = *from;
#else
  unsigned address = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(from) : "memory");
#endif
}

__device__ inline void commitCopies() {
#ifndef SINEW_EMULATED
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

// Waits until all groups but the last `pending` have arrived.
template <int pending>
__device__ inline void waitForCopies() {
#ifndef SINEW_EMULATED
  asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
#endif
}

__device__ inline float dot(float4 row, float4 p) {
  return fmaf(row.x, p.x, fmaf(row.y, p.y, fmaf(row.z, p.z, row.w * p.w)));
}

__device__ inline float dot(float4 row, float4 p, float sum) {
  return fmaf(row.x, p.x, fmaf(row.y, p.y, fmaf(row.z, p.z, fmaf(row.w, p.w, sum))));
}

__device__ inline float3 cross(float3 a, float3 b) {
  return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

// The vector at unit length, or 0 if it has none.
__device__ inline float3 unit(float3 v, float sign) {
  float squares = fmaf(v.x, v.x, fmaf(v.y, v.y, v.z * v.z));
  if (!(squares > 1e-30f && squares < 1e30f)) {
    float most = fmaxf(fabsf(v.x), fmaxf(fabsf(v.y), fabsf(v.z)));
    if (!(most > 0 && most < INFINITY)) {
      return make_float3(0, 0, 0);
    }
    v = make_float3(v.x / most, v.y / most, v.z / most);
    squares = fmaf(v.x, v.x, fmaf(v.y, v.y, v.z * v.z));
  }
  float scale = rsqrtf(squares);
  scale = sign < 0 ? -scale : scale;
  return make_float3(v.x * scale, v.y * scale, v.z * scale);
}

// The two arrays that a warp writes for one instance, and its part of shared memory to turn them.
struct Target {
  float4* positions;
  float4* normals;
  float4* turn;
  int quads16;  // 16-byte pieces of each array
  int lane;
};

// Puts the V points of a lane beside those of the other lanes.
template <int V>
__device__ inline void put(float* to, const float3* points) {
  if constexpr (V == 4) {
    float4* own = reinterpret_cast<float4*>(to);
    own[0] = make_float4(points[0].x, points[0].y, points[0].z, points[1].x);
    own[1] = make_float4(points[1].y, points[1].z, points[2].x, points[2].y);
    own[2] = make_float4(points[2].z, points[3].x, points[3].y, points[3].z);
  } else {
    static_assert(V == 2, "four or two vertices per lane");
    float2* own = reinterpret_cast<float2*>(to);
    own[0] = make_float2(points[0].x, points[0].y);
    own[1] = make_float2(points[0].z, points[1].x);
    own[2] = make_float2(points[1].y, points[1].z);
  }
}

// Writes the results of N instances, of which `count` are wanted: V vertices per lane.
template <int V, bool NORMALS, int N>
__device__ inline void store(
    Target& t, const float3 (*points)[V], const float3 (*normals)[V], size_t next, int count) {
  constexpr int PIECES = 24 * V;  // of 16 bytes: V vertices of 32 lanes
  constexpr int ALL = NORMALS ? 2 * PIECES : PIECES;
#pragma unroll
  for (int n = 0; n < N; n++) {
    float* own = reinterpret_cast<float*>(t.turn + ALL * n) + 3 * V * t.lane;
    put<V>(own, points[n]);
    if constexpr (NORMALS) {
      put<V>(own + 4 * PIECES, normals[n]);
    }
  }
  __syncwarp();
#pragma unroll
  for (int n = 0; n < N; n++) {
    if (n < count) {
#pragma unroll
      for (int k = 0; k < ALL / 32; k++) {
        int i = t.lane + 32 * k;
        bool second = NORMALS && i >= PIECES;
        int j = second ? i - PIECES : i;
        if (j < t.quads16) {
          __stcs((second ? t.normals : t.positions) + n * next + j, t.turn[ALL * n + i]);
        }
      }
    }
  }
  __syncwarp();
}

// v = sum_j G_j p_j. Values: per bone and vertex p, and with normals two vectors of the tangent plane.
template <bool NORMALS>
struct AnimationSpace {
  static constexpr int V = NORMALS ? 2 : 4;
  static constexpr bool HAS_NORMALS = NORMALS;
  static constexpr int TOGETHER = together(NORMALS);
  static constexpr int PER_BONE = NORMALS ? 3 * V : V;
  static constexpr int PER_SLOT = 0;

  struct Sums {
    float3 point[V];
    float3 s[V];
    float3 t[V];
  };

  static __device__ inline void start(Sums& sums) {
#pragma unroll
    for (int v = 0; v < V; v++) {
      sums.point[v] = sums.s[v] = sums.t[v] = make_float3(0, 0, 0);
    }
  }

  static __device__ inline void add(float3& sum, float4 r0, float4 r1, float4 r2, float4 p) {
    sum = make_float3(dot(r0, p, sum.x), dot(r1, p, sum.y), dot(r2, p, sum.z));
  }

  static __device__ inline void addBone(Sums& sums, const float4* m, const float4* values) {
    float4 r0 = m[0], r1 = m[1], r2 = m[2];
#pragma unroll
    for (int v = 0; v < V; v++) {
      if constexpr (NORMALS) {
        add(sums.point[v], r0, r1, r2, values[3 * v]);
        add(sums.s[v], r0, r1, r2, values[3 * v + 1]);
        add(sums.t[v], r0, r1, r2, values[3 * v + 2]);
      } else {
        add(sums.point[v], r0, r1, r2, values[v]);
      }
    }
  }

  static __device__ inline void finish(const Sums& sums, float3* points, float3* normals) {
#pragma unroll
    for (int v = 0; v < V; v++) {
      points[v] = sums.point[v];
      if constexpr (NORMALS) {
        normals[v] = unit(cross(sums.s[v], sums.t[v]), 1);
      }
    }
  }

  template <int BONES>
  static __device__ inline void run(
      const float4* values, const int* at, const float4* palette, float3* points, float3* normals) {
    Sums sums;
    start(sums);
#pragma unroll
    for (int b = 0; b < BONES; b++) {
      addBone(sums, palette + at[b], values + PER_BONE * b);
    }
    finish(sums, points, normals);
  }

  // Quads of more bones than fit into registers: a value is read once for `count` instances.
  static __device__ inline void runMany(
      int bones, const float4* values, const int* at, const float4* palette, int stride, int count,
      Target& target, size_t next) {
    constexpr int AT_ONCE = NORMALS ? 2 : STAGE;
#pragma unroll 1
    for (int from = 0; from < count; from += AT_ONCE) {
      Sums sums[AT_ONCE];
#pragma unroll
      for (int i = 0; i < AT_ONCE; i++) {
        start(sums[i]);
      }
#pragma unroll 1
      for (int b = 0; b < bones; b++) {
        float4 own[PER_BONE];
#pragma unroll
        for (int k = 0; k < PER_BONE; k++) {
          own[k] = values[32 * (PER_BONE * b + k)];
        }
        const float4* m = palette + from * stride + 3 * at[32 * b];
#pragma unroll
        for (int i = 0; i < AT_ONCE; i++) {
          addBone(sums[i], m + i * stride, own);
        }
      }
#pragma unroll
      for (int i = 0; i < AT_ONCE; i++) {
        if (from + i < count) {
          float3 points[1][V], normals[1][V];
          finish(sums[i], points[0], normals[0]);
          store<V, NORMALS, 1>(target, points, normals, next, 1);
          target.positions += next;
          target.normals += next;
        }
      }
    }
  }
};

// v = (sum_j w_j M_j) v0: the matrices are blended first. Values: the positions of four vertices at rest in three float4, with
// normals three more of these, then per bone the weights of the four vertices.
template <bool NORMALS>
struct LinearBlend {
  static constexpr int V = 4;
  static constexpr bool HAS_NORMALS = NORMALS;
  static constexpr int TOGETHER = together(NORMALS);
  static constexpr int PER_BONE = 1;
  static constexpr int PER_SLOT = NORMALS ? 6 : 3;

  static __device__ inline float3 vertex(const float4* v, int i) {
    return i == 0   ? make_float3(v[0].x, v[0].y, v[0].z)
           : i == 1 ? make_float3(v[0].w, v[1].x, v[1].y)
           : i == 2 ? make_float3(v[1].z, v[1].w, v[2].x)
                    : make_float3(v[2].y, v[2].z, v[2].w);
  }

  static __device__ inline float weight(float4 w, int i) {
    return i == 0 ? w.x : i == 1 ? w.y : i == 2 ? w.z : w.w;
  }

  static __device__ inline float4 scaled(float4 row, float w) {
    return make_float4(row.x * w, row.y * w, row.z * w, row.w * w);
  }

  static __device__ inline float4 scaled(float4 row, float w, float4 sum) {
    return make_float4(
        fmaf(row.x, w, sum.x), fmaf(row.y, w, sum.y), fmaf(row.z, w, sum.z), fmaf(row.w, w, sum.w));
  }

  static __device__ inline void apply(
      float4 r0, float4 r1, float4 r2, const float4* values, int v, float3& point, float3& normal) {
    float3 p = vertex(values, v);
    float4 rest = make_float4(p.x, p.y, p.z, 1);
    point = make_float3(dot(r0, rest), dot(r1, rest), dot(r2, rest));
    if constexpr (NORMALS) {
      // The cofactors are the inverse transpose times the determinant, whose sign is removed.
      float3 a = make_float3(r0.x, r0.y, r0.z);
      float3 b = make_float3(r1.x, r1.y, r1.z);
      float3 c = make_float3(r2.x, r2.y, r2.z);
      float3 bc = cross(b, c), ca = cross(c, a), ab = cross(a, b);
      float3 n = vertex(values + 3, v);
      float determinant = fmaf(a.x, bc.x, fmaf(a.y, bc.y, a.z * bc.z));
      normal = unit(
          make_float3(
              fmaf(bc.x, n.x, fmaf(bc.y, n.y, bc.z * n.z)),
              fmaf(ca.x, n.x, fmaf(ca.y, n.y, ca.z * n.z)),
              fmaf(ab.x, n.x, fmaf(ab.y, n.y, ab.z * n.z))),
          determinant);
    }
  }

  template <int BONES>
  static __device__ inline void run(
      const float4* values, const int* at, const float4* palette, float3* points, float3* normals) {
    float4 rows[BONES][3];
#pragma unroll
    for (int b = 0; b < BONES; b++) {
#pragma unroll
      for (int r = 0; r < 3; r++) {
        rows[b][r] = palette[at[b] + r];
      }
    }
#pragma unroll
    for (int v = 0; v < V; v++) {
      float w = weight(values[PER_SLOT], v);
      float4 r0 = scaled(rows[0][0], w), r1 = scaled(rows[0][1], w), r2 = scaled(rows[0][2], w);
#pragma unroll
      for (int b = 1; b < BONES; b++) {
        w = weight(values[PER_SLOT + b], v);
        r0 = scaled(rows[b][0], w, r0);
        r1 = scaled(rows[b][1], w, r1);
        r2 = scaled(rows[b][2], w, r2);
      }
      apply(r0, r1, r2, values, v, points[v], normals[v]);
    }
  }

  static __device__ inline void runMany(
      int bones, const float4* values, const int* at, const float4* palette, int stride, int count,
      Target& target, size_t next) {
    float4 rest[PER_SLOT];
#pragma unroll
    for (int k = 0; k < PER_SLOT; k++) {
      rest[k] = values[32 * k];
    }
#pragma unroll 1
    for (int i = 0; i < count; i++) {
      float4 rows[V][3];
#pragma unroll
      for (int v = 0; v < V; v++) {
        rows[v][0] = rows[v][1] = rows[v][2] = make_float4(0, 0, 0, 0);
      }
#pragma unroll 1
      for (int b = 0; b < bones; b++) {
        float4 w = values[32 * (PER_SLOT + b)];
        const float4* m = palette + 3 * at[32 * b];
        float4 r0 = m[0], r1 = m[1], r2 = m[2];
#pragma unroll
        for (int v = 0; v < V; v++) {
          rows[v][0] = scaled(r0, weight(w, v), rows[v][0]);
          rows[v][1] = scaled(r1, weight(w, v), rows[v][1]);
          rows[v][2] = scaled(r2, weight(w, v), rows[v][2]);
        }
      }
      float3 points[1][V], normals[1][V];
#pragma unroll
      for (int v = 0; v < V; v++) {
        apply(rows[v][0], rows[v][1], rows[v][2], rest, v, points[0][v], normals[0][v]);
      }
      store<V, NORMALS, 1>(target, points, normals, next, 1);
      palette += stride;
      target.positions += next;
      target.normals += next;
    }
  }
};

// Waits for all warps of the block, which may be in different loops.
__device__ inline void meet() {
#ifdef SINEW_EMULATED
  __syncthreads();
#else
  asm volatile("bar.sync 0;" ::: "memory");
#endif
}

// Copies the matrices of a tile's bones for STAGE instances at a time.
struct Copier {
  const float4* palettes;
  const int* agents;
  const int* pieceOf;  // per piece of a stage's palette the piece of a whole palette
  float4* stages;
  int pieces;          // of 16 bytes: three per bone
  int palettePieces;
  int end;             // of the instances

  __device__ inline float4* stage(int buffer) const {
    return stages + buffer * STAGE * pieces;
  }

  __device__ inline void start(int from, int buffer) const {
    constexpr int COPIERS = THREADS / STAGE;
    int own = threadIdx.x / COPIERS;
    int instance = from + own;
    if (instance < end) {
      size_t palette = agents == nullptr ? instance : agents[instance];
      const float4* source = palettes + palette * palettePieces;
      float4* to = stage(buffer) + own * pieces;
#pragma unroll 1
      for (int i = threadIdx.x % COPIERS; i < pieces; i += COPIERS) {
        copyAsync(to + i, source + pieceOf[i]);
      }
    }
    commitCopies();
  }
};

// The loop over stages, in which all warps of a block meet; `run` computes the instances of one stage.
template <class Run>
__device__ inline void forStages(const Copier& copier, int first, Run run) {
#pragma unroll 1
  for (int k = 0; k < DEPTH - 1; k++) {
    copier.start(first + STAGE * k, k);
  }
  int buffer = 0;
#pragma unroll 1
  for (int from = first; from < copier.end; from += STAGE) {
    waitForCopies<DEPTH - 2>();
    meet();  // The copies of all warps are there, and no warp reads the buffer before any more.
    copier.start(from + STAGE * (DEPTH - 1), buffer == 0 ? DEPTH - 1 : buffer - 1);
    run(copier.stage(buffer), min(STAGE, copier.end - from));
    buffer = buffer == DEPTH - 1 ? 0 : buffer + 1;
  }
}

// The loop of a warp whose quads have BONES bones.
template <class Model, int BONES>
__device__ inline void runSlot(
    const Slot& slot, const Batch& batch, const Copier& copier, int first, Target& target, size_t next) {
  constexpr int VALUES = Model::PER_SLOT + BONES * Model::PER_BONE;
  float4 values[VALUES];
  const float4* from = batch.values + 32 * (size_t)slot.value + target.lane;
#pragma unroll
  for (int k = 0; k < VALUES; k++) {
    values[k] = from[32 * k];
  }
  int at[BONES];
#pragma unroll
  for (int b = 0; b < BONES; b++) {
    at[b] = 3 * batch.bones[32 * (slot.bone + b) + target.lane];
  }
  forStages(copier, first, [&](const float4* palettes, int count) {
    constexpr int N = Model::TOGETHER;
#pragma unroll 1
    for (int i = 0; i < count; i += N) {
      float3 points[N][Model::V], normals[N][Model::V];
#pragma unroll
      for (int n = 0; n < N; n++) {
        // Of an instance past the end the result is not used.
        Model::template run<BONES>(values, at, palettes + n * copier.pieces, points[n], normals[n]);
      }
      store<Model::V, Model::HAS_NORMALS, N>(target, points, normals, next, count - i);
      palettes += N * copier.pieces;
      target.positions += N * next;
      target.normals += N * next;
    }
  });
}

// Shared memory in which a warp turns its results, in float4.
template <class Model>
constexpr int TURN = Model::TOGETHER * (Model::HAS_NORMALS ? 2 : 1) * 24 * Model::V;

// The instances `first` to `end` of a tile. All threads of the block take part.
template <class Model>
__device__ inline void runTile(
    const Batch& batch, int tile, int first, int end, float4* stages, int* pieceOf, float4* turn) {
  int warp = threadIdx.x / 32;
  int2 bones = batch.tiles[tile];
  Copier copier = {batch.palettes, batch.agents, pieceOf, stages, 3 * bones.y, 3 * batch.paletteBones, end};
#pragma unroll 1
  for (int i = threadIdx.x; i < copier.pieces; i += THREADS) {
    pieceOf[i] = 3 * batch.tileBones[bones.x + i / 3] + i % 3;
  }
  Slot slot = batch.slots[WARPS * tile + warp];
  size_t next = (size_t)batch.vertices / 4 * 3;
  Target target;
  target.turn = turn + TURN<Model> * warp;
  target.lane = threadIdx.x % 32;
  target.quads16 = slot.vertices / 4 * 3;
  target.positions = batch.positions + first * next + slot.vertex / 4 * 3;
  target.normals = batch.normals + first * next + slot.vertex / 4 * 3;
  meet();  // pieceOf is complete.
  switch (slot.vertices == 0 ? 0 : slot.bones) {
    case 0: forStages(copier, first, [](const float4*, int) {}); break;
    case 1: runSlot<Model, 1>(slot, batch, copier, first, target, next); break;
    case 2: runSlot<Model, 2>(slot, batch, copier, first, target, next); break;
    case 3: runSlot<Model, 3>(slot, batch, copier, first, target, next); break;
    case 4: runSlot<Model, 4>(slot, batch, copier, first, target, next); break;
    default: {
      const float4* values = batch.values + 32 * (size_t)slot.value + target.lane;
      const int* at = batch.bones + 32 * slot.bone + target.lane;
      forStages(copier, first, [&](const float4* palettes, int count) {
        Model::runMany(slot.bones, values, at, palettes, copier.pieces, count, target, next);
      });
    }
  }
}

// A block per tile and group of instances. The tiles of the same instances follow each other: they read the same palettes and
// write neighbouring memory.
template <class Model>
__device__ inline void skin(const Batch* batches, int batchCount, int maxBones) {
  SINEW_DYNAMIC_SHARED
  float4* stages = shared;
  float4* turn = stages + DEPTH * STAGE * 3 * maxBones;
  int* pieceOf = reinterpret_cast<int*>(turn + TURN<Model> * WARPS);
  int work = blockIdx.x, from = 0, to = batchCount;
  while (to - from > 1) {
    int middle = (from + to) / 2;
    if (batches[middle].firstWork <= work) {
      from = middle;
    } else {
      to = middle;
    }
  }
  const Batch batch = batches[from];
  int group = (work - batch.firstWork) / batch.tileCount;
  int tile = (work - batch.firstWork) % batch.tileCount;
  int first = group * batch.perBlock;
  int end = min(min(*batch.count, batch.most), first + batch.perBlock);
  if (first < end) {
    runTile<Model>(batch, tile, first, end, stages, pieceOf, turn);
  }
}

// `warps` per multiprocessor: what the registers of quads with four bones leave room for.
#define SKIN(name, model, warps)                                               \
  extern "C" __global__ __launch_bounds__(THREADS, warps / WARPS) void name(   \
      const Batch* batches, int batchCount, int maxBones) {                    \
    skin<model>(batches, batchCount, maxBones);                                \
  }

SKIN(blendPositions, LinearBlend<false>, 16)
SKIN(blendNormals, LinearBlend<true>, 12)
SKIN(projectPositions, AnimationSpace<false>, 16)
SKIN(projectNormals, AnimationSpace<true>, 12)

// ---- Clips

// Written by RigPlan: keys of one property of one node in one clip; no keys: the value at rest.
struct Track {
  int time;   // the first
  int keys;
  int value;  // the first
  int mode;   // 0 step, 1 linear, 2 cubic
};

// Written by RigPlan. Nodes are sorted by depth.
struct Rig {
  const Track* tracks;        // per clip, node and property: translation, rotation, scale
  const double* times;
  const float4* values;
  const float4* restLocals;   // three rows per node
  const float4* restValues;   // per node and property
  const int* parents;         // -1 for roots
  const int* depths;          // the first node of each depth, and the end
  const int* boneNodes;
  const float4* binds;        // three rows per bone
  int nodes;
  int bones;
  int depthCount;
  int hasBinds;               // 0 where a palette has global transforms
};

// Written by Agents: an instance and what it plays.
struct Agent {
  float4 placement[3];
  double time, otherTime;
  int clip, otherClip;
  float share;  // of the other clip
  int pad;
};

struct Trs {
  float4 t, r, s;
};

__device__ inline float4 mix(float4 a, float wa, float4 b, float wb) {
  return make_float4(
      fmaf(a.x, wa, b.x * wb), fmaf(a.y, wa, b.y * wb), fmaf(a.z, wa, b.z * wb), fmaf(a.w, wa, b.w * wb));
}

__device__ inline float4 normalized(float4 q) {
  float length = sqrtf(fmaf(q.x, q.x, fmaf(q.y, q.y, fmaf(q.z, q.z, q.w * q.w))));
  float scale = length > 0 ? 1 / length : 0;
  return length > 0 ? make_float4(q.x * scale, q.y * scale, q.z * scale, q.w * scale)
                    : make_float4(0, 0, 0, 1);
}

__device__ inline float4 slerp(float4 a, float4 b, float u) {
  float cosine = dot(a, b);
  float sign = cosine < 0 ? -1.f : 1.f;
  // The angle from the chord: the arc cosine loses the digits of small angles.
  float4 d = mix(b, sign, a, -1);
  float chord = fminf(sqrtf(dot(d, d)), 1.4142136f);
  float angle = 2 * asinf(chord / 2);
  float wa = 1 - u, wb = u;
  if (angle > 1e-4f) {
    // In half turns: no reduction of large angles, which needs local memory.
    float halfTurns = angle * 0.31830988618f;
    float scale = 1 / sinpif(halfTurns);
    wa = sinpif(wa * halfTurns) * scale;
    wb = sinpif(wb * halfTurns) * scale;
  }
  return normalized(mix(a, wa, b, sign * wb));
}

// The last key at or before a time, -1 before the first.
__device__ inline int keyBefore(const double* times, int keys, double time) {
  if (time < times[0]) {
    return -1;
  }
  if (time >= times[keys - 1]) {
    return keys - 1;
  }
  // Most clips have a key per frame: the guess is then the key or the one beside it.
  int k = (int)((time - times[0]) / (times[keys - 1] - times[0]) * (keys - 1));
  k = max(0, min(keys - 2, k));
  if (times[k] <= time && time < times[k + 1]) {
    return k;
  }
  int from = 0, to = keys - 1;
  if (times[k] > time) {
    to = k;
    if (k > 0 && times[k - 1] <= time) {
      return k - 1;
    }
  } else {
    from = k + 1;
    if (k + 2 < keys && time < times[k + 2]) {
      return k + 1;
    }
  }
  while (to - from > 1) {
    int middle = (from + to) / 2;
    if (times[middle] <= time) {
      from = middle;
    } else {
      to = middle;
    }
  }
  return from;
}

__device__ __noinline__ float4 sampled(const Rig& rig, const Track& track, float4 rest, double time, bool rotation) {
  if (track.keys == 0) {
    return rest;
  }
  const double* times = rig.times + track.time;
  const float4* values = rig.values + track.value;
  int k = keyBefore(times, track.keys, time);
  bool held = k < 0 || k == track.keys - 1 || track.mode == 0;
  int key = k < 0 ? 0 : k;
  float4 out;
  if (held) {
    out = track.mode == 2 ? values[3 * key + 1] : values[key];
  } else {
    double span = times[k + 1] - times[k];
    float u = (float)((time - times[k]) / span);
    if (track.mode == 1) {
      float4 a = values[k], b = values[k + 1];
      return rotation ? slerp(a, b, u) : mix(a, 1 - u, b, u);
    }
    float u2 = u * u, u3 = u2 * u, width = (float)span;
    float4 ends = mix(values[3 * k + 1], 2 * u3 - 3 * u2 + 1, values[3 * k + 4], 3 * u2 - 2 * u3);
    float4 slopes = mix(values[3 * k + 2], width * (u3 - 2 * u2 + u), values[3 * k + 3], width * (u3 - u2));
    out = mix(ends, 1, slopes, 1);
  }
  return rotation ? normalized(out) : out;
}

__device__ inline bool isDriven(const Track* tracks) {
  return tracks[0].keys + tracks[1].keys + tracks[2].keys > 0;
}

__device__ inline Trs sampled(const Rig& rig, const Track* tracks, const float4* rest, double time) {
  Trs out;
  out.t = sampled(rig, tracks[0], rest[0], time, false);
  out.r = sampled(rig, tracks[1], rest[1], time, true);
  out.s = sampled(rig, tracks[2], rest[2], time, false);
  return out;
}

__device__ inline void local(const Rig& rig, const Agent& agent, int node, float4* m) {
  const Track* tracks = rig.tracks + 3 * ((size_t)agent.clip * rig.nodes + node);
  const Track* others = rig.tracks + 3 * ((size_t)agent.otherClip * rig.nodes + node);
  bool blends = agent.share > 0;
  if (!isDriven(tracks) && !(blends && isDriven(others))) {
    for (int r = 0; r < 3; r++) {
      m[r] = rig.restLocals[3 * node + r];
    }
    return;
  }
  const float4* rest = rig.restValues + 3 * node;
  Trs trs = sampled(rig, tracks, rest, agent.time);
  if (blends) {
    Trs other = sampled(rig, others, rest, agent.otherTime);
    trs.t = mix(trs.t, 1 - agent.share, other.t, agent.share);
    trs.r = slerp(trs.r, other.r, agent.share);
    trs.s = mix(trs.s, 1 - agent.share, other.s, agent.share);
  }
  float x = trs.r.x, y = trs.r.y, z = trs.r.z, w = trs.r.w;
  m[0] = make_float4(
      (1 - 2 * (y * y + z * z)) * trs.s.x, 2 * (x * y - z * w) * trs.s.y, 2 * (x * z + y * w) * trs.s.z, trs.t.x);
  m[1] = make_float4(
      2 * (x * y + z * w) * trs.s.x, (1 - 2 * (x * x + z * z)) * trs.s.y, 2 * (y * z - x * w) * trs.s.z, trs.t.y);
  m[2] = make_float4(
      2 * (x * z - y * w) * trs.s.x, 2 * (y * z + x * w) * trs.s.y, (1 - 2 * (x * x + y * y)) * trs.s.z, trs.t.z);
}

// Row r of a b, both of three rows.
__device__ inline float4 productRow(float4 a, const float4* b) {
  return make_float4(
      fmaf(a.x, b[0].x, fmaf(a.y, b[1].x, a.z * b[2].x)),
      fmaf(a.x, b[0].y, fmaf(a.y, b[1].y, a.z * b[2].y)),
      fmaf(a.x, b[0].z, fmaf(a.y, b[1].z, a.z * b[2].z)),
      fmaf(a.x, b[0].w, fmaf(a.y, b[1].w, fmaf(a.z, b[2].w, a.w))));
}

// A warp per agent. Agents of level -1 are skipped; `levels` may be null.
extern "C" __global__ __launch_bounds__(THREADS) void sampleClips(
    const Rig* rigs, const Agent* agents, int count, const int* levels, float4* palettes) {
  SINEW_DYNAMIC_SHARED
  const Rig rig = *rigs;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  float4* globals = shared + 3 * rig.nodes * warp;
  for (int i = blockIdx.x * warps + warp; i < count; i += gridDim.x * warps) {
    if (levels != nullptr && levels[i] < 0) {
      continue;
    }
    const Agent& agent = agents[i];
    for (int node = lane; node < rig.nodes; node += 32) {
      local(rig, agent, node, globals + 3 * node);
    }
    __syncwarp();
    for (int d = 0; d < rig.depthCount; d++) {
      for (int node = rig.depths[d] + lane; node < rig.depths[d + 1]; node += 32) {
        int parent = rig.parents[node];
        const float4* above = parent < 0 ? agent.placement : globals + 3 * parent;
        float4 own[3] = {globals[3 * node], globals[3 * node + 1], globals[3 * node + 2]};
#pragma unroll
        for (int r = 0; r < 3; r++) {
          globals[3 * node + r] = productRow(above[r], own);
        }
      }
      __syncwarp();
    }
    float4* out = palettes + 3 * (size_t)rig.bones * i;
    for (int piece = lane; piece < 3 * rig.bones; piece += 32) {
      int bone = piece / 3, r = piece % 3;
      float4 row = globals[3 * rig.boneNodes[bone] + r];
      out[piece] = rig.hasBinds ? productRow(row, rig.binds + 3 * bone) : row;
    }
    __syncwarp();
  }
}

// ---- Levels

// Written by CudaCrowd: a camera, a character's sphere and the errors of its levels.
struct View {
  float4 planes[6];   // inwards
  float4 depth;       // the depth of a point
  float4 sphere;      // of the character without placement: centre and radius
  float nearest;      // the least depth
  float perDepth;     // the allowed error per depth
  int levels;
  int capacity;       // of the list of a level
  float errors[MAX_LEVELS];  // of the levels, the first 0
  int room[MAX_LEVELS];      // the instances that a level has memory for
};

// Per agent the coarsest level whose error is allowed, -1 for one out of view; and the agents of each level. `counts` is 0 at
// the start. The order within a list varies.
extern "C" __global__ __launch_bounds__(THREADS) void chooseLevels(
    const View* views, const Agent* agents, int count, int* levels, int* lists, int* counts) {
  const View& view = *views;
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < count; i += gridDim.x * THREADS) {
    const float4* m = agents[i].placement;
    float4 centre = make_float4(view.sphere.x, view.sphere.y, view.sphere.z, 1);
    float4 at = make_float4(dot(m[0], centre), dot(m[1], centre), dot(m[2], centre), 1);
    float x2 = fmaf(m[0].x, m[0].x, fmaf(m[1].x, m[1].x, m[2].x * m[2].x));
    float y2 = fmaf(m[0].y, m[0].y, fmaf(m[1].y, m[1].y, m[2].y * m[2].y));
    float z2 = fmaf(m[0].z, m[0].z, fmaf(m[1].z, m[1].z, m[2].z * m[2].z));
    float scale = sqrtf(fmaxf(x2, fmaxf(y2, z2)));
    float radius = view.sphere.w * scale;
    // Rounding never culls what is in view.
    float slack = 1e-6f * (fabsf(at.x) + fabsf(at.y) + fabsf(at.z) + radius);
    bool shown = true;
    for (int p = 0; p < 6; p++) {
      float slackOfPlane = slack + 1e-6f * fabsf(view.planes[p].w);
      shown = shown && dot(view.planes[p], at) >= -radius - slackOfPlane;
    }
    int level = -1;
    if (shown) {
      float allowed = view.perDepth * fmaxf(view.nearest, dot(view.depth, at) - radius);
      level = view.levels - 1;
      while (view.errors[level] * scale > allowed) {
        level--;
      }
      int place = atomicAdd(counts + level, 1);
      while (place >= view.room[level] && ++level < view.levels) {
        place = atomicAdd(counts + level, 1);
      }
      level = level < view.levels ? level : -1;
      if (level >= 0) {
        lists[(size_t)level * view.capacity + place] = i;
      }
    }
    levels[i] = level;
  }
}
