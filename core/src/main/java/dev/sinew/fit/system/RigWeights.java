package dev.sinew.fit.system;

import dev.sinew.math.Affine;
import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The weights that a rig has for the vertices of examples.
 *
 * @param joints the joints of the skeleton that the weights are of, each once
 * @param influences per vertex of the examples, indices of that list with their weights
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
public record RigWeights(int[] joints, Influences influences) {

  /**
   * The maximum distance between corresponding vertices of the rig and the reference, in box sides.
   */
  private static final double MAX_DISTANCE = 0.02;

  /**
   * Returns the weights of all meshes together, in the order in which the scene shows them, or of
   * one of them; empty if neither has the vertices of the reference.
   */
  public static Optional<RigWeights> of(SkinnedCharacter rig, TriMesh reference) {
    Optional<RigWeights> all = ofParts(rig, rig.parts(), reference);
    if (all.isPresent()) {
      return all;
    }
    return rig.parts().stream()
        .filter(part -> part.skin() != SkinnedCharacter.NO_SKIN)
        .flatMap(part -> ofParts(rig, List.of(part), reference).stream())
        .findFirst();
  }

  private static Optional<RigWeights> ofParts(
      SkinnedCharacter rig, List<Part> parts, TriMesh reference) {
    List<Geometry> meshes = new ArrayList<>();
    List<Part> shown = new ArrayList<>();
    for (Part part : parts) {
      // A mesh that is shown twice is two meshes of the examples.
      shown.add(new Part(part.name(), part.node(), meshes.size(), part.skin()));
      meshes.add(rig.geometry(part));
    }
    JoinedCharacter joined =
        new JoinedCharacter(
            new SkinnedCharacter(rig.skeleton(), rig.skins(), meshes, shown, List.of()));
    TriMesh mesh = joined.mesh();
    int count = reference.vertexCount();
    int[] points;
    if (count == mesh.vertexCount()) {
      points = IntStream.range(0, count).toArray();
    } else if (count == mesh.wedgeCount()) {
      points = mesh.wedgeVertices();
    } else {
      return Optional.empty();
    }
    return isAt(reference, points, restPositions(joined))
            || isAt(reference, points, mesh.positions())
        ? Optional.of(weights(joined, points))
        : Optional.empty();
  }

  /** Returns the joints of all skins, each once. */
  public static int[] jointsOfSkins(SkinnedCharacter rig) {
    return rig.skins().stream()
        .flatMapToInt(skin -> IntStream.range(0, skin.jointCount()).map(skin::joint))
        .distinct()
        .toArray();
  }

  private static boolean isAt(TriMesh reference, int[] points, double[] positions) {
    double allowed = MAX_DISTANCE * reference.bounds().longestSide();
    for (int v = 0; v < points.length; v++) {
      for (int axis = 0; axis < 3; axis++) {
        double at = positions[3 * points[v] + axis];
        if (!(Math.abs(at - reference.position(v, axis)) <= allowed)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns the vertices as the scene shows them at rest, whatever the units of the meshes. */
  private static double[] restPositions(JoinedCharacter joined) {
    double[] matrices = joined.matrices(joined.character().restPose());
    double[] offsets = joined.morphOffsets(joined.character().restPose());
    double[] out = new double[3 * joined.mesh().vertexCount()];
    double[] moved = new double[3];
    double[] x = new double[3];
    for (int p = 0; p < joined.mesh().vertexCount(); p++) {
      for (int axis = 0; axis < 3; axis++) {
        x[axis] =
            joined.mesh().position(p, axis) + (offsets.length > 0 ? offsets[3 * p + axis] : 0);
      }
      for (int i = 0; i < joined.influences().count(p); i++) {
        int bone = Affine.SIZE * joined.influences().joint(p, i);
        Affine.transformPoint(matrices, bone, x, 0, moved, 0);
        for (int axis = 0; axis < 3; axis++) {
          out[3 * p + axis] += joined.influences().weight(p, i) * moved[axis];
        }
      }
    }
    return out;
  }

  private static RigWeights weights(JoinedCharacter joined, int[] points) {
    int[] boneJoints = joined.boneJoints();
    Map<Integer, Integer> index = new LinkedHashMap<>();
    for (int joint : boneJoints) {
      index.putIfAbsent(joint, index.size());
    }
    Influences.Builder rows = Influences.builder();
    for (int point : points) {
      // Several skins may have the same joint.
      Map<Integer, Double> row = new TreeMap<>();
      for (int i = 0; i < joined.influences().count(point); i++) {
        int joint = boneJoints[joined.influences().joint(point, i)];
        row.merge(index.getOrDefault(joint, 0), joined.influences().weight(point, i), Double::sum);
      }
      row.forEach(rows::add);
      rows.endRow();
    }
    return new RigWeights(
        index.keySet().stream().mapToInt(Integer::intValue).toArray(), rows.build());
  }
}
