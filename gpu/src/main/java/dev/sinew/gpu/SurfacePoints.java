package dev.sinew.gpu;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.RequestException;
import dev.sinew.skin.AnimationSpace;
import dev.sinew.skin.AnimationSpace.TangentPlanes;
import dev.sinew.skin.PointData;
import dev.sinew.skin.SkinningMethod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The points of all parts of a character, one part after the other, each with the bones it follows.
 * Morph targets have their weights at rest.
 *
 * @param start the first entry of each point, and the end of the last
 * @param bones the bone of each entry, in the order of a {@link BoneTable}
 * @param entries values per entry: for linear blending the weight; for animation space four
 *     coordinates, and with normals two times four more of vectors in the tangent plane
 * @param positions x, y, z per point at rest for linear blending, else empty
 * @param normals likewise
 */
record SurfacePoints(
    int[] start, int[] bones, float[] entries, float[] positions, float[] normals) {
  int count() {
    return start.length - 1;
  }

  /** Returns the values per entry. */
  static int width(boolean blends, boolean withNormals) {
    return blends ? 1 : withNormals ? 3 * AnimationCoords.SIZE : AnimationCoords.SIZE;
  }

  /** Returns the points of a character; their bones are added to a table. */
  static SurfacePoints of(
      SkinnedCharacter character, SkinningMethod method, boolean withNormals, BoneTable table) {
    Builder out = new Builder(withNormals);
    for (Part part : character.parts()) {
      if (method == SkinningMethod.SSD) {
        out.addBlend(character, part, table);
      } else {
        out.addProjection(deformer(character, part), table);
      }
    }
    return out.build();
  }

  private static AnimationSpace deformer(SkinnedCharacter character, Part part) {
    return switch (SkinningMethod.AS.deformer(character, part)) {
      case AnimationSpace own -> own;
      // A part with morph targets, which then has linear blending.
      default -> AnimationSpace.of(character, part);
    };
  }

  private static final class Builder {
    private final boolean withNormals;
    private final FloatList entries = new FloatList();
    private final FloatList positions = new FloatList();
    private final FloatList normals = new FloatList();
    private final List<int[]> bones = new ArrayList<>();

    private Builder(boolean withNormals) {
      this.withNormals = withNormals;
    }

    private void addBlend(SkinnedCharacter character, Part part, BoneTable table) {
      PointData data = PointData.of(character, part);
      int[] boneOf = table.add(data.skin());
      int[] start = data.rowStarts();
      for (int p = 0; p + 1 < start.length; p++) {
        int[] row = Arrays.copyOfRange(data.joints(), start[p], start[p + 1]);
        bones.add(Arrays.stream(row).map(joint -> boneOf[joint]).toArray());
        entries.add(data.weights(), start[p], start[p + 1]);
      }
      MorphTargets morphs = character.geometry(part).morphs();
      float[] rest = character.geometry(part).mesh().wedgePositions();
      float[] restNormals =
          character
              .geometry(part)
              .mesh()
              .attribute(MeshAttribute.NORMAL)
              .map(MeshAttribute::toArray)
              .orElseGet(() -> new float[rest.length]);
      for (int t = 0; t < morphs.count(); t++) {
        double weight = character.restPose().morphWeight(part.node(), t);
        if (weight != 0) {
          morphs.addPositions(t, weight, rest);
          morphs.addNormals(t, weight, restNormals);
        }
      }
      positions.add(rest, 0, rest.length);
      if (withNormals) {
        normals.add(restNormals, 0, restNormals.length);
      }
    }

    private void addProjection(AnimationSpace own, BoneTable table) {
      int[] boneOf = table.add(own.skin());
      TangentPlanes planes = withNormals ? own.planes() : null;
      List<AnimationCoords> vectors =
          planes == null
              ? List.of(own.coords())
              : List.of(own.coords(), planes.first(), planes.second());
      int width = width(false, withNormals);
      for (int p = 0; p < own.pointCount(); p++) {
        int point = p;
        int[] row =
            vectors.stream()
                .flatMapToInt(
                    rows ->
                        IntStream.range(0, rows.count(point))
                            .map(i -> boneOf[rows.joint(point, i)]))
                .distinct()
                .toArray();
        float[] values = new float[width * row.length];
        for (int v = 0; v < vectors.size(); v++) {
          AnimationCoords rows = vectors.get(v);
          for (int i = 0; i < rows.count(p); i++) {
            int at = indexOf(row, boneOf[rows.joint(p, i)]);
            for (int k = 0; k < AnimationCoords.SIZE; k++) {
              values[width * at + AnimationCoords.SIZE * v + k] += (float) rows.value(p, i, k);
            }
          }
        }
        bones.add(row);
        entries.add(values, 0, values.length);
      }
    }

    private static int indexOf(int[] row, int bone) {
      for (int i = 0; i < row.length; i++) {
        if (row[i] == bone) {
          return i;
        }
      }
      throw new IllegalStateException("bone " + bone);
    }

    private SurfacePoints build() {
      int[] start = new int[bones.size() + 1];
      for (int p = 0; p < bones.size(); p++) {
        start[p + 1] = start[p] + bones.get(p).length;
      }
      if (bones.isEmpty()) {
        throw new RequestException("the character has no vertices");
      }
      return new SurfacePoints(
          start,
          bones.stream().flatMapToInt(Arrays::stream).toArray(),
          entries.toArray(),
          positions.toArray(),
          normals.toArray());
    }
  }

  /** A growing array of floats. */
  private static final class FloatList {
    private float[] values = new float[1024];
    private int size;

    private void add(float[] from, int start, int end) {
      if (size + end - start > values.length) {
        values = Arrays.copyOf(values, Math.max(2 * values.length, size + end - start));
      }
      System.arraycopy(from, start, values, size, end - start);
      size += end - start;
    }

    private float[] toArray() {
      return Arrays.copyOf(values, size);
    }
  }
}
