package dev.sinew.demo;

import dev.sinew.model.TriMesh;
import dev.sinew.sample.SoftParts;
import java.util.ArrayList;
import java.util.List;

/**
 * A recording to learn dynamics from: the belly of the built-in figure as soft flesh. A mass at
 * every vertex is pulled to its skinned place by a damped spring, and neighbours pull each other to
 * the distance that skinning gives them, so that waves run through it.
 */
final class SoftBelly {
  /** Vertices of less softness follow the skin. */
  private static final double FIRM = 0.05;

  /** The natural angular frequency of the softest mass: 2 Hz. */
  private static final double FREQUENCY = 2 * Math.PI * 2;

  private static final double DAMPING = 0.1;
  private static final double COUPLING = 120;
  private static final int STEPS = 12;

  private final double[] softness;
  private final List<int[]> edges = new ArrayList<>();

  SoftBelly(TriMesh mesh) {
    softness = SoftParts.bellyOfBiped(mesh);
    for (int t = 0; t < mesh.triangleCount(); t++) {
      for (int c = 0; c < 3; c++) {
        int a = mesh.vertex(t, c);
        int b = mesh.vertex(t, (c + 1) % 3);
        // Inner edges belong to two triangles: each counts once, from its smaller vertex.
        if (a < b && (softness[a] >= FIRM || softness[b] >= FIRM)) {
          edges.add(new int[] {3 * a, 3 * b});
        }
      }
    }
  }

  /**
   * Returns the flesh in motion.
   *
   * @param skinned x, y, z of every vertex as skinned, per frame
   */
  List<float[]> record(List<float[]> skinned, double framesPerSecond) {
    double h = 1 / (framesPerSecond * STEPS);
    double[] at = wide(skinned.getFirst());
    double[] speed = new double[at.length];
    List<float[]> out = new ArrayList<>(List.of(skinned.getFirst()));
    for (int f = 1; f < skinned.size(); f++) {
      for (int s = 1; s <= STEPS; s++) {
        double[] target = between(skinned.get(f - 1), skinned.get(f), (double) s / STEPS);
        step(at, speed, target, h);
      }
      float[] shape = skinned.get(f).clone();
      for (int i = 0; i < shape.length; i++) {
        shape[i] = softness[i / 3] >= FIRM ? (float) at[i] : shape[i];
      }
      out.add(shape);
    }
    return out;
  }

  private void step(double[] at, double[] speed, double[] target, double h) {
    double[] force = new double[at.length];
    for (int[] edge : edges) {
      for (int c = 0; c < 3; c++) {
        int a = edge[0] + c;
        int b = edge[1] + c;
        double pull = COUPLING * (at[b] - at[a] - (target[b] - target[a]));
        force[a] += pull;
        force[b] -= pull;
      }
    }
    for (int i = 0; i < at.length; i++) {
      double soft = softness[i / 3];
      if (soft < FIRM) {
        at[i] = target[i];
        continue;
      }
      double stiffness = FREQUENCY * FREQUENCY / soft;
      force[i] += stiffness * (target[i] - at[i]) - 2 * DAMPING * Math.sqrt(stiffness) * speed[i];
      speed[i] += h * force[i];
      at[i] += h * speed[i];
    }
  }

  private static double[] wide(float[] values) {
    return between(values, values, 0);
  }

  private static double[] between(float[] from, float[] to, double share) {
    double[] out = new double[from.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = from[i] + share * (to[i] - from[i]);
    }
    return out;
  }
}
