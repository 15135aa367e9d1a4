package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.fit.system.BoneSolve;
import dev.sinew.fit.system.SkinError;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.model.MeshSequence;
import dev.sinew.rig.BoneFreedom;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.ShapeSet;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BoneSolveTest {
  private static final long SEED = 20261104;

  private final Random random = new Random(SEED);
  private final Examples examples = FitSetups.bending(9, 8, 4, 1);

  /** Two bones per vertex, by position along the tube, with small corrections. */
  private SkinRows rows() {
    SkinRows rows = new SkinRows(examples.vertexCount(), 3);
    for (int v = 0; v < rows.vertexCount(); v++) {
      double along = 2 * (examples.rest[3 * v] + 0.5);
      int first = Math.min(1, (int) along);
      double w = Math.clamp(along - first, 0, 1);
      rows.count[v] = 2;
      for (int i = 0; i < 2; i++) {
        int at = rows.at(v, i);
        rows.bone[at] = first + i;
        rows.c[4 * at + 3] = i == 0 ? 1 - w : w;
        for (int c = 0; c < 3; c++) {
          rows.c[4 * at + c] = 0.02 * random.nextGaussian();
        }
      }
    }
    return rows;
  }

  private ShapeSet shapesOf(SkinRows rows, BoneMotions motions, double noise) {
    List<String> names = new ArrayList<>();
    List<float[]> frames = new ArrayList<>();
    double[] moved = new double[3 * motions.frameCount()];
    for (int k = 0; k < motions.frameCount(); k++) {
      names.add("frame " + k);
      frames.add(new float[3 * rows.vertexCount()]);
    }
    for (int v = 0; v < rows.vertexCount(); v++) {
      SkinError.predict(rows, examples.rest, motions, v, moved);
      for (int k = 0; k < motions.frameCount(); k++) {
        for (int axis = 0; axis < 3; axis++) {
          frames.get(k)[3 * v + axis] =
              (float)
                  examples
                      .box()
                      .fromUnit(moved[3 * k + axis] + noise * random.nextGaussian(), axis);
        }
      }
    }
    return ShapeSet.of(new MeshSequence(examples.reference(), names, frames), examples.box());
  }

  @Test
  void recoversMotions() {
    try (RunContext context = RunContext.ofThreads(2)) {
      SkinRows rows = rows();
      BoneMotions truth = FitSetups.motions(random, 3, 6);
      ShapeSet shapes = shapesOf(rows, truth, 0);
      BoneMotions found = new BoneMotions(3, 6);
      new BoneSolve(rows, examples.rest, 3, BoneFreedom.RIGID, context)
          .improve(shapes, found, 5000);
      for (int i = 0; i < truth.values().length; i++) {
        assertThat(found.value(i)).as("seed %d", SEED).isCloseTo(truth.value(i), within(2e-3));
      }
      double rms =
          SkinError.rms(SkinError.ofVertices(rows, examples.rest, shapes, found, context), 6);
      assertThat(rms).as("seed %d", SEED).isLessThan(1e-4);
    }
  }

  @Test
  void sweepsNeverRaiseError() {
    try (RunContext context = RunContext.ofThreads(1)) {
      SkinRows rows = rows();
      ShapeSet shapes = shapesOf(rows, FitSetups.motions(random, 3, 5), 0.05);
      for (BoneFreedom freedom : BoneFreedom.values()) {
        BoneMotions found = new BoneMotions(3, 5);
        BoneSolve solve = new BoneSolve(rows, examples.rest, 3, freedom, context);
        double before = Double.POSITIVE_INFINITY;
        for (int sweep = 0; sweep < 30; sweep++) {
          solve.improve(shapes, found, 1);
          double now =
              SkinError.rms(SkinError.ofVertices(rows, examples.rest, shapes, found, context), 5);
          assertThat(now).as("seed %d, sweep %d", SEED, sweep).isLessThanOrEqualTo(before + 1e-12);
          before = now;
        }
      }
    }
  }

  @Test
  void boneWithoutVerticesKeepsMotion() {
    try (RunContext context = RunContext.ofThreads(1)) {
      SkinRows rows = SkinRows.rigid(new int[examples.vertexCount()], 1);
      BoneMotions found = FitSetups.motions(random, 2, 4);
      double[] before = new double[12];
      found.copy(1, 2, before, 0);
      new BoneSolve(rows, examples.rest, 2, BoneFreedom.RIGID, context)
          .improve(examples.shapes(), found, 5);
      double[] after = new double[12];
      found.copy(1, 2, after, 0);
      assertThat(after).containsExactly(before);
    }
  }
}
