package dev.sinew.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Soft flesh in motion, simulated step by step: a mass at every vertex is pulled to a moving target
 * by a damped spring, and springs along the edges of the mesh pull neighbours to the distance of
 * their targets. Small explicit time steps, in scene space.
 */
public final class MassSpring {
  /** Vertices of less softness stay on their targets. */
  private static final double PINNED = 0.05;

  private final int[] active;
  private final double[] softness;
  private final List<int[]> edges = new ArrayList<>();
  private final int[] triangles;
  private final Flesh flesh;

  /**
   * The material, per unit mass.
   *
   * @param frequency the natural frequency in hertz of a mass of softness 1 on its own spring
   * @param dampingRatio the damping of that spring; 1 is critical
   * @param edgeStiffness the stiffness of the springs between neighbours, in 1/s²
   * @param edgeDamping the damping of their relative motion, in 1/s
   * @param tangential how many times as stiff the springs of masses are along the surface as along
   *     its normal; skin slides less than it lifts
   */
  public record Flesh(
      double frequency,
      double dampingRatio,
      double edgeStiffness,
      double edgeDamping,
      double tangential) {
    /** Flesh of springs that are the same in all directions. */
    public Flesh(double frequency, double dampingRatio, double edgeStiffness, double edgeDamping) {
      this(frequency, dampingRatio, edgeStiffness, edgeDamping, 1);
    }
  }

  /**
   * @param triangles three vertices each; their edges carry springs
   * @param softness per vertex: 0 is rigid, 1 has the frequency of the material, values between
   *     have stiffer springs
   */
  public MassSpring(int[] triangles, double[] softness, Flesh flesh) {
    this.flesh = flesh;
    this.triangles = triangles.clone();
    Set<List<Integer>> springs = new LinkedHashSet<>();
    for (int t = 0; t < triangles.length; t += 3) {
      for (int c = 0; c < 3; c++) {
        int a = triangles[t + c];
        int b = triangles[t + (c + 1) % 3];
        if (softness[a] >= PINNED || softness[b] >= PINNED) {
          springs.add(List.of(Math.min(a, b), Math.max(a, b)));
        }
      }
    }
    active = springs.stream().flatMap(List::stream).mapToInt(i -> i).distinct().sorted().toArray();
    this.softness = Arrays.stream(active).mapToDouble(v -> softness[v]).toArray();
    for (List<Integer> spring : springs) {
      edges.add(
          new int[] {
            Arrays.binarySearch(active, spring.get(0)), Arrays.binarySearch(active, spring.get(1))
          });
    }
  }

  private boolean isSoft(int mass) {
    return softness[mass] >= PINNED;
  }

  /**
   * Simulates masses that start on the first targets and move with them.
   *
   * @param targets x, y, z of every vertex per frame
   * @param framesPerSecond the rate of the frames
   * @param steps time steps per frame
   * @return x, y, z of every vertex per frame; rigid vertices are at their targets
   */
  public List<double[]> run(List<double[]> targets, double framesPerSecond, int steps) {
    double h = 1 / (framesPerSecond * steps);
    double[] target = between(targets, 0, 0);
    double[] y = target.clone();
    double[] v = between(targets, 0, 1);
    for (int i = 0; i < v.length; i++) {
      v[i] = (v[i] - y[i]) * framesPerSecond;
    }
    List<double[]> out = new ArrayList<>();
    out.add(targets.getFirst().clone());
    for (int f = 0; f + 1 < targets.size(); f++) {
      double[] normals = normals(targets.get(f));
      for (int s = 1; s <= steps; s++) {
        double[] before = target;
        target = between(targets, f, (double) s / steps);
        double[] force = forces(y, v, before, target, normals, h);
        for (int i = 0; i < y.length; i++) {
          if (isSoft(i / 3)) {
            v[i] += h * force[i];
            y[i] += h * v[i];
          } else {
            v[i] = (target[i] - before[i]) / h;
            y[i] = target[i];
          }
        }
      }
      double[] shape = targets.get(f + 1).clone();
      for (int m = 0; m < active.length; m++) {
        if (isSoft(m)) {
          System.arraycopy(y, 3 * m, shape, 3 * active[m], 3);
        }
      }
      out.add(shape);
    }
    return out;
  }

  private double[] forces(
      double[] y, double[] v, double[] before, double[] target, double[] normals, double h) {
    double[] force = new double[y.length];
    double omega = 2 * Math.PI * flesh.frequency;
    for (int m = 0; m < active.length; m++) {
      if (isSoft(m)) {
        double k = omega * omega / softness[m];
        double c = 2 * flesh.dampingRatio * Math.sqrt(k);
        double slideC = c * Math.sqrt(flesh.tangential);
        double offset = 0;
        double speed = 0;
        for (int i = 3 * m; i < 3 * m + 3; i++) {
          offset += (target[i] - y[i]) * normals[i];
          speed += ((target[i] - before[i]) / h - v[i]) * normals[i];
        }
        for (int i = 3 * m; i < 3 * m + 3; i++) {
          double slide = target[i] - y[i] - offset * normals[i];
          double slideSpeed = (target[i] - before[i]) / h - v[i] - speed * normals[i];
          force[i] =
              (k * offset + c * speed) * normals[i]
                  + flesh.tangential * k * slide
                  + slideC * slideSpeed;
        }
      }
    }
    for (int[] edge : edges) {
      int a = 3 * edge[0];
      int b = 3 * edge[1];
      double length = distance(y, a, b);
      double stretch = length - distance(target, a, b);
      for (int k = 0; k < 3; k++) {
        double along = length > 0 ? (y[b + k] - y[a + k]) / length : 0;
        double pull =
            flesh.edgeStiffness * stretch * along + flesh.edgeDamping * (v[b + k] - v[a + k]);
        force[a + k] += pull;
        force[b + k] -= pull;
      }
    }
    return force;
  }

  /** Returns the masses' normals of a frame: sums of those of their triangles by area. */
  private double[] normals(double[] points) {
    double[] sums = new double[points.length];
    for (int t = 0; t < triangles.length; t += 3) {
      int a = 3 * triangles[t];
      int b = 3 * triangles[t + 1];
      int c = 3 * triangles[t + 2];
      for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3;
        int j = (k + 2) % 3;
        double n =
            (points[b + i] - points[a + i]) * (points[c + j] - points[a + j])
                - (points[b + j] - points[a + j]) * (points[c + i] - points[a + i]);
        sums[a + k] += n;
        sums[b + k] += n;
        sums[c + k] += n;
      }
    }
    double[] out = new double[3 * active.length];
    for (int m = 0; m < active.length; m++) {
      int v = 3 * active[m];
      double length =
          Math.sqrt(sums[v] * sums[v] + sums[v + 1] * sums[v + 1] + sums[v + 2] * sums[v + 2]);
      for (int k = 0; k < 3; k++) {
        out[3 * m + k] = length > 0 ? sums[v + k] / length : 0;
      }
    }
    return out;
  }

  private static double distance(double[] points, int a, int b) {
    double x = points[b] - points[a];
    double y = points[b + 1] - points[a + 1];
    double z = points[b + 2] - points[a + 2];
    return Math.sqrt(x * x + y * y + z * z);
  }

  /** Returns the masses' targets between frame f and the next, on a Catmull-Rom spline. */
  private double[] between(List<double[]> targets, int f, double u) {
    double[] b = targets.get(f);
    double[] c = targets.get(f + 1);
    double[] out = new double[3 * active.length];
    for (int i = 0; i < out.length; i++) {
      int k = 3 * active[i / 3] + i % 3;
      // Before the first and after the last frame the motion is straight.
      double a = f > 0 ? targets.get(f - 1)[k] : 2 * b[k] - c[k];
      double d = f + 2 < targets.size() ? targets.get(f + 2)[k] : 2 * c[k] - b[k];
      double cubic = 3 * (b[k] - c[k]) + d - a;
      double square = 2 * a - 5 * b[k] + 4 * c[k] - d;
      out[i] = b[k] + 0.5 * u * (c[k] - a + u * (square + u * cubic));
    }
    return out;
  }
}
