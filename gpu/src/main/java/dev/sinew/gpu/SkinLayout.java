package dev.sinew.gpu;

import dev.sinew.gpu.QuadPlan.Slot;
import dev.sinew.gpu.QuadPlan.Tile;
import java.util.Arrays;
import java.util.List;

/**
 * A planned character in the arrays of the kernels (see {@code Slot} and {@code Batch} in
 * crowd.cu). Values and bones are in rows of one per lane, so that a warp reads whole lines.
 *
 * @param values four per lane and row: for linear blending the four positions of a quad at rest in
 *     three rows, with normals three rows of these, and per bone the four weights; for animation
 *     space per bone and vertex its coordinates, and with normals those of two tangents
 * @param bones one per lane and row: per bone of a slot its index among those of the tile
 * @param slots {@link #SLOT} per warp
 * @param tiles per tile the first of its bones in {@code tileBones}, and their number
 * @param tileBones the bones of the tiles, indices into a palette
 */
record SkinLayout(float[] values, int[] bones, int[] slots, int[] tiles, int[] tileBones) {
  /** Integers per slot. */
  static final int SLOT = 8;

  private static final int LANES = CudaDevice.WARP;

  /** Returns the vertices that a lane computes: coordinates with tangents need more registers. */
  static int verticesPerLane(boolean blends, boolean normals) {
    return blends || !normals ? 4 : 2;
  }

  /** Plans the points of a character for a skinning model. */
  static QuadPlan plan(SurfacePoints points, boolean blends, boolean normals, int slotsPerTile) {
    int quads = verticesPerLane(blends, normals) * LANES / QuadPlan.QUAD;
    return QuadPlan.of(points.start(), points.bones(), quads, slotsPerTile);
  }

  /** Lays out planned points. */
  static SkinLayout of(
      SurfacePoints points, QuadPlan plan, boolean blends, boolean normals, int slotsPerTile) {
    Writer out = new Writer(points, plan, blends, normals);
    List<Tile> tiles = plan.tiles();
    int[] slots = new int[SLOT * slotsPerTile * tiles.size()];
    int[] ends = new int[2 * tiles.size()];
    int[] tileBones = tiles.stream().flatMapToInt(tile -> Arrays.stream(tile.bones())).toArray();
    int firstBone = 0;
    for (int t = 0; t < tiles.size(); t++) {
      Tile tile = tiles.get(t);
      ends[2 * t] = firstBone;
      ends[2 * t + 1] = tile.bones().length;
      firstBone += tile.bones().length;
      for (int s = 0; s < tile.slots().size(); s++) {
        Slot slot = tile.slots().get(s);
        int at = SLOT * (slotsPerTile * t + s);
        slots[at] = slot.bones();
        slots[at + 1] = QuadPlan.QUAD * slot.firstQuad();
        slots[at + 2] = QuadPlan.QUAD * slot.quads();
        slots[at + 3] = out.valueRows;
        slots[at + 4] = out.boneRows;
        out.add(slot, tile.bones());
      }
    }
    return new SkinLayout(
        Arrays.copyOf(out.values, 4 * LANES * out.valueRows),
        Arrays.copyOf(out.bones, LANES * out.boneRows),
        slots,
        ends,
        tileBones);
  }

  private static final class Writer {
    private final SurfacePoints points;
    private final QuadPlan plan;
    private final boolean blends;
    private final int perLane;
    private final int width;
    private final int rowsPerSlot;
    private final int rowsPerBone;
    private float[] values = new float[0];
    private int[] bones = new int[0];
    private int valueRows;
    private int boneRows;

    private Writer(SurfacePoints points, QuadPlan plan, boolean blends, boolean normals) {
      this.points = points;
      this.plan = plan;
      this.blends = blends;
      perLane = verticesPerLane(blends, normals);
      width = SurfacePoints.width(blends, normals);
      rowsPerSlot = blends ? normals ? 6 : 3 : 0;
      rowsPerBone = blends ? 1 : perLane * width / 4;
    }

    private void add(Slot slot, int[] tileBones) {
      int rows = rowsPerSlot + rowsPerBone * slot.bones();
      grow(valueRows + rows, boneRows + slot.bones());
      for (int lane = 0; lane < LANES; lane++) {
        int quad = lane * perLane / QuadPlan.QUAD;
        if (quad >= slot.quads()) {
          continue;
        }
        int[] own = plan.bones(slot.firstQuad() + quad);
        for (int b = 0; b < slot.bones(); b++) {
          // A quad with fewer bones than its slot has zeros for its first.
          int bone = own[b < own.length ? b : 0];
          bones[LANES * (boneRows + b) + lane] = Arrays.binarySearch(tileBones, bone);
        }
        for (int v = 0; v < perLane; v++) {
          int point = plan.sourceOf(QuadPlan.QUAD * slot.firstQuad() + lane * perLane + v);
          if (blends) {
            addBlend(point, v, lane, own);
          } else {
            addProjection(point, v, lane, own);
          }
        }
      }
      valueRows += rows;
      boneRows += slot.bones();
    }

    private void grow(int valueRowsNeeded, int boneRowsNeeded) {
      int floats = Math.multiplyExact(4 * LANES, valueRowsNeeded);
      if (floats > values.length) {
        values = Arrays.copyOf(values, Math.max(floats, 2 * values.length));
      }
      int ints = Math.multiplyExact(LANES, boneRowsNeeded);
      if (ints > bones.length) {
        bones = Arrays.copyOf(bones, Math.max(ints, 2 * bones.length));
      }
    }

    /** Returns the index of component k of a row of float4. */
    private int at(int row, int lane, int k) {
      return 4 * (LANES * (valueRows + row) + lane) + k;
    }

    private void addBlend(int point, int v, int lane, int[] own) {
      for (int k = 0; k < 3; k++) {
        int i = 3 * v + k;
        values[at(i / 4, lane, i % 4)] = points.positions()[3 * point + k];
        if (rowsPerSlot == 6) {
          values[at(3 + i / 4, lane, i % 4)] = points.normals()[3 * point + k];
        }
      }
      for (int e = points.start()[point]; e < points.start()[point + 1]; e++) {
        int b = Arrays.binarySearch(own, points.bones()[e]);
        values[at(rowsPerSlot + b, lane, v)] += points.entries()[e];
      }
    }

    private void addProjection(int point, int v, int lane, int[] own) {
      int vectors = width / 4;
      for (int e = points.start()[point]; e < points.start()[point + 1]; e++) {
        int b = Arrays.binarySearch(own, points.bones()[e]);
        for (int i = 0; i < width; i++) {
          int row = rowsPerBone * b + vectors * v + i / 4;
          values[at(row, lane, i % 4)] += points.entries()[width * e + i];
        }
      }
    }
  }
}
