package dev.sinew.bench;

import dev.sinew.distance.CharacterComparison;
import dev.sinew.distance.CompareOptions;
import dev.sinew.distance.ErrorSummary;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.SimplifyResult.JointCount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares characters of half their joints, all triangles kept, with what a simple rule makes of
 * them: leaves of the skeleton go first, and their weights go to the joint above. Of all leaves the
 * one with the least weight goes, or the deepest one. Prints a table in Markdown.
 *
 * <pre>
 * BoneLevels DATA-FOLDER
 * </pre>
 */
public final class BoneLevels {
  /** Fewer joints are no skeleton to simplify. */
  private static final int LEAST_JOINTS = 6;

  private static final double MAX_FRAMES = 400;

  private BoneLevels() {}

  /** Measures the built-in characters, and all of a folder. */
  public static void main(String[] args) throws IOException {
    System.out.println(
        """
        | character | poses | joints | left | rms | lightest leaf first | share | deepest leaf first | share | largest | lightest leaf first | seconds |
        |---|---|---|---|---|---|---|---|---|---|---|---|\
        """);
    for (String name : List.of("arm", "biped", "quadruped")) {
      measure(name, Samples.create(name).character());
    }
    List<Path> files;
    try (Stream<Path> all = Files.walk(Path.of(args[0]))) {
      files = all.filter(f -> f.toString().matches(".*\\.(glb|gltf|vrm)")).sorted().toList();
    }
    for (Path file : files) {
      SkinnedCharacter character = GltfReader.read(file).character();
      if (System.getProperty("only") == null
          || file.toString().matches(".*(" + System.getProperty("only") + ").*"))
        measure(String.valueOf(file.getFileName()), character);
    }
  }

  private static void measure(String name, SkinnedCharacter character) {
    if (new SimpleRule(character).left.cardinality() < LEAST_JOINTS) {
      return;
    }
    try (RunContext context = RunContext.create()) {
      int left = joints(character, Integer.MAX_VALUE, Measuring.NONE, context).before() / 2;
      long start = System.nanoTime();
      JointCount ours = joints(character, left, Measuring.QUICK, context);
      double seconds = (System.nanoTime() - start) / 1e9;
      ErrorSummary mine = ours.error().orElseThrow();
      ErrorSummary light = simple(character, left, false, context);
      ErrorSummary deep = simple(character, left, true, context);
      System.out.printf(
          Locale.ROOT,
          "| %s | %s | %d | %d | %.6f | %s | %s | %s | %s | %.4f | %s | %.1f |%n",
          name,
          PoseKnowledge.movingClips(character).isEmpty() ? "plausible" : "clips",
          ours.before(),
          ours.left(),
          mine.rms(),
          figure(light),
          share(mine, light),
          figure(deep),
          share(mine, deep),
          mine.max(),
          light == null ? "—" : String.format(Locale.ROOT, "%.4f", light.max()),
          seconds);
    }
  }

  /** Reduces joints as the command does; bones of avatars may go, as by the simple rules. */
  private static JointCount joints(
      SkinnedCharacter character, int max, Measuring how, RunContext context) {
    SimplifyOptions.Joints joints =
        new SimplifyOptions.Joints(
            List.of(max), List.of(), List.of(Pattern.compile(".*")), Set.of());
    SimplifyOptions options =
        SimplifyOptions.DEFAULTS.withRatios(1).withMeasuring(how).withJoints(joints);
    return Simplify.run(character, options, context).levels().getFirst().joints().orElseThrow();
  }

  private static String figure(@Nullable ErrorSummary error) {
    return error == null ? "—" : String.format(Locale.ROOT, "%.6f", error.rms());
  }

  private static String share(ErrorSummary mine, @Nullable ErrorSummary other) {
    return other == null || other.rms() < 1e-9
        ? "—"
        : String.format(Locale.ROOT, "%.2f", mine.rms() / other.rms());
  }

  /** Returns the error of a simple rule; null if it cannot remove as many joints. */
  private static @Nullable ErrorSummary simple(
      SkinnedCharacter character, int left, boolean deepest, RunContext context) {
    if (character.parts().stream().anyMatch(p -> character.skinsOf(p.mesh()).size() > 1)) {
      return null;
    }
    SimpleRule rule = new SimpleRule(character);
    SkinnedCharacter made = rule.run(left, deepest);
    return rule.left.cardinality() > left ? null : error(character, made, context);
  }

  /** Measures as {@link Simplify} does, at all vertices. */
  private static ErrorSummary error(
      SkinnedCharacter from, SkinnedCharacter to, RunContext context) {
    double seconds = PoseKnowledge.movingClips(from).stream().mapToDouble(Clip::duration).sum();
    double rate = Math.min(30, MAX_FRAMES / Math.max(seconds, 1e-9));
    return CharacterComparison.run(
            from, to, CompareOptions.DEFAULTS.withFramesPerSecond(rate), context)
        .error();
  }

  /** Leaves first, weights to the joint above. */
  private static final class SimpleRule {
    private final SkinnedCharacter character;
    private final BitSet left = new BitSet();
    private final double[] weight;

    SimpleRule(SkinnedCharacter character) {
      this.character = character;
      weight = new double[character.skeleton().jointCount()];
      for (Part part : character.parts()) {
        if (part.skin() >= 0) {
          Skin skin = character.skins().get(part.skin());
          for (int i = 0; i < skin.jointCount(); i++) {
            left.set(skin.joint(i));
          }
          Influences rows = character.geometry(part).skinning().influences().orElseThrow();
          for (int v = 0; v < rows.vertexCount(); v++) {
            for (int i = 0; i < rows.count(v); i++) {
              weight[skin.joint(rows.joint(v, i))] += rows.weight(v, i);
            }
          }
        }
      }
    }

    SkinnedCharacter run(int joints, boolean deepest) {
      int[] heir = new int[weight.length];
      Arrays.setAll(heir, j -> j);
      while (left.cardinality() > joints) {
        int found = -1;
        for (int j = left.nextSetBit(0); j >= 0; j = left.nextSetBit(j + 1)) {
          if (above(j) >= 0
              && isLeaf(j)
              && (found < 0 || (deepest ? depth(j) >= depth(found) : weight[j] < weight[found]))) {
            found = j;
          }
        }
        if (found < 0) {
          break;
        }
        heir[found] = above(found);
        weight[heir[found]] += weight[found];
        left.clear(found);
      }
      List<Skin> skins = new ArrayList<>();
      List<int[]> places = new ArrayList<>();
      for (int s = 0; s < character.skins().size(); s++) {
        Skin skin = character.skins().get(s);
        places.add(new int[skin.jointCount()]);
        skins.add(without(skin, bound(s), heir, places.getLast()));
      }
      List<Geometry> meshes = new ArrayList<>();
      for (int m = 0; m < character.meshes().size(); m++) {
        Geometry mesh = character.meshes().get(m);
        meshes.add(
            character.skinsOf(m).isEmpty()
                ? mesh
                : mesh.withSkinning(
                    new Skinning.Linear(
                        renamed(
                            mesh.skinning().influences().orElseThrow(),
                            places.get(character.skinsOf(m).getFirst())))));
      }
      return new SkinnedCharacter(
          character.skeleton(),
          skins,
          meshes,
          character.parts(),
          character.clips(),
          character.materials());
    }

    private int above(int joint) {
      int at = character.skeleton().parent(joint);
      while (at != Skeleton.NO_PARENT && !left.get(at)) {
        at = character.skeleton().parent(at);
      }
      return at;
    }

    private int depth(int joint) {
      int depth = 0;
      for (int j = joint; j != Skeleton.NO_PARENT; j = character.skeleton().parent(j)) {
        depth++;
      }
      return depth;
    }

    private boolean isLeaf(int joint) {
      return left.stream().allMatch(j -> j == joint || !character.skeleton().isUnder(j, joint));
    }

    /** Returns the entries of a skin that move vertices; the matrices of others may be anything. */
    private BitSet bound(int skin) {
      BitSet bound = new BitSet();
      for (Part part : character.parts()) {
        if (part.skin() == skin) {
          Influences rows = character.geometry(part).skinning().influences().orElseThrow();
          for (int v = 0; v < rows.vertexCount(); v++) {
            for (int i = 0; i < rows.count(v); i++) {
              bound.set(rows.joint(v, i));
            }
          }
        }
      }
      return bound;
    }

    /** Returns a skin in which heirs take the places of the joints that are gone. */
    private Skin without(Skin skin, BitSet bound, int[] heir, int[] place) {
      Pose rest = character.restPose();
      double[] matrices = new double[Affine.SIZE * skin.jointCount()];
      skin.skinningMatrices(rest, matrices);
      List<Integer> joints = new ArrayList<>();
      double[] binds = new double[Affine.SIZE * skin.jointCount()];
      for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < skin.jointCount(); i++) {
          int joint = skin.joint(i);
          while (heir[joint] != joint) {
            joint = heir[joint];
          }
          boolean own = joint == skin.joint(i) && bound.get(i);
          if (!joints.contains(joint) && (own || (pass == 1 && bound.get(i)) || pass == 2)) {
            double[] global = new double[Affine.SIZE];
            rest.copyGlobal(joint, global, 0);
            Affine.invert(global, 0, global, 0);
            int at = Affine.SIZE * joints.size();
            Affine.multiply(global, 0, matrices, Affine.SIZE * i, binds, at);
            if (own) {
              skin.copyInverseBind(i, binds, at);
            }
            joints.add(joint);
          }
          place[i] = joints.indexOf(joint);
        }
      }
      return new Skin(
          skin.name(),
          joints.stream().mapToInt(Integer::intValue).toArray(),
          Arrays.copyOf(binds, Affine.SIZE * joints.size()));
    }

    private static Influences renamed(Influences rows, int[] place) {
      Influences.Builder out = Influences.builder();
      for (int v = 0; v < rows.vertexCount(); v++) {
        for (int i = 0; i < rows.count(v); i++) {
          out.add(place[rows.joint(v, i)], rows.weight(v, i));
        }
        out.endRow();
      }
      return out.build();
    }
  }
}
