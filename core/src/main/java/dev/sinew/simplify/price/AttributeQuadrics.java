package dev.sinew.simplify.price;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.PosedPoints;
import dev.sinew.simplify.collapse.ShownAttributes;
import dev.sinew.simplify.collapse.ShownAttributes.Channel;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The change of normals, texture coordinates and colours by a collapse, as a quadric of the merged
 * point's rest position (Hoppe, "New Quadric Metric for Simplifying Meshes with Appearance
 * Attributes", 1999). On a triangle an attribute is a linear function g · x + d of the position. A
 * wedge sums a (g · x + d − s)² over its triangles of area a; the best value s is the mean of g · x
 * + d, so it is eliminated: Σ a (g · x + d)² − (Σ a (g · x + d))² / Σ a. Wedges that merge add
 * their sums. Where an error is seen more than elsewhere, a is larger: {@link TextureContrast}.
 *
 * <p>A triangle carries its attributes along: in a pose that maps it by M they are the function M⁻ᵀ
 * g of the posed position, which is g · x + d again at the rest position x. So over poses only the
 * area changes, and a is its mean over them.
 *
 * <p>Attributes are scaled to lengths, so that their errors add to those of the surface. Only
 * attributes that the material shows count.
 */
final class AttributeQuadrics {
  private static final int Q = Quadric.SIZE;

  /**
   * The least distance at rest, in box sides, within which normals turn by a unit. On a narrow
   * bevel they turn faster; continued beyond it, such a gradient promises errors of many units,
   * although normals differ by at most two. Without this limit, the levels of CesiumMan of 25 and
   * 10 % with {@code --look 0.9} have 23 and 1 % larger distances and 1 and 8 % more different
   * pictures; with the usual look they differ by 2 %. Limits of 0.004 and 0.03 are worse there. See
   * docs/decisions/appearance-weight.md.
   */
  private static final double LEAST_TURN = 0.01;

  /** The number of sums per attribute. */
  private static final int ATTRIBUTE = 5;

  private final CollapseView mesh;
  private final int attributes;
  private final int stride;
  private final double leastTurn;

  /** Per wedge: a quadric, and a g, a d and a of every attribute. */
  private final double[] sums;

  /** Points that have, or have merged with a point of, more than one wedge. */
  private final BitSet onSeams;

  /**
   * Sums the triangles of a mesh.
   *
   * @param mesh before any collapse; kept
   * @param posed its points in all poses
   * @param poseWeights one weight per pose
   * @param importance one weight per point, or null for 1
   * @param look the share of appearance, 0 to 1
   */
  AttributeQuadrics(
      CollapseView mesh,
      JoinedCharacter character,
      PosedPoints posed,
      double[] poseWeights,
      double @Nullable [] importance,
      double look,
      RunContext context) {
    this.mesh = mesh;
    TriMesh source = character.mesh();
    TriMesh rest = character.restMesh();
    ShownAttributes shown = ShownAttributes.of(character, rest, look);
    List<Channel> channels = shown.channels();
    attributes = shown.width();
    leastTurn = LEAST_TURN * rest.bounds().longestSide();
    stride = Q + ATTRIBUTE * attributes;
    sums = new double[attributes == 0 ? 0 : Math.multiplyExact(stride, mesh.wedgeCount())];
    onSeams = attributes == 0 ? new BitSet() : pointsOfSeveralWedges(mesh, context);
    double[] own = new double[stride];
    List<double[]> factors =
        channels.stream().map(channel -> factors(character, rest, channel.attribute())).toList();
    for (int t = 0; attributes > 0 && t < mesh.firstTriangleCount(); t++) {
      if ((t & 255) == 0) {
        context.checkCancelled();
      }
      if (!mesh.isDead(t)
          && sum(
              source,
              rest,
              channels,
              factors,
              t,
              importance(importance, t) * posed.meanArea(mesh, t, poseWeights),
              own)) {
        for (int c = 3 * t; c < 3 * t + 3; c++) {
          int at = stride * mesh.wedge(c);
          for (int i = 0; i < stride; i++) {
            sums[at + i] += own[i];
          }
        }
      }
    }
  }

  private double importance(double @Nullable [] ofPoints, int t) {
    return ofPoints == null
        ? 1
        : (ofPoints[mesh.point(3 * t)]
                + ofPoints[mesh.point(3 * t + 1)]
                + ofPoints[mesh.point(3 * t + 2)])
            / 3;
  }

  private static BitSet pointsOfSeveralWedges(CollapseView mesh, RunContext context) {
    BitSet out = new BitSet();
    for (int p = 0; p < mesh.pointCount(); p++) {
      context.checkCancelled();
      int first = mesh.firstCorner(p);
      for (int c = first; c != CollapseView.NONE; c = mesh.nextCorner(c)) {
        if (mesh.wedge(c) != mesh.wedge(first)) {
          out.set(p);
          break;
        }
      }
    }
    return out;
  }

  /** Returns a factor of the error of an attribute per triangle. */
  private static double[] factors(
      JoinedCharacter character, TriMesh rest, MeshAttribute attribute) {
    if (attribute.isUv()) {
      return TextureContrast.factors(character, rest, attribute);
    }
    double[] ones = new double[rest.triangleCount()];
    Arrays.fill(ones, 1);
    return ones;
  }

  /**
   * The first two sides of a triangle as a basis of its plane.
   *
   * @param u x, y, z of the first side
   * @param v x, y, z of the second side
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  private record Sides(
      double[] u, double[] v, double uu, double uv, double vv, double determinant) {
    static Sides of(TriMesh mesh, int t) {
      int a = mesh.vertex(t, 0), b = mesh.vertex(t, 1), c = mesh.vertex(t, 2);
      double[] u = new double[3];
      double[] v = new double[3];
      double uu = 0, uv = 0, vv = 0;
      for (int k = 0; k < 3; k++) {
        u[k] = mesh.position(b, k) - mesh.position(a, k);
        v[k] = mesh.position(c, k) - mesh.position(a, k);
        uu += u[k] * u[k];
        uv += u[k] * v[k];
        vv += v[k] * v[k];
      }
      return new Sides(u, v, uu, uv, vv, uu * vv - uv * uv);
    }

    boolean hasArea() {
      return determinant > 1e-12 * uu * vv;
    }

    /**
     * Returns the part along u of the gradient of a function that rises by s1 and s2 along u, v.
     */
    double alongU(double s1, double s2) {
      return (vv * s1 - uv * s2) / determinant;
    }

    /** Returns the part along v. */
    double alongV(double s1, double s2) {
      return (uu * s2 - uv * s1) / determinant;
    }

    /** Returns the squared gradient. */
    double squaredGradient(double s1, double s2) {
      double p = alongU(s1, s2), q = alongV(s1, s2);
      return p * p * uu + 2 * p * q * uv + q * q * vv;
    }
  }

  /** Computes the sums of one triangle; returns false if it has no area in its mesh. */
  private boolean sum(
      TriMesh source,
      TriMesh rest,
      List<Channel> channels,
      List<double[]> factors,
      int t,
      double area,
      double[] out) {
    Arrays.fill(out, 0);
    Sides sides = Sides.of(source, t);
    if (!sides.hasArea()) {
      return false;
    }
    Sides shown = Sides.of(rest, t);
    int a = source.vertex(t, 0);
    int at = Q;
    for (int i = 0; i < channels.size(); i++) {
      Channel channel = channels.get(i);
      double scale = channel.scale()[mesh.group(t)];
      double weight = area * factors.get(i)[t];
      double[] slopes = new double[3 * channel.width()]; // First value, and changes along u and v.
      double squares = 0;
      for (int k = 0; k < channel.width(); k++) {
        double s0 = channel.attribute().value(source.wedge(t, 0), k);
        double s1 = channel.attribute().value(source.wedge(t, 1), k) - s0;
        double s2 = channel.attribute().value(source.wedge(t, 2), k) - s0;
        slopes[3 * k] = s0;
        slopes[3 * k + 1] = sides.alongU(s1, s2);
        slopes[3 * k + 2] = sides.alongV(s1, s2);
        squares += shown.hasArea() ? shown.squaredGradient(s1, s2) : Double.POSITIVE_INFINITY;
      }
      double share = shareOfGradient(channel, Math.sqrt(squares));
      for (int k = 0; k < channel.width(); k++, at += ATTRIBUTE) {
        if (scale == 0) {
          continue;
        }
        double p = scale * slopes[3 * k + 1], q = scale * slopes[3 * k + 2];
        // A reduced gradient keeps the value in the middle of the triangle.
        double middle = (p * (sides.uu + sides.uv) + q * (sides.uv + sides.vv)) / 3;
        double x = share * (p * sides.u[0] + q * sides.v[0]);
        double y = share * (p * sides.u[1] + q * sides.v[1]);
        double z = share * (p * sides.u[2] + q * sides.v[2]);
        double d =
            scale * slopes[3 * k]
                + (1 - share) * middle
                - x * source.position(a, 0)
                - y * source.position(a, 1)
                - z * source.position(a, 2);
        Quadric.addPlane(out, 0, x, y, z, d, weight);
        out[at] = weight * x;
        out[at + 1] = weight * y;
        out[at + 2] = weight * z;
        out[at + 3] = weight * d;
        out[at + 4] = weight;
      }
    }
    return true;
  }

  /** Returns the share of a gradient that counts: {@link #LEAST_TURN}. */
  private double shareOfGradient(Channel channel, double gradient) {
    boolean isLimited =
        channel.attribute().name().equals(MeshAttribute.NORMAL) && gradient * leastTurn > 1;
    return isLimited ? 1 / (gradient * leastTurn) : 1;
  }

  /** Prices one collapse at a time; not thread-safe. */
  final class Worker {
    private final double[] merged = new double[stride];
    private int[] fromWedges = new int[8];
    private int[] intoWedges = new int[8];
    private int links;

    /** Adds the quadric of a collapse, a function of the merged point's rest position. */
    void addQuadric(int from, int into, double[] out) {
      if (attributes == 0) {
        return;
      }
      link(from, into);
      for (int i = 0; i < links; i++) {
        if (i > 0 && wasSeen(i)) {
          continue;
        }
        int a = stride * intoWedges[i];
        int b = stride * fromWedges[i];
        for (int k = 0; k < stride; k++) {
          merged[k] = sums[a + k] + sums[b + k];
        }
        addReduced(merged, 0, out);
      }
      addAlone(from, true, out);
      addAlone(into, false, out);
    }

    private boolean wasSeen(int link) {
      for (int i = 0; i < link; i++) {
        if (fromWedges[i] == fromWedges[link]) {
          return true;
        }
      }
      return false;
    }

    /** Finds the wedges of both ends that triangles on the edge link. */
    private void link(int from, int into) {
      links = 0;
      for (int c = mesh.firstCorner(from); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
        int d = CollapseView.after(c);
        int other = mesh.point(d) == into ? d : CollapseView.after(d);
        if (mesh.point(other) == into && links < fromWedges.length) {
          fromWedges[links] = mesh.wedge(c);
          intoWedges[links++] = mesh.wedge(other);
        }
      }
    }

    /** Adds the quadrics of the wedges of a point that are not linked, each once. */
    private void addAlone(int point, boolean isFrom, double[] out) {
      if (links > 0 && !onSeams.get(point)) {
        return; // The only wedge is linked: the common case.
      }
      int[] linked = isFrom ? fromWedges : intoWedges;
      int first = links;
      int count = links;
      for (int c = mesh.firstCorner(point); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
        int wedge = mesh.wedge(c);
        boolean known = false;
        for (int i = 0; i < count && !known; i++) {
          known = linked[i] == wedge;
        }
        if (!known && count < linked.length) {
          linked[count++] = wedge;
        }
      }
      for (int i = first; i < count; i++) {
        addReduced(sums, stride * linked[i], out);
      }
    }

    /** Adds sums with the best attribute values eliminated. */
    private void addReduced(double[] s, int at, double[] out) {
      for (int i = 0; i < Q; i++) {
        out[i] += s[at + i];
      }
      for (int m = at + Q; m < at + stride; m += ATTRIBUTE) {
        if (s[m + 4] > 0) {
          Quadric.addPlane(out, 0, s[m], s[m + 1], s[m + 2], s[m + 3], -1 / s[m + 4]);
        }
      }
    }

    /** Adds the sums of the removed point's wedges to those they are merged into. */
    void commit(int from, int into) {
      if (attributes == 0) {
        return;
      }
      if (onSeams.get(from)) {
        onSeams.set(into);
      }
      link(from, into);
      for (int i = 0; i < links; i++) {
        if (!wasSeen(i) && fromWedges[i] != intoWedges[i]) {
          int a = stride * intoWedges[i];
          int b = stride * fromWedges[i];
          for (int k = 0; k < stride; k++) {
            sums[a + k] += sums[b + k];
          }
        }
      }
    }
  }

  Worker newWorker() {
    return new Worker();
  }
}
