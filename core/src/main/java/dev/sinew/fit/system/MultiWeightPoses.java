package dev.sinew.fit.system;

import dev.sinew.linalg.SmallCholesky;
import dev.sinew.math.Affine;
import dev.sinew.model.MultiWeights;
import dev.sinew.rig.Articulation;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.ShapeSet;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the motions of the bones that best reproduce shapes with a multi-weight skin: minimises Σ_v
 * Σ_r (Σ_j u_{j,r} · m_{j,r} − v_r)² per frame. Each coordinate has sums of its own, C_jl,r = Σ_v
 * u_{j,r} u_{l,r}ᵀ and D_j,r = Σ_v v_r u_{j,r}ᵀ, so no rotation is known in closed form: one
 * Gauss–Newton step per bone and sweep, shortened until the error falls.
 *
 * <p>A free bone moves alone, by a rotation about its place and a translation. A bone with a joint
 * takes its descendants with it and rotates about that joint; a root also moves.
 */
public final class MultiWeightPoses {
  private static final int SWEEPS = 40;
  private static final int HALVINGS = 5;

  /** Ends the sweeps of a frame: the relative fall of the error in one. */
  private static final double CONVERGED = 1e-6;

  private final int bones;
  private final RunContext context;

  /** C of bones j and l in coordinate r, from index 16 (3 (j · bones + l) + r). */
  private final double[] c;

  /** The bones that share vertices with each bone, including itself. */
  private final int[][] partners;

  /** The bones that move with each bone. */
  private final int[][] moved;

  private final boolean[] mayShift;
  private final @Nullable Articulation articulation;
  private final MultiWeights skin;

  /**
   * @param articulation the joints, or null if bones move freely
   */
  public MultiWeightPoses(
      MultiWeights skin, int bones, @Nullable Articulation articulation, RunContext context) {
    this.skin = skin;
    this.bones = bones;
    this.context = context;
    this.articulation = articulation;
    c = new double[48 * bones * bones];
    sumMoments();
    partners = new int[bones][];
    for (int b = 0; b < bones; b++) {
      partners[b] = partnersOf(b);
    }
    moved = new int[bones][];
    mayShift = new boolean[bones];
    for (int b = 0; b < bones; b++) {
      moved[b] = movedWith(b);
      mayShift[b] = articulation == null || articulation.tree().parents()[b] < 0;
    }
  }

  private void sumMoments() {
    for (int v = 0; v < skin.rowCount(); v++) {
      for (int i = 0; i < skin.count(v); i++) {
        for (int k = 0; k < skin.count(v); k++) {
          int at = 48 * (skin.joint(v, i) * bones + skin.joint(v, k));
          for (int e = 0; e < 48; e++) {
            int r = e / 16;
            c[at + e] += skin.value(v, i, 4 * r + e % 16 / 4) * skin.value(v, k, 4 * r + e % 4);
          }
        }
      }
    }
  }

  private int[] partnersOf(int bone) {
    return IntStream.range(0, bones)
        .filter(
            b -> {
              int at = 48 * (bone * bones + b);
              return IntStream.range(at, at + 48).anyMatch(i -> c[i] != 0);
            })
        .toArray();
  }

  private int[] movedWith(int bone) {
    if (articulation == null) {
      return new int[] {bone};
    }
    int[] parents = articulation.tree().parents();
    return IntStream.range(0, bones)
        .filter(
            b -> {
              int up = b;
              while (up >= 0 && up != bone) {
                up = parents[up];
              }
              return up == bone;
            })
        .toArray();
  }

  /**
   * Improves motions.
   *
   * @param shapes with the vertices of the skin
   * @param motions the start, with the joints of the articulation; overwritten
   */
  public void improve(ShapeSet shapes, BoneMotions motions) {
    double[] targets = sumTargets(shapes);
    double[] squares = shapes.squares();
    context.run(
        squares.length, k -> new Frame(targets, squares[k], shapes.frameCount(), k).solve(motions));
  }

  /** Returns D_j,r of each bone and frame, 12 values each. */
  private double[] sumTargets(ShapeSet shapes) {
    int frames = shapes.frameCount();
    double[] d = new double[Affine.SIZE * bones * frames];
    for (int v = 0; v < skin.rowCount(); v++) {
      for (int i = 0; i < skin.count(v); i++) {
        int at = Affine.SIZE * frames * skin.joint(v, i);
        for (int k = 0; k < frames; k++) {
          for (int e = 0; e < Affine.SIZE; e++) {
            d[at + Affine.SIZE * k + e] += shapes.position(k, v, e / 4) * skin.value(v, i, e);
          }
        }
      }
    }
    return d;
  }

  /** The motions of one frame while they are solved. */
  private final class Frame {
    private static final int MAX_UNKNOWNS = 6;

    private final double[] targets;
    private final double squares;
    private final int frames;
    private final int frame;
    private final double[] m = new double[Affine.SIZE * bones];
    private final double[] before = new double[Affine.SIZE * bones];

    /** The derivatives of the 12 values of each moved bone by each unknown. */
    private final double[] slopes = new double[MAX_UNKNOWNS * Affine.SIZE * bones];

    private final double[] matrix = new double[MAX_UNKNOWNS * MAX_UNKNOWNS];
    private final double[] step = new double[MAX_UNKNOWNS];
    private final double[] residual = new double[Affine.SIZE];
    private final double[] product = new double[Affine.SIZE];

    Frame(double[] targets, double squares, int frames, int frame) {
      this.targets = targets;
      this.squares = squares;
      this.frames = frames;
      this.frame = frame;
    }

    void solve(BoneMotions motions) {
      for (int b = 0; b < bones; b++) {
        motions.copy(b, frame, m, Affine.SIZE * b);
      }
      double error = error();
      for (int sweep = 0; sweep < SWEEPS; sweep++) {
        double start = error;
        for (int b = 0; b < bones; b++) {
          error = improve(b, error);
        }
        if (error > (1 - CONVERGED) * start) {
          break;
        }
      }
      for (int b = 0; b < bones; b++) {
        motions.set(b, frame, m, Affine.SIZE * b);
      }
    }

    /** Returns Σ_v |Σ_j U_j M_j − v|². */
    private double error() {
      double sum = squares;
      for (int j = 0; j < bones; j++) {
        for (int e = 0; e < Affine.SIZE; e++) {
          sum -= 2 * targets[target(j) + e] * m[Affine.SIZE * j + e];
        }
        for (int l : partners[j]) {
          multiply(j, l, m, Affine.SIZE * l, product);
          for (int e = 0; e < Affine.SIZE; e++) {
            sum += m[Affine.SIZE * j + e] * product[e];
          }
        }
      }
      return sum;
    }

    private int target(int bone) {
      return Affine.SIZE * (bone * frames + frame);
    }

    /** Computes C_jl,r x_r for all three rows. */
    private void multiply(int j, int l, double[] x, int o, double[] out) {
      int at = 48 * (j * bones + l);
      for (int e = 0; e < Affine.SIZE; e++) {
        int row = at + 4 * e;
        int from = o + e / 4 * 4;
        out[e] =
            c[row] * x[from]
                + c[row + 1] * x[from + 1]
                + c[row + 2] * x[from + 2]
                + c[row + 3] * x[from + 3];
      }
    }

    /** Moves a bone and those that it takes along; returns the error. */
    private double improve(int bone, double error) {
      int unknowns = mayShift[bone] ? 6 : 3;
      double[] pivot = pivot(bone);
      for (int n = 0; n < moved[bone].length; n++) {
        fillSlopes(moved[bone][n], pivot, MAX_UNKNOWNS * Affine.SIZE * n);
      }
      fillSystem(moved[bone], unknowns);
      SmallCholesky.factor(unknowns, matrix, 1e-12);
      SmallCholesky.solve(unknowns, matrix, step);
      System.arraycopy(m, 0, before, 0, m.length);
      for (int halving = 0; halving < HALVINGS; halving++) {
        move(moved[bone], pivot, unknowns, Math.scalb(1.0, -halving));
        double now = error();
        if (now < error) {
          return now;
        }
        System.arraycopy(before, 0, m, 0, m.length);
      }
      return error;
    }

    /** Returns the point about which a bone rotates: its joint, or the place of its origin. */
    private double[] pivot(int bone) {
      double[] at = new double[3];
      int g = Affine.SIZE * bone;
      for (int r = 0; r < 3; r++) {
        at[r] = m[g + 4 * r + 3];
        for (int s = 0; articulation != null && s < 3; s++) {
          at[r] += m[g + 4 * r + s] * articulation.joints()[3 * bone + s];
        }
      }
      return at;
    }

    /** Unknowns are a rotation vector about the pivot and a translation. */
    private void fillSlopes(int bone, double[] pivot, int o) {
      int g = Affine.SIZE * bone;
      Arrays.fill(slopes, o, o + MAX_UNKNOWNS * Affine.SIZE, 0);
      for (int axis = 0; axis < 3; axis++) {
        int y = (axis + 1) % 3;
        int z = (axis + 2) % 3;
        int at = o + Affine.SIZE * axis;
        for (int s = 0; s < 4; s++) {
          slopes[at + 4 * z + s] = m[g + 4 * y + s] - (s == 3 ? pivot[y] : 0);
          slopes[at + 4 * y + s] = -(m[g + 4 * z + s] - (s == 3 ? pivot[z] : 0));
        }
        slopes[o + Affine.SIZE * (3 + axis) + 4 * axis + 3] = 1;
      }
    }

    private void fillSystem(int[] list, int unknowns) {
      Arrays.fill(matrix, 0);
      Arrays.fill(step, 0);
      for (int n = 0; n < list.length; n++) {
        int j = list[n];
        System.arraycopy(targets, target(j), residual, 0, Affine.SIZE);
        for (int l : partners[j]) {
          multiply(j, l, m, Affine.SIZE * l, product);
          for (int e = 0; e < Affine.SIZE; e++) {
            residual[e] -= product[e];
          }
        }
        for (int a = 0; a < unknowns; a++) {
          step[a] += dot(n, a, residual);
        }
        for (int k = 0; k < list.length; k++) {
          for (int b = 0; b < unknowns; b++) {
            multiply(j, list[k], slopes, Affine.SIZE * (MAX_UNKNOWNS * k + b), product);
            for (int a = 0; a < unknowns; a++) {
              matrix[unknowns * a + b] += dot(n, a, product);
            }
          }
        }
      }
    }

    private double dot(int n, int unknown, double[] x) {
      int o = Affine.SIZE * (MAX_UNKNOWNS * n + unknown);
      double sum = 0;
      for (int e = 0; e < Affine.SIZE; e++) {
        sum += slopes[o + e] * x[e];
      }
      return sum;
    }

    /** Rotates the bones of a list about a pivot and shifts them, by a part of the step. */
    private void move(int[] list, double[] pivot, int unknowns, double part) {
      double[] turn = rotation(part * step[0], part * step[1], part * step[2]);
      double[] now = new double[Affine.SIZE];
      for (int j : list) {
        int g = Affine.SIZE * j;
        for (int r = 0; r < 3; r++) {
          for (int s = 0; s < 4; s++) {
            double sum = 0;
            for (int q = 0; q < 3; q++) {
              sum += turn[3 * r + q] * (m[g + 4 * q + s] - (s == 3 ? pivot[q] : 0));
            }
            now[4 * r + s] = sum;
          }
          now[4 * r + 3] += pivot[r] + (unknowns > 3 ? part * step[3 + r] : 0);
        }
        System.arraycopy(now, 0, m, g, Affine.SIZE);
      }
    }

    /** Returns the rotation matrix of a rotation vector (Rodrigues), 9 values. */
    private static double[] rotation(double x, double y, double z) {
      double angle = Math.sqrt(x * x + y * y + z * z);
      double s = angle < 1e-9 ? 1 : Math.sin(angle) / angle;
      double h = angle < 1e-9 ? 0.5 : (1 - Math.cos(angle)) / (angle * angle);
      return new double[] {
        1 - h * (y * y + z * z),
        h * x * y - s * z,
        h * x * z + s * y,
        h * x * y + s * z,
        1 - h * (x * x + z * z),
        h * y * z - s * x,
        h * x * z - s * y,
        h * y * z + s * x,
        1 - h * (x * x + y * y)
      };
    }
  }
}
