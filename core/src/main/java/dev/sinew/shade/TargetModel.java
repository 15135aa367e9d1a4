package dev.sinew.shade;

import dev.sinew.inspect.AtlasCheck;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The model that gets the maps: its rest shape, its place in the texture, its frames in poses. */
final class TargetModel {
  /** The side of the grid on which overlaps are looked for. */
  private static final int CHECK_TEXELS = 1024;

  private final TriMesh rest;
  private final PosedFrames frames;

  /** The triangles that show a place of the texture first: of the first part of every mesh. */
  private final int[] triangles;

  /** u, v per corner of these triangles. */
  private final double[] uv;

  /**
   * @param sets the set of texture coordinates by mesh
   */
  TargetModel(
      SkinnedCharacter level, Map<Integer, Integer> sets, List<Pose> poses, RunContext context) {
    CharacterSurface surface = CharacterSurface.of(level);
    CharacterSurface.Posed posed = surface.newPosed();
    posed.set(level.restPose(), context);
    rest = posed.mesh();
    frames = new PosedFrames(surface, poses, context);
    int[] kept = new int[rest.triangleCount()];
    double[] at = new double[6 * kept.length];
    int count = 0;
    int first = 0;
    Set<Integer> done = new HashSet<>();
    for (Part part : level.parts()) {
      TriMesh mesh = level.geometry(part).mesh();
      Integer set = sets.get(part.mesh());
      if (set != null && done.add(part.mesh())) {
        MeshAttribute own = coordinates(level, part, set);
        for (int t = 0; t < mesh.triangleCount(); t++) {
          for (int i = 0; i < 6; i++) {
            // Corners of the joined mesh: those of mirrored parts are in another order.
            int wedge = rest.wedge(first + t, i / 2) - surface.firstWedge(partIndex(level, part));
            at[6 * count + i] = own.value(wedge, i % 2);
          }
          kept[count++] = first + t;
        }
      }
      first += mesh.triangleCount();
    }
    triangles = Arrays.copyOf(kept, count);
    uv = Arrays.copyOf(at, 6 * count);
  }

  private static int partIndex(SkinnedCharacter character, Part part) {
    return character.parts().indexOf(part);
  }

  private static MeshAttribute coordinates(SkinnedCharacter level, Part part, int set) {
    return level
        .geometry(part)
        .mesh()
        .attribute(MeshAttribute.uv(set))
        .orElseThrow(
            () ->
                new RequestException(
                    String.format(
                        Locale.ROOT,
                        "mesh \"%s\" has no texture coordinates %d",
                        level.geometry(part).name(),
                        set)));
  }

  /**
   * Returns what is wrong with the texture coordinates.
   *
   * @throws RequestException if there is no triangle, or all lie outside the texture
   */
  AtlasCheck check() {
    if (triangles.length == 0) {
      throw new RequestException("the scene shows no triangle");
    }
    AtlasCheck check = AtlasCheck.of(uv, CHECK_TEXELS);
    if (check.outside() == triangles.length) {
      throw new RequestException(
          String.format(
              Locale.ROOT,
              "all %d triangles of the model that gets the maps lie outside the texture",
              triangles.length));
    }
    return check;
  }

  TriMesh rest() {
    return rest;
  }

  PosedFrames frames() {
    return frames;
  }

  /** Returns the number of triangles that show a place of the texture. */
  int count() {
    return triangles.length;
  }

  /** Returns the triangle of the mesh at rest. */
  int triangle(int i) {
    return triangles[i];
  }

  /**
   * Writes a point of a triangle at rest and the direction that the triangle faces.
   *
   * @param at barycentric coordinates
   */
  void copyPoint(int i, double[] at, double[] point, double[] normal) {
    int t = triangles[i];
    for (int k = 0; k < 3; k++) {
      point[k] = 0;
      for (int c = 0; c < 3; c++) {
        point[k] += at[c] * rest.position(rest.vertex(t, c), k);
      }
    }
    System.arraycopy(rest.areaNormal(t), 0, normal, 0, 3);
  }

  /** Writes the corners of a triangle in a texture of some side. */
  void copyCorners(int i, double side, double[] xy) {
    for (int k = 0; k < 6; k++) {
      xy[k] = uv[6 * i + k] * side - 0.5;
    }
  }

  /** Returns the number of samples per unit of area of a triangle, in a texture of some side. */
  double density(int i, double side) {
    int o = 6 * i;
    double det =
        (uv[o + 2] - uv[o]) * (uv[o + 5] - uv[o + 1])
            - (uv[o + 3] - uv[o + 1]) * (uv[o + 4] - uv[o]);
    double[] n = rest.areaNormal(triangles[i]);
    return Math.abs(det) * side * side / Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  }
}
