package dev.sinew.posespace;

import dev.sinew.math.Affine;
import dev.sinew.model.Deformer;
import dev.sinew.model.LinearSkin;
import dev.sinew.model.MovingPosed;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.RestDeformer;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.posespace.dynamic.DynamicModel;
import dev.sinew.posespace.dynamic.DynamicState;
import dev.sinew.skin.NormalsFromTriangles;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A deformer with the correctives of one part around another deformer: S(v + d(x)) + w(x) in pose x
 * (equation 4.19 of the thesis on crowds; section 5.3.4 of the thesis on examples for w). Normals
 * turn as the triangles of the moved rest shape turn; w does not change them.
 *
 * <p>Like morph targets, the offsets of all points are computed by {@link Deformer.Posed#set}.
 */
final class CorrectiveDeformer implements Deformer {
  private final Deformer base;
  private final PoseDatabase database;
  private final SkinnedCharacter character;
  private final Part skinned;
  private final TriMesh mesh;
  private final int[] wedgeVertices;
  private final List<BlockSum.Played> restBlocks;
  private final List<BlockSum.Played> posedBlocks;
  private final @Nullable NormalsFromTriangles triangles;
  private final float[] restPositions;
  private final float[] restNormals;
  private final @Nullable DynamicModel dynamic;
  private final double secondsPerFrame;

  /**
   * @param database must fit the character; see {@link Correctives}
   * @param part the index of the part
   * @param base the deformer of the part's wedges
   * @param scale the length of the database's offsets at rest in units of the mesh
   * @param secondsPerFrame the time between the poses that are set; NaN for no dynamics
   */
  CorrectiveDeformer(
      PoseDatabase database,
      SkinnedCharacter character,
      int part,
      Deformer base,
      double scale,
      double secondsPerFrame) {
    this.base = base;
    this.database = database;
    this.character = character;
    Part shown = character.parts().get(part);
    mesh = character.geometry(shown).mesh();
    wedgeVertices = mesh.wedgeVertices();
    int first = database.surface().firstVertex(part);
    int end = first + mesh.vertexCount();
    restBlocks = BlockSum.prepare(database, false, first, end, (float) scale);
    posedBlocks = BlockSum.prepare(database, true, first, end, 1);
    this.secondsPerFrame = secondsPerFrame;
    dynamic =
        Double.isNaN(secondsPerFrame) || database.dynamics().isEmpty()
            ? null
            : database.dynamics().get(part);
    skinned = shown;
    if (movesRest() && !(base instanceof RestDeformer)) {
      throw new IllegalArgumentException(
          "base: expected a deformer whose rest points can be moved, or a database in forward"
              + " form");
    }
    restPositions = mesh.wedgePositions();
    boolean moves = base.hasNormals() && movesRest();
    triangles = moves ? new NormalsFromTriangles(mesh) : null;
    restNormals = new float[moves ? restPositions.length : 0];
    if (triangles != null) {
      triangles.fill(0, mesh.wedgeCount(), new PointBuffer(restPositions, restNormals, 0));
    }
  }

  private boolean movesRest() {
    return !restBlocks.isEmpty() || dynamic != null;
  }

  @Override
  public int pointCount() {
    return base.pointCount();
  }

  @Override
  public boolean hasNormals() {
    return base.hasNormals();
  }

  /**
   * {@inheritDoc}
   *
   * <p>With dynamics it is a {@link MovingPosed}.
   */
  @Override
  public Posed newPosed() {
    if (dynamic != null) {
      return new Moving(dynamic.newState(LinearSkin.of(character, skinned)));
    }
    return restBlocks.isEmpty() && posedBlocks.isEmpty() ? base.newPosed() : new Corrected(null);
  }

  /** Correctives that also depend on the poses before. */
  private final class Moving extends Corrected implements MovingPosed {
    private final DynamicState state;

    Moving(DynamicState state) {
      super(state);
      this.state = state;
    }

    @Override
    public void reset() {
      state.reset();
    }

    @Override
    public void set(Pose pose) {
      step(pose, secondsPerFrame);
    }

    @Override
    public void step(Pose pose, double seconds) {
      state.step(pose, seconds);
      super.set(pose);
    }
  }

  private class Corrected implements Posed {
    private final Deformer.Posed skin = base.newPosed();
    private final @Nullable DynamicState motion;
    private final PoseSelection selection;
    private final BlockSum restSum = new BlockSum(restBlocks);
    private final BlockSum posedSum = new BlockSum(posedBlocks);
    private final float[] vertexOffsets = new float[3 * mesh.vertexCount()];
    private final float[] offsets = new float[movesRest() ? restPositions.length : 0];
    private final float[] residuals = new float[posedBlocks.isEmpty() ? 0 : restPositions.length];
    private final float[] moved = new float[restNormals.length];
    private final float[] normalOffsets = new float[restNormals.length];
    private final PointBuffer movedNormals = new PointBuffer(moved, normalOffsets, 0);
    private final double[] anchor = new double[Affine.SIZE];

    Corrected(@Nullable DynamicState motion) {
      this.motion = motion;
      List<BlockSum.Played> all = new ArrayList<>(restBlocks);
      all.addAll(posedBlocks);
      selection = new PoseSelection(database, all, character.skeleton());
      if (skin instanceof RestDeformer.Posed movable && movesRest()) {
        movable.displace(offsets, triangles == null ? null : normalOffsets);
      }
    }

    @Override
    public void set(Pose pose) {
      skin.set(pose);
      selection.set(pose);
      if (movesRest()) {
        restSum.fill(selection, vertexOffsets);
        if (motion != null) {
          motion.addTo(vertexOffsets);
        }
        spread(offsets);
        for (int i = 0; i < moved.length; i++) {
          moved[i] = restPositions[i] + offsets[i];
        }
      }
      if (!posedBlocks.isEmpty()) {
        posedSum.fill(selection, vertexOffsets);
        selection.copyAnchorMotion(anchor);
        turn(vertexOffsets);
        spread(residuals);
      }
    }

    private void spread(float[] out) {
      for (int w = 0; w < wedgeVertices.length; w++) {
        int v = 3 * wedgeVertices[w];
        out[3 * w] = vertexOffsets[v];
        out[3 * w + 1] = vertexOffsets[v + 1];
        out[3 * w + 2] = vertexOffsets[v + 2];
      }
    }

    /** Turns offsets with the anchor, so that they follow the whole character. */
    private void turn(float[] values) {
      for (int i = 0; i < values.length; i += 3) {
        float x = values[i], y = values[i + 1], z = values[i + 2];
        for (int r = 0; r < 3; r++) {
          values[i + r] =
              (float) (anchor[4 * r] * x + anchor[4 * r + 1] * y + anchor[4 * r + 2] * z);
        }
      }
    }

    @Override
    public void fill(int from, int to, PointBuffer out) {
      out.check(from, to, pointCount(), hasNormals());
      if (out.normals() != null && triangles != null) {
        triangles.fill(from, to, movedNormals);
        for (int i = 3 * from; i < 3 * to; i++) {
          normalOffsets[i] -= restNormals[i];
        }
      }
      skin.fill(from, to, out);
      if (residuals.length > 0) {
        float[] positions = out.positions();
        int shift = 3 * out.first();
        for (int i = 3 * from; i < 3 * to; i++) {
          positions[shift + i] += residuals[i];
        }
      }
    }
  }
}
