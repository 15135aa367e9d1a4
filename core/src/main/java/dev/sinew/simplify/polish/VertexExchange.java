package dev.sinew.simplify.polish;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.Collapse;
import dev.sinew.simplify.collapse.CollapseMesh;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.SeamRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Exchanges vertices of a level: edges are split where one more vertex reduces the error most, and
 * as many triangles are taken away where that adds least to it. Splits and removals are priced by
 * the same samples of the original, {@link EdgeSplits} and {@link VertexRemovals}.
 */
public final class VertexExchange {
  /** A split reduces the error by at least this factor of what its triangles cost elsewhere. */
  private static final double MIN_GAIN = 1.2;

  private final LevelOrigin origin;
  private final SampledLevel sampled;
  private final RunContext context;

  /**
   * What is done to a level.
   *
   * @param character the level after the splits
   * @param origin where it comes from
   * @param collapses then take away at least as many triangles; of the joined character
   */
  public record Exchange(SkinnedCharacter character, LevelOrigin origin, List<Collapse> collapses) {
    /** Copies the list. */
    public Exchange {
      collapses = List.copyOf(collapses);
    }
  }

  private VertexExchange(LevelOrigin origin, SampledLevel sampled, RunContext context) {
    this.origin = origin;
    this.sampled = sampled;
    this.context = context;
  }

  /**
   * Samples a level.
   *
   * @param origin where the level comes from
   * @param level the level: the same skeleton, skins and meshes, without animation coordinates
   * @param poses poses with weights
   * @param look the share of appearance, 0 to 1
   */
  public static VertexExchange of(
      LevelOrigin origin,
      SkinnedCharacter level,
      WeightedPoses poses,
      double look,
      RunContext context) {
    return new VertexExchange(
        origin, new SampledLevel(origin, level, poses, look, null, context), context);
  }

  /** Samples a changed level as often as this one; their errors can be compared. */
  public VertexExchange after(
      LevelOrigin changedOrigin, SkinnedCharacter changed, WeightedPoses poses, double look) {
    return new VertexExchange(
        changedOrigin,
        new SampledLevel(changedOrigin, changed, poses, look, sampled, context),
        context);
  }

  /** Returns the error of the level; {@link SampledLevel} says what counts. */
  public double error() {
    return sampled.error();
  }

  /**
   * Finds the exchanges that reduce the error.
   *
   * @param seams the attributes whose seams are kept
   * @param fixed points of the joined level that stay, with their triangles
   */
  public Exchange find(SeamRule seams, BitSet fixed) {
    EdgeSplits pricing = new EdgeSplits(sampled, fixed, context);
    Choice choice = new Choice(new CollapseMesh(sampled.pair.level.mesh(), seams, fixed, context));
    List<EdgeSplits.Split> splits = pricing.best();
    if (!splits.isEmpty()) {
      // Many splits are next to better ones, and the last of the others are done seldom.
      double most = splits.get(splits.size() / 2).gain();
      choice.run(splits, new VertexRemovals(sampled, choice.mesh, fixed, context).upTo(most));
    }
    return choice.exchange();
  }

  /** The splits and removals that are done; no two of them change the same triangle. */
  private final class Choice {
    private final CollapseMesh mesh;
    private final List<EdgeSplits.Split> splits = new ArrayList<>();
    private final List<VertexRemovals.Removal> removals = new ArrayList<>();

    /** The changed triangles of the joined level. */
    private final BitSet touched = new BitSet();

    Choice(CollapseMesh mesh) {
      this.mesh = mesh;
    }

    /** Makes the best splits, as long as there are removals that cost less than they save. */
    void run(List<EdgeSplits.Split> best, List<VertexRemovals.Removal> cheapest) {
      int next = 0;
      int free = 0;
      for (EdgeSplits.Split split : best) {
        BitSet own = triangles(split);
        if (own.intersects(touched)) {
          continue;
        }
        touched.or(own);
        double most = split.gain() / split.triangles() / MIN_GAIN;
        for (; free < split.triangles() && next < cheapest.size(); next++) {
          VertexRemovals.Removal one = cheapest.get(next);
          if (one.cost() / one.triangles() > most) {
            break;
          }
          free += take(one) ? one.triangles() : 0;
        }
        if (free < split.triangles()) {
          return;
        }
        free -= split.triangles();
        splits.add(split);
      }
    }

    private BitSet triangles(EdgeSplits.Split split) {
      int first = sampled.meshes.get(split.mesh()).firstTriangle;
      BitSet out = new BitSet();
      out.set(first + split.corner() / 3);
      if (split.opposite() != EdgeSplits.NONE) {
        out.set(first + split.opposite() / 3);
      }
      return out;
    }

    private boolean take(VertexRemovals.Removal one) {
      int first = sampled.meshes.get(one.mesh()).firstPoint;
      BitSet around = new BitSet();
      addTriangles(first + one.from(), around);
      addTriangles(first + one.into(), around);
      boolean may =
          !around.intersects(touched)
              && mesh.preservesTopology(first + one.from(), first + one.into());
      if (may) {
        touched.or(around);
        removals.add(one);
      }
      return may;
    }

    private void addTriangles(int point, BitSet out) {
      for (int c = mesh.firstCorner(point); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
        out.set(c / 3);
      }
    }

    Exchange exchange() {
      SkinnedCharacter level = sampled.pair.level.character();
      List<Geometry> meshes = new ArrayList<>(level.meshes());
      int[][] parts = new int[meshes.size()][];
      Arrays.setAll(parts, m -> origin.partsOf(sampled.pair.level, m));
      for (int i = 0; i < sampled.meshes.size(); i++) {
        SampledLevel.OfMesh own = sampled.meshes.get(i);
        int index = i;
        SplitMesh made =
            new SplitMesh(
                own,
                meshes.get(own.index),
                splits.stream().filter(split -> split.mesh() == index).toList(),
                parts[own.index]);
        meshes.set(own.index, made.result());
        parts[own.index] = made.parts();
      }
      SkinnedCharacter character = level.withMeshes(meshes);
      return new Exchange(
          character,
          origin.withLevelParts(Arrays.stream(parts).flatMapToInt(IntStream::of).toArray()),
          collapses(new JoinedCharacter(character)));
    }

    private List<Collapse> collapses(JoinedCharacter joined) {
      List<Collapse> out = new ArrayList<>();
      for (VertexRemovals.Removal one : removals) {
        int first = joined.firstPoint(sampled.meshes.get(one.mesh()).index);
        int into = first + one.into();
        double[] x = new double[3];
        for (int r = 0; r < 3; r++) {
          x[r] = joined.mesh().position(into, r) + one.shift()[r];
        }
        out.add(new Collapse(first + one.from(), into, x[0], x[1], x[2], 0, 0, one.cost()));
      }
      return out;
    }
  }
}
