package dev.sinew.simplify;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.CollapseMesh;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.simplify.collapse.SeamRule;
import dev.sinew.simplify.polish.LevelOrigin;
import dev.sinew.simplify.polish.VertexExchange;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Function;

/**
 * Spends vertices of a finished level where it differs most from the original, and takes them where
 * that shows least, until that changes little.
 */
final class LevelExchange {
  private static final int MAX_ROUNDS = 3;

  /** After a round that reduces the error by a smaller share, there is no other. */
  private static final double MIN_GAIN = 0.02;

  private final WeightedPoses poses;
  private final double look;
  private final Function<JoinedCharacter, SeamRule> seams;
  private final Function<JoinedCharacter, BitSet> fixed;
  private final RunContext context;

  /** A level and where it comes from. */
  record State(SkinnedCharacter level, LevelOrigin origin) {}

  /**
   * @param poses the poses in which levels are compared with the original
   * @param look the share of appearance, 0 to 1
   * @param seams gives the attributes whose seams are kept
   * @param fixed gives the points of a level that are not changed
   */
  LevelExchange(
      WeightedPoses poses,
      double look,
      Function<JoinedCharacter, SeamRule> seams,
      Function<JoinedCharacter, BitSet> fixed,
      RunContext context) {
    this.poses = poses;
    this.look = look;
    this.seams = seams;
    this.fixed = fixed;
    this.context = context;
  }

  /**
   * Exchanges vertices of a level without animation coordinates. The result has no more triangles,
   * and is no further from the original.
   */
  State run(State first) {
    State best = first;
    VertexExchange sampled = VertexExchange.of(first.origin, first.level, poses, look, context);
    double error = sampled.error();
    for (int round = 0; round < MAX_ROUNDS; round++) {
      context.checkCancelled();
      State next = round(best, sampled);
      sampled = sampled.after(next.origin, next.level, poses, look);
      double now = sampled.error();
      if (!(now < error)) {
        break;
      }
      boolean enough = now > (1 - MIN_GAIN) * error;
      best = next;
      error = now;
      if (enough) {
        break;
      }
    }
    return best;
  }

  private State round(State one, VertexExchange sampled) {
    JoinedCharacter before = new JoinedCharacter(one.level);
    VertexExchange.Exchange found = sampled.find(seams.apply(before), fixed.apply(before));
    JoinedCharacter split = new JoinedCharacter(found.character());
    SeamRule rule = seams.apply(split);
    CollapseMesh mesh = new CollapseMesh(split.mesh(), rule, new BitSet(), context);
    OperationStream collapses =
        new OperationStream(
            mesh.pointCount(),
            mesh.fingerprint(),
            mesh.triangleCount(),
            found.collapses(),
            new int[found.collapses().size()]);
    CharacterReplay replay =
        new CharacterReplay(split, collapses, rule, split.influences().maxCount(), context);
    replay.advanceTo(collapses.length());
    int[] parts = found.origin().levelParts();
    return new State(
        found.character().withMeshes(replay.geometries(poses.poses())),
        found
            .origin()
            .withLevelParts(Arrays.stream(replay.triangles()).map(t -> parts[t]).toArray()));
  }
}
