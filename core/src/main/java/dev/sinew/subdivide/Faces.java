package dev.sinew.subdivide;

/**
 * Faces with points at their corners and flags of their sides: side c of a face is from corner c to
 * the next corner.
 */
final class Faces {
  final int pointCount;

  /** The index of each face's first corner, and the end of the last. */
  final int[] faceStart;

  /** The point of every corner; no face repeats a point. */
  final int[] cornerPoint;

  /** The number of levels on which every side is a crease; equal for the sides of an edge. */
  final float[] sharpness;

  /** Sides that {@link Sqrt3} does not flip. */
  final boolean[] held;

  Faces(int pointCount, int[] faceStart, int[] cornerPoint, float[] sharpness, boolean[] held) {
    this.pointCount = pointCount;
    this.faceStart = faceStart;
    this.cornerPoint = cornerPoint;
    this.sharpness = sharpness;
    this.held = held;
  }

  /** Returns faces with the same number of corners; points and sides are not yet set. */
  static Faces ofSize(int size, int faceCount, int pointCount) {
    int[] start = new int[faceCount + 1];
    for (int f = 0; f <= faceCount; f++) {
      start[f] = size * f;
    }
    int corners = size * faceCount;
    return new Faces(pointCount, start, new int[corners], new float[corners], new boolean[corners]);
  }

  int faceCount() {
    return faceStart.length - 1;
  }

  int cornerCount() {
    return cornerPoint.length;
  }

  /** Returns the face of every corner. */
  int[] cornerFaces() {
    int[] face = new int[cornerCount()];
    for (int f = 0; f < faceCount(); f++) {
      for (int c = faceStart[f]; c < faceStart[f + 1]; c++) {
        face[c] = f;
      }
    }
    return face;
  }
}
