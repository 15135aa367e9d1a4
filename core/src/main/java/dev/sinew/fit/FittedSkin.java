package dev.sinew.fit;

import dev.sinew.distance.ErrorSummary;
import dev.sinew.fit.system.BoneSolve;
import dev.sinew.fit.system.MultiWeightPoses;
import dev.sinew.fit.system.RigidBones;
import dev.sinew.fit.system.SkinError;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.MultiWeights;
import dev.sinew.rig.ArticulatedSolve;
import dev.sinew.rig.Articulation;
import dev.sinew.rig.BoneFreedom;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.BoneTree;
import dev.sinew.rig.ShapeSet;
import dev.sinew.rig.UnitBox;
import dev.sinew.run.RunContext;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A skin fitted to examples, with the motions of the bones in them. Lengths are in units of the
 * reference's box.
 */
public final class FittedSkin {
  /** The maximum number of sweeps over the bones when solving for new shapes. */
  private static final int SWEEPS = 1000;

  /** Sweeps over free bones that rotations about joints start from. */
  private static final int START_SWEEPS = 10;

  private final FitModel model;
  private final Examples examples;
  private final FittedBones bones;
  private final @Nullable MultiWeights multiWeights;

  /** The skin of the welded examples that this one was made from, or null. */
  private final @Nullable FittedSkin welded;

  /** Bones, weights and corrections per vertex. */
  final SkinRows rows;

  FittedSkin(
      FitModel model,
      Examples examples,
      FittedBones bones,
      SkinRows rows,
      @Nullable MultiWeights multiWeights) {
    this(model, examples, bones, rows, multiWeights, null);
  }

  private FittedSkin(
      FitModel model,
      Examples examples,
      FittedBones bones,
      SkinRows rows,
      @Nullable MultiWeights multiWeights,
      @Nullable FittedSkin welded) {
    this.model = model;
    this.examples = examples;
    this.bones = bones;
    this.rows = rows;
    this.multiWeights = multiWeights;
    this.welded = welded;
  }

  /** Returns this skin for the examples whose welded vertices it was fitted to. */
  FittedSkin expand(Weld weld) {
    return weld.unique() == weld.whole()
        ? this
        : new FittedSkin(
            model,
            weld.whole(),
            bones.withRegions(weld.expand(bones.regions(), boneCount())),
            weld.expand(rows),
            multiWeights == null ? null : weld.expand(multiWeights),
            this);
  }

  /** Returns the skinning model. */
  public FitModel model() {
    return model;
  }

  /** Returns the examples. */
  public Examples examples() {
    return examples;
  }

  /** Returns a copy of the motions of the bones in the examples. */
  public BoneMotions motions() {
    return bones.motions().copy();
  }

  FittedBones bones() {
    return bones;
  }

  /** Returns the joints about which the bones rotate, or null if bones move freely. */
  public @Nullable Articulation articulation() {
    return bones.articulation();
  }

  /** Returns the motions that bones may have. */
  public BoneFreedom freedom() {
    return bones.freedom();
  }

  /**
   * Returns the hierarchy of the bones. That of free bones is what the skin suggests: bones are
   * linked that share much skin and agree on a joint. Affine bones are not linked: a skeleton of
   * rotations and scales cannot undo the shear of a parent.
   */
  public BoneTree hierarchy() {
    if (bones.freedom() == BoneFreedom.AFFINE) {
      return BoneTree.flat(boneCount());
    }
    Articulation articulation = bones.articulation();
    return articulation != null ? articulation.tree() : shared().tree();
  }

  SharedSkin shared() {
    return welded != null
        ? welded.shared()
        : SharedSkin.of(examples, rows, bones.regions(), bones.motions());
  }

  /** Returns the number of bones. */
  public int boneCount() {
    return bones.motions().boneCount();
  }

  /**
   * Returns the bone whose region contains a vertex. It is the bone that the vertex follows most,
   * or nearly.
   */
  public int regionOf(int vertex) {
    return bones.regions().bone[vertex];
  }

  /** Returns the total number of influences of all vertices. */
  public long influenceCount() {
    return rows.total();
  }

  /** Returns the number of bones that move no vertex. */
  public int idleBoneCount() {
    return rows.idleCount(boneCount());
  }

  /** Returns the maximum number of bones per vertex. */
  public int maxInfluences() {
    int max = 0;
    for (int n : rows.count) {
      max = Math.max(max, n);
    }
    return max;
  }

  /**
   * Returns the animation coordinates, with bones as joints, in the space of the reference and
   * units of its box. For a multi-weight skin, returns those of the skin that it corrects.
   */
  public AnimationCoords coordinates() {
    return rows.coordinates(examples.rest);
  }

  /** Returns the weights. They define the skin completely only for linear blending. */
  public Influences weights() {
    return weightsOf(rows);
  }

  /**
   * Returns the weights of the best linear blend skin with the bones and motions of this one. The
   * vertices stay where they are in the reference.
   *
   * @param maxInfluences the maximum number of bones per vertex
   * @param allowed the bones that may move each vertex, or null for all
   */
  Influences linearWeights(int maxInfluences, int @Nullable [][] allowed, RunContext context) {
    return weightsOf(linearRows(maxInfluences, allowed, context));
  }

  /** Returns the linear blend skin that other viewers see, with the motions of this one. */
  public FittedSkin fallback(RunContext context) {
    return new FittedSkin(
        FitModel.LINEAR_BLEND,
        examples,
        bones,
        linearRows(Influences.VIEWER_LIMIT, null, context),
        null);
  }

  private SkinRows linearRows(int maxInfluences, int @Nullable [][] allowed, RunContext context) {
    return model == FitModel.LINEAR_BLEND && maxInfluences >= maxInfluences()
        ? rows
        : LinearBlendWeights.forMotions(
            examples, bones.motions(), bones.regions().bone, allowed, maxInfluences, context);
  }

  private static Influences weightsOf(SkinRows rows) {
    Influences.Builder builder = Influences.builder();
    for (int v = 0; v < rows.vertexCount(); v++) {
      for (int i = 0; i < rows.count[v]; i++) {
        int at = rows.at(v, i);
        builder.add(rows.bone[at], rows.c[4 * at + 3]);
      }
      builder.endRow();
    }
    return builder.build();
  }

  /**
   * Finds the motions of the bones that best reproduce other shapes of the mesh.
   *
   * @param shapes with the vertices of the skin
   */
  public BoneMotions solve(ShapeSet shapes, RunContext context) {
    if (shapes.vertexCount() != rows.vertexCount()) {
      throw new IllegalArgumentException(
          "shapes: expected " + rows.vertexCount() + " vertices, got " + shapes.vertexCount());
    }
    Articulation articulation = bones.articulation();
    BoneMotions found = new BoneMotions(boneCount(), shapes.frameCount());
    RigidBones.fit(examples.rest, shapes, bones.regions().members(), found, context);
    BoneSolve free = new BoneSolve(rows, examples.rest, boneCount(), bones.freedom(), context);
    free.improve(shapes, found, articulation == null ? SWEEPS : START_SWEEPS);
    if (articulation != null) {
      new ArticulatedSolve(free.sums(shapes), articulation.tree(), context)
          .poses(articulation.joints(), found, 0, SWEEPS);
    }
    if (multiWeights != null) {
      new MultiWeightPoses(multiWeights, boneCount(), articulation, context).improve(shapes, found);
    }
    return found;
  }

  /** Returns the multi-weights with bones as joints, in units of the box, if it has any. */
  Optional<MultiWeights> multiWeights() {
    return Optional.ofNullable(multiWeights);
  }

  /**
   * Returns the distance between shapes and the skin under given motions, over all vertices and
   * frames.
   *
   * @param poses the motions of the bones, one per frame of the shapes
   */
  public ErrorSummary error(ShapeSet shapes, BoneMotions poses, RunContext context) {
    return FitErrors.errors(examples, shapes, predict(poses, context), context).summary();
  }

  /** Returns the same distances with all figures that reports have. */
  public FitErrors measure(ShapeSet shapes, BoneMotions poses, RunContext context) {
    return FitErrors.measure(examples, shapes, predict(poses, context), context);
  }

  /** Returns the rms distance to the examples. */
  double rms(RunContext context) {
    return SkinError.rms(
        SkinError.ofVertices(rows, examples.rest, examples.shapes(), bones.motions(), context),
        examples.frameCount());
  }

  /** Returns the skin in each frame of the motions: x, y, z of each vertex in units of the box. */
  public float[][] predict(BoneMotions poses, RunContext context) {
    int frames = poses.frameCount();
    float[][] shapes = new float[frames][3 * examples.vertexCount()];
    double[] matrices = multiWeights == null ? new double[0] : poses.values();
    context.runRanges(
        examples.vertexCount(),
        (from, to) -> {
          double[] moved = new double[3 * frames];
          for (int v = from; v < to; v++) {
            if (multiWeights != null) {
              for (int k = 0; k < frames; k++) {
                multiWeights.project(
                    v, matrices, poses.at(0, k), Affine.SIZE * frames, moved, 3 * k);
              }
            } else {
              SkinError.predict(rows, examples.rest, poses, v, moved);
            }
            for (int k = 0; k < frames; k++) {
              for (int axis = 0; axis < 3; axis++) {
                shapes[k][3 * v + axis] = (float) moved[3 * k + axis];
              }
            }
          }
        });
    return shapes;
  }

  /** Writes the motion of a bone in units of the model, 12 values. */
  void copyMotion(BoneMotions poses, int bone, int frame, double[] out, int o) {
    poses.copy(bone, frame, out, o);
    UnitBox box = examples.box();
    double[] centre = {box.x(), box.y(), box.z()};
    for (int r = 0; r < 3; r++) {
      double turned = 0;
      for (int c = 0; c < 3; c++) {
        turned += out[o + 4 * r + c] * centre[c];
      }
      out[o + 4 * r + 3] = box.side() * out[o + 4 * r + 3] + centre[r] - turned;
    }
  }
}
