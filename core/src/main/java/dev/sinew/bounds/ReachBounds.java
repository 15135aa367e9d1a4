package dev.sinew.bounds;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.pose.JointRange;
import dev.sinew.run.ArrayChecks;
import java.util.Arrays;
import java.util.List;

/**
 * Bounds on the positions of points in animation space when every joint moves anywhere within its
 * {@link JointRange}: the L2,∞ norm ("Animation Space: A Truly Linear Framework for Character
 * Animation", section 5; the propagation of bounding volumes is derived in Merry's thesis, section
 * 3.3.3), tighter for joints whose rotations lie in a cone.
 *
 * <p><b>Balls.</b> v = Σ_j G_j p_j is summed from the leaves up: a joint passes t W + R S u to its
 * parent, where u is the sum of its own p_j and of the sums of its children, W the sum of the
 * weights. If u lies in the ball (c, r) and in the ball (0, N), then
 *
 * <ul>
 *   <li>scales s = m ± h give S u in (m∘c, max|s| r + |h∘c|) and in (0, max|s| N);
 *   <li>a rotation within θ &lt; 90° of R̄ puts the centre on a spherical cap about R̄ c, whose
 *       smallest enclosing ball is (cos θ R̄ c, sin θ |c|): so (cos θ R̄ c, r + sin θ |c|); beyond
 *       90° and for any rotation (0, |c| + r); rotation does not change N; the smaller ball is
 *       kept;
 *   <li>a translation within (t, ρ) adds W t to the centre and |W| ρ to the radius;
 *   <li>the sum of two balls has the sums of their centres, radii and N; |c| + r replaces N if it
 *       is smaller.
 * </ul>
 *
 * <p>With unlimited rotations this is the norm of the paper, which is attained in some pose.
 *
 * <p><b>Supports.</b> Balls are loose where the true sets are caps. So bounds of vertex sets come
 * from {@link Support}s. Grouped by joint space, v = Σ_j A_j e_j with A_j the linear part of G_j
 * and e_j = p_j + Σ over children W_c t_c, and d · v = Σ_j (A_jᵀ d) · e_j. From the root down, A_jᵀ
 * d is a vector of length g_j within an angle Θ_j of a known mean direction, Θ_j being the sum of
 * the cones' angles so far; so a term is at most g_j |e_j| cos max(0, α − Θ_j) with α the angle
 * between e_j and the mean direction. Above the first joint that is not fixed the direction is
 * exact. Translations are hulls, whose largest term is at one of their points.
 *
 * <p>All computations are in double precision. {@link #rounding} bounds their rounding errors and
 * those of deformers that use single precision.
 */
public final class ReachBounds {
  private final Skeleton skeleton;
  private final JointBounds[] joints;

  /** Per joint: the largest factor by which a vector in its space grows. */
  final double[] gain;

  /** Per joint: the largest distance of its origin from the scene's origin. */
  final double[] originReach;

  private ReachBounds(Skeleton skeleton, JointBounds[] joints) {
    this.skeleton = skeleton;
    this.joints = joints;
    gain = new double[joints.length];
    originReach = new double[joints.length];
    for (int j = 0; j < joints.length; j++) {
      int parent = skeleton.parent(j);
      double above = parent < 0 ? 1 : gain[parent];
      gain[j] = above * joints[j].high;
      originReach[j] = (parent < 0 ? 0 : originReach[parent]) + above * joints[j].shiftLength();
    }
  }

  /**
   * Returns bounds over all poses within joint ranges.
   *
   * @param ranges one per joint of the skeleton
   */
  public static ReachBounds of(Skeleton skeleton, List<JointRange> ranges) {
    ArrayChecks.size("ranges", ranges.size(), skeleton.jointCount());
    JointBounds[] joints = new JointBounds[skeleton.jointCount()];
    for (int j = 0; j < joints.length; j++) {
      joints[j] = JointBounds.of(skeleton, j, ranges.get(j));
    }
    return new ReachBounds(skeleton, joints);
  }

  Skeleton skeleton() {
    return skeleton;
  }

  JointBounds joint(int j) {
    return joints[j];
  }

  /** Returns a ball in scene space that contains a row, a point or a vector, in all poses. */
  public Sphere sphere(Skin skin, AnimationCoords coords, int row) {
    return propagate(skin, coords, row).toSphere();
  }

  /** Returns a bound on |Σ_j G_j p_j| over all poses: the L2,∞ norm of a row. */
  public double norm(Skin skin, AnimationCoords coords, int row) {
    Volume all = propagate(skin, coords, row);
    return Math.min(all.norm, JointBounds.length(all.centre) + all.radius) * (1 + 1e-9);
  }

  /** Returns a bound on the distance between two points over all poses. */
  public double distance(Skin skin, AnimationCoords a, int rowA, AnimationCoords b, int rowB) {
    AnimationCoords.Builder difference = AnimationCoords.builder();
    difference.add(a, rowA, 1).add(b, rowB, -1).endRow();
    return norm(skin, difference.buildVectors(), 0);
  }

  /**
   * Returns a bound on the rounding errors of points in single precision: 2⁻²⁰ of their reach, far
   * more than in double precision.
   */
  public double rounding(MovingPoints points) {
    return reach(points) * 0x1p-20;
  }

  /**
   * Returns a bound on the distance of all points, and of all intermediate results, from the
   * origin.
   */
  double reach(MovingPoints points) {
    double max = 0;
    for (int r = 0, at = 0; r < points.count(); r++) {
      double reach = 0;
      for (int i = 0; i < points.coords.count(r); i++, at++) {
        int j = points.node(r, i);
        double weight = Math.abs(points.coords.value(r, i, 3));
        double length =
            Math.sqrt(
                square(points.coords.value(r, i, 0))
                    + square(points.coords.value(r, i, 1))
                    + square(points.coords.value(r, i, 2)));
        reach +=
            gain[j] * (length + points.slack[at] + 2 * weight * points.restReach(r, i))
                + weight * originReach[j];
      }
      max = Math.max(max, reach);
    }
    return max;
  }

  private static double square(double x) {
    return x * x;
  }

  /**
   * Sums a row from the last joint to the first: parents have smaller indices than their children.
   */
  private Volume propagate(Skin skin, AnimationCoords coords, int row) {
    if (coords.jointsNeeded() > skin.jointCount()) {
      throw new IllegalArgumentException(
          "joints: expected up to " + skin.jointCount() + ", need " + coords.jointsNeeded());
    }
    Volume[] volumes = new Volume[joints.length];
    int last = -1;
    for (int i = 0; i < coords.count(row); i++) {
      int j = skin.joint(coords.joint(row, i));
      Volume own = new Volume();
      for (int c = 0; c < 3; c++) {
        own.centre[c] = coords.value(row, i, c);
      }
      own.weight = coords.value(row, i, 3);
      own.norm = JointBounds.length(own.centre);
      Volume there = volumes[j];
      if (there == null) {
        volumes[j] = own;
      } else {
        there.add(own);
      }
      last = Math.max(last, j);
    }
    Volume scene = new Volume();
    for (int j = last; j >= 0; j--) {
      Volume here = volumes[j];
      if (here == null) {
        continue;
      }
      here.moveBy(joints[j]);
      int parent = skeleton.parent(j);
      if (parent < 0) {
        scene.add(here);
      } else if (volumes[parent] == null) {
        volumes[parent] = here;
      } else {
        volumes[parent].add(here);
      }
    }
    return scene;
  }

  /** The ball (centre, radius), the ball (0, norm), and the sum of weights. */
  private static final class Volume {
    private final double[] centre = new double[3];
    private double radius;
    private double norm;
    private double weight;

    void add(Volume other) {
      for (int c = 0; c < 3; c++) {
        centre[c] += other.centre[c];
      }
      radius += other.radius;
      weight += other.weight;
      norm = Math.min(norm + other.norm, JointBounds.length(centre) + radius);
    }

    void moveBy(JointBounds joint) {
      norm = Math.min(norm, JointBounds.length(centre) + radius) * joint.high;
      if (joint.fixed.length > 0) {
        multiply(joint.fixed, centre);
        radius *= joint.high;
      } else if (joint.angle >= Math.PI / 2) {
        collapse();
      } else {
        scale(joint);
        double length = JointBounds.length(centre);
        multiply(joint.mean, centre);
        double cosine = Math.cos(joint.angle);
        for (int c = 0; c < 3; c++) {
          centre[c] *= cosine;
        }
        radius += length * Math.sin(joint.angle);
        if (norm < radius) {
          collapse();
        }
      }
      translate(joint);
    }

    private void collapse() {
      Arrays.fill(centre, 0);
      radius = norm;
    }

    private void scale(JointBounds joint) {
      double off = 0;
      for (int c = 0; c < 3; c++) {
        off += square(joint.scaleHalf[c] * centre[c]);
        centre[c] *= joint.scale[c];
      }
      radius = joint.high * radius + Math.sqrt(off);
    }

    private void translate(JointBounds joint) {
      double[] shift = new double[3];
      for (int c = 0; c < 3; c++) {
        shift[c] = weight * joint.shift[c];
        centre[c] += shift[c];
      }
      double off = Math.abs(weight) * JointBounds.length(joint.shiftHalf);
      radius += off;
      norm = Math.min(norm + JointBounds.length(shift) + off, JointBounds.length(centre) + radius);
    }

    private static void multiply(double[] m, double[] v) {
      double x = v[0], y = v[1], z = v[2];
      for (int r = 0; r < 3; r++) {
        v[r] = m[3 * r] * x + m[3 * r + 1] * y + m[3 * r + 2] * z;
      }
    }

    Sphere toSphere() {
      double length = JointBounds.length(centre);
      return norm < radius
          ? new Sphere(0, 0, 0, norm * (1 + 1e-9))
          : new Sphere(centre[0], centre[1], centre[2], radius + 1e-9 * (length + radius));
    }
  }
}
