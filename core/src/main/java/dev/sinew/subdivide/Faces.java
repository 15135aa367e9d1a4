package dev.sinew.subdivide;

/**
 * Faces over numbered points, and what is known of every side: side c of a face runs from its
 * corner c to the corner after it.
 */
final class Faces {
  final int pointCount;

  /** Where each face's corners begin, one more than there are faces. */
  final int[] faceStart;

  /** The point of every corner; no face has a point twice. */
  final int[] cornerPoint;

  /** For how many levels every side is a crease; the sides that meet in an edge agree. */
  final float[] sharpness;

  /** Sides that √3 must not flip, smooth or not: see {@link Sqrt3}. */
  final boolean[] held;

  Faces(int pointCount, int[] faceStart, int[] cornerPoint, float[] sharpness, boolean[] held) {
    this.pointCount = pointCount;
    this.faceStart = faceStart;
    this.cornerPoint = cornerPoint;
    this.sharpness = sharpness;
    this.held = held;
  }

  /** Faces of one size, everything about their sides still to be filled in. */
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
