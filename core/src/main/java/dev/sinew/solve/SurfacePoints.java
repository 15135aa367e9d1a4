package dev.sinew.solve;

import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.LinearSkin;
import dev.sinew.model.MeshJoiner;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.List;

/**
 * The vertices of all parts of a character as one linear skin, v = Σ_j G_j p_j, with joints of the
 * skeleton. Vertices and wedges are in the order in which {@code pose} and {@code deform} write
 * them: part after part. Morph targets have their rest weights.
 */
final class SurfacePoints {
  private final SkinnedCharacter character;
  private final MeshJoiner joiner;
  private final int[] rowStart;
  private final int[] joints;
  private final double[] values;

  SurfacePoints(SkinnedCharacter character) {
    this.character = character;
    joiner =
        new MeshJoiner(
            character.parts().stream().map(part -> character.geometry(part).mesh()).toList());
    List<LinearSkin> skins = new ArrayList<>();
    int entries = 0;
    for (Part part : character.parts()) {
      LinearSkin skin = LinearSkin.of(withRestMorphs(part), part);
      skins.add(skin);
      entries = Math.addExact(entries, Math.toIntExact(skin.coords().totalCount()));
    }
    rowStart = new int[joiner.vertexCount() + 1];
    joints = new int[entries];
    values = new double[Math.multiplyExact(AnimationCoords.SIZE, entries)];
    int row = 0;
    int at = 0;
    for (LinearSkin skin : skins) {
      for (int v = 0; v < skin.coords().rowCount(); v++) {
        for (int i = 0; i < skin.coords().count(v); i++, at++) {
          joints[at] = skin.skin().joint(skin.coords().joint(v, i));
          for (int k = 0; k < AnimationCoords.SIZE; k++) {
            values[AnimationCoords.SIZE * at + k] = skin.coords().value(v, i, k);
          }
        }
        rowStart[++row] = at;
      }
    }
  }

  /** Returns the character with the mesh of a part in the shape of its rest morph weights. */
  private SkinnedCharacter withRestMorphs(Part part) {
    Geometry geometry = character.geometry(part);
    MorphTargets morphs = geometry.morphs();
    if (morphs.isEmpty()) {
      return character;
    }
    TriMesh mesh = geometry.mesh();
    Pose rest = character.restPose();
    float[] moved = mesh.wedgePositions();
    for (int t = 0; t < morphs.count(); t++) {
      morphs.addPositions(t, rest.morphWeight(part.node(), t), moved);
    }
    double[] positions = mesh.positions();
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      for (int axis = 0; axis < 3; axis++) {
        positions[3 * mesh.vertexOfWedge(w) + axis] = moved[3 * w + axis];
      }
    }
    List<Geometry> meshes = new ArrayList<>(character.meshes());
    meshes.set(part.mesh(), geometry.withMesh(mesh.withPositions(positions)));
    return character.withMeshes(meshes);
  }

  SkinnedCharacter character() {
    return character;
  }

  MeshJoiner joiner() {
    return joiner;
  }

  int vertexCount() {
    return joiner.vertexCount();
  }

  /** Returns the number of joints that move a vertex. */
  int count(int vertex) {
    return rowStart[vertex + 1] - rowStart[vertex];
  }

  /** Returns joint i of a vertex, an index into the skeleton. */
  int joint(int vertex, int i) {
    return joints[rowStart[vertex] + i];
  }

  /** Returns component k of the coordinates p of joint i of a vertex. */
  double value(int vertex, int i, int k) {
    return values[AnimationCoords.SIZE * (rowStart[vertex] + i) + k];
  }

  /**
   * Computes x, y, z of a vertex in a pose.
   *
   * @param globals the global transforms of all joints, 12 values each
   */
  void place(double[] globals, int vertex, double[] out, int o) {
    double x = 0;
    double y = 0;
    double z = 0;
    for (int n = rowStart[vertex]; n < rowStart[vertex + 1]; n++) {
      int g = Affine.SIZE * joints[n];
      int p = AnimationCoords.SIZE * n;
      double a = values[p];
      double b = values[p + 1];
      double c = values[p + 2];
      double w = values[p + 3];
      x += globals[g] * a + globals[g + 1] * b + globals[g + 2] * c + globals[g + 3] * w;
      y += globals[g + 4] * a + globals[g + 5] * b + globals[g + 6] * c + globals[g + 7] * w;
      z += globals[g + 8] * a + globals[g + 9] * b + globals[g + 10] * c + globals[g + 11] * w;
    }
    out[o] = x;
    out[o + 1] = y;
    out[o + 2] = z;
  }

  /** Returns the global transforms of all joints of a pose, 12 values each. */
  static double[] globals(Pose pose) {
    double[] out = new double[Affine.SIZE * pose.skeleton().jointCount()];
    for (int j = 0; j < pose.skeleton().jointCount(); j++) {
      pose.copyGlobal(j, out, Affine.SIZE * j);
    }
    return out;
  }

  /** Returns x, y, z of all vertices in a pose. */
  double[] place(Pose pose) {
    double[] globals = globals(pose);
    double[] out = new double[3 * vertexCount()];
    for (int v = 0; v < vertexCount(); v++) {
      place(globals, v, out, 3 * v);
    }
    return out;
  }
}
