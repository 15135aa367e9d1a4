package dev.sinew.pose;

import dev.sinew.math.Affine;
import dev.sinew.math.Procrustes;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Says which clips of a character move it. The motion of a clip is the largest distance of a point
 * of the surface from where it is at rest, after the best rigid motion of the whole character, in
 * units of the longest box side at rest. A frame that shows the bind pose is at rest, too, also if
 * the nodes of the file have another rest pose.
 *
 * <p>The motion limits what a clip can show: weights, however wrong, move no point further from its
 * right place than the clip moves the points from one another. Errors over a clip of a motion below
 * {@link #LEAST} say nothing about the skin.
 *
 * <p>Looks at a few points of every joint, in scene units.
 */
final class ClipMotion {
  /** The least motion of a clip that counts. */
  static final double LEAST = 0.01;

  private static final int POINTS_PER_JOINT = 4;
  private static final double FRAMES_PER_SECOND = 30;
  private static final int MAX_FRAMES = 256;

  private final SkinnedCharacter character;
  private final List<Probe> probes = new ArrayList<>();
  private final List<double[]> references = new ArrayList<>();
  private final Map<Integer, double[]> morphReach = new HashMap<>();
  private final double size;

  private record Probe(Part part, int vertex) {}

  ClipMotion(SkinnedCharacter character) {
    this.character = character;
    for (Part part : character.parts()) {
      addProbes(part);
    }
    double[] rest = shape(character.restPose());
    size = longestSide(rest);
    references.add(rest);
    if (character.parts().stream().allMatch(ClipMotion::isSkinned)) {
      references.add(bindShape());
    }
  }

  /** Returns true if a part moves with the joints of a skin. */
  static boolean isSkinned(Part part) {
    return part.skin() != SkinnedCharacter.NO_SKIN;
  }

  /** Returns true if a clip moves the character by {@link #LEAST} or more. */
  boolean counts(Clip clip) {
    if (probes.isEmpty() || !(size > 0)) {
      return true; // Nothing to see: no reason to leave it out.
    }
    int frames = (int) Math.ceil(FRAMES_PER_SECOND * Math.min(clip.duration(), 1e6)) + 1;
    frames = Math.clamp(frames, 2, MAX_FRAMES);
    Pose pose = character.restPose();
    for (int f = 0; f < frames; f++) {
      clip.sample(clip.duration() * f / (frames - 1), pose);
      // Also true of frames that are not finite: others say what is wrong with them.
      if (!(motion(pose) < LEAST)) {
        return true;
      }
    }
    return false;
  }

  private double motion(Pose pose) {
    double[] shape = shape(pose);
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < references.size(); i++) {
      // The bind pose is in the space of the meshes, which may have another unit.
      least = Math.min(least, distance(references.get(i), shape, i > 0));
    }
    return least + morphing(pose);
  }

  /** Returns the largest distance between corresponding points after the best alignment. */
  private double distance(double[] from, double[] to, boolean scaled) {
    double[] target = new double[12];
    double[] moments = new double[16];
    double unit = Math.max(longestSide(from), Double.MIN_NORMAL);
    double[] x = {0, 0, 0, 1};
    for (int p = 0; p < from.length; p += 3) {
      for (int i = 0; i < 3; i++) {
        x[i] = (from[p + i] - from[i]) / unit;
      }
      for (int i = 0; i < 4; i++) {
        for (int r = 0; r < 3; r++) {
          target[4 * r + i] += (to[p + r] - to[r]) / size * x[i];
        }
        for (int k = 0; k < 4; k++) {
          moments[4 * k + i] += x[k] * x[i];
        }
      }
    }
    double[] fit = new double[Affine.SIZE];
    if (!new Procrustes(scaled).solve(target, moments, 0, fit, 0)) {
      return Double.NaN;
    }
    double max = 0;
    for (int p = 0; p < from.length; p += 3) {
      double sum = 0;
      for (int r = 0; r < 3; r++) {
        double d = fit[4 * r + 3] - (to[p + r] - to[r]) / size;
        for (int i = 0; i < 3; i++) {
          d += fit[4 * r + i] * (from[p + i] - from[i]) / unit;
        }
        sum += d * d;
      }
      max = Math.max(max, sum);
    }
    return Math.sqrt(max);
  }

  /** Returns a bound of how far morph targets move a point from rest. */
  private double morphing(Pose pose) {
    Pose rest = character.restPose();
    double max = 0;
    for (Part part : character.parts()) {
      MorphTargets morphs = character.geometry(part).morphs();
      double sum = 0;
      for (int t = 0; t < morphs.count(); t++) {
        double change = pose.morphWeight(part.node(), t) - rest.morphWeight(part.node(), t);
        sum += change == 0 ? 0 : Math.abs(change) * reach(part.mesh(), t);
      }
      max = Math.max(max, sum);
    }
    return max;
  }

  /** Returns how far a morph target moves a point, in units of its mesh's longest side. */
  private double reach(int mesh, int target) {
    Geometry geometry = character.meshes().get(mesh);
    double[] known =
        morphReach.computeIfAbsent(
            mesh,
            m -> {
              double[] none = new double[geometry.morphs().count()];
              Arrays.fill(none, -1);
              return none;
            });
    if (known[target] < 0) {
      float[] offsets = geometry.morphs().positionOffsets(target);
      double side = geometry.mesh().bounds().longestSide();
      known[target] = side > 0 ? longest(offsets) / side : 0;
    }
    return known[target];
  }

  private static double longest(float[] vectors) {
    double max = 0;
    for (int i = 0; i < vectors.length; i += 3) {
      max = Math.max(max, Math.hypot(Math.hypot(vectors[i], vectors[i + 1]), vectors[i + 2]));
    }
    return max;
  }

  /** Adds a few vertices of every joint, far from each other: those of which it has most weight. */
  private void addProbes(Part part) {
    Geometry geometry = character.geometry(part);
    Influences influences = character.skinning(part).influences().orElse(null);
    int joints = influences == null ? 1 : character.skins().get(part.skin()).jointCount();
    List<List<Integer>> ofJoint = new ArrayList<>();
    for (int j = 0; j < joints; j++) {
      ofJoint.add(new ArrayList<>());
    }
    for (int v = 0; v < geometry.mesh().vertexCount(); v++) {
      ofJoint.get(influences == null ? 0 : heaviest(influences, v)).add(v);
    }
    for (List<Integer> vertices : ofJoint) {
      int[] own = vertices.stream().mapToInt(Integer::intValue).toArray();
      addSpread(part, geometry, own);
    }
  }

  private static int heaviest(Influences influences, int v) {
    int best = 0;
    for (int i = 1; i < influences.count(v); i++) {
      best = influences.weight(v, i) > influences.weight(v, best) ? i : best;
    }
    return influences.count(v) == 0 ? 0 : influences.joint(v, best);
  }

  private void addSpread(Part part, Geometry geometry, int[] vertices) {
    double[] distance = new double[vertices.length];
    Arrays.fill(distance, Double.POSITIVE_INFINITY);
    int next = 0;
    for (int n = 0; n < POINTS_PER_JOINT && n < vertices.length && distance[next] > 0; n++) {
      int chosen = vertices[next];
      probes.add(new Probe(part, chosen));
      for (int i = 0; i < vertices.length; i++) {
        double sum = 0;
        for (int c = 0; c < 3; c++) {
          double d = geometry.mesh().position(vertices[i], c) - geometry.mesh().position(chosen, c);
          sum += d * d;
        }
        distance[i] = Math.min(distance[i], sum);
      }
      next = 0;
      for (int i = 1; i < vertices.length; i++) {
        next = distance[i] > distance[next] ? i : next;
      }
    }
  }

  private double[] bindShape() {
    double[] out = new double[3 * probes.size()];
    for (int p = 0; p < probes.size(); p++) {
      for (int c = 0; c < 3; c++) {
        out[3 * p + c] =
            character.geometry(probes.get(p).part).mesh().position(probes.get(p).vertex, c);
      }
    }
    return out;
  }

  /** Returns the positions of the probes in a pose, without morph targets. */
  private double[] shape(Pose pose) {
    double[] out = new double[3 * probes.size()];
    double[] matrices = new double[0];
    Part last = null;
    for (int p = 0; p < probes.size(); p++) {
      Probe probe = probes.get(p);
      if (!probe.part.equals(last)) {
        last = probe.part;
        matrices = matrices(probe.part, pose);
      }
      blend(probe, matrices, out, 3 * p);
    }
    return out;
  }

  private double[] matrices(Part part, Pose pose) {
    if (!isSkinned(part)) {
      double[] node = new double[Affine.SIZE];
      pose.copyGlobal(part.node(), node, 0);
      return node;
    }
    Skin skin = character.skins().get(part.skin());
    double[] out = new double[Affine.SIZE * skin.jointCount()];
    skin.skinningMatrices(pose, out);
    return out;
  }

  private void blend(Probe probe, double[] matrices, double[] out, int at) {
    Geometry geometry = character.geometry(probe.part);
    Influences influences = character.skinning(probe.part).influences().orElse(null);
    double[] x = new double[3];
    double[] moved = new double[3];
    for (int c = 0; c < 3; c++) {
      x[c] = geometry.mesh().position(probe.vertex, c);
    }
    int count = influences == null ? 1 : influences.count(probe.vertex);
    for (int i = 0; i < count; i++) {
      int joint = influences == null ? 0 : influences.joint(probe.vertex, i);
      double weight = influences == null ? 1 : influences.weight(probe.vertex, i);
      Affine.transformPoint(matrices, Affine.SIZE * joint, x, 0, moved, 0);
      for (int c = 0; c < 3; c++) {
        out[at + c] += weight * moved[c];
      }
    }
  }

  private static double longestSide(double[] points) {
    double longest = 0;
    for (int c = 0; c < 3; c++) {
      double min = Double.POSITIVE_INFINITY;
      double max = Double.NEGATIVE_INFINITY;
      for (int i = c; i < points.length; i += 3) {
        min = Math.min(min, points[i]);
        max = Math.max(max, points[i]);
      }
      longest = Math.max(longest, max - min);
    }
    return longest;
  }
}
