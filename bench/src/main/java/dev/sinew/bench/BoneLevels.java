package dev.sinew.bench;

import dev.sinew.distance.CharacterComparison;
import dev.sinew.distance.CompareOptions;
import dev.sinew.distance.ErrorSummary;
import dev.sinew.influence.FewerJoints;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Compares characters of half their joints, all triangles kept, with what a simple rule makes of
 * them: leaves of the skeleton go first, those with the least weight before others, and their
 * weights go to the joint above. Prints a table in Markdown.
 *
 * <pre>
 * BoneLevels DATA-FOLDER
 * </pre>
 */
public final class BoneLevels {
  /** Fewer joints are no skeleton to simplify. */
  private static final int LEAST_JOINTS = 6;

  private static final int MAX_FRAMES = 400;

  private BoneLevels() {}

  /** Measures all characters of a folder, and the built-in ones. */
  public static void main(String[] args) throws IOException {
    System.out.println("| character | joints | left | rms | simple rule | share | largest | simple rule | s |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    if (args.length == 1) {
if (System.getProperty("only") == null) 
      for (String name : List.of("arm", "biped", "quadruped")) {
        measure(name, Samples.create(name).character());
      }
    }
    List<Path> files;
    try (Stream<Path> all = Files.walk(Path.of(args[0]))) {
      files = all.filter(f -> f.toString().matches(".*\\.(glb|gltf|vrm)")).sorted().toList();
    }
    for (Path file : files) {
      if (System.getProperty("only") == null || file.toString().matches(".*(" + System.getProperty("only") + ").*"))
      measure(file.getFileName().toString(), GltfReader.read(file).character());
    }
  }

  private static void measure(String name, SkinnedCharacter character) {
    try (RunContext context = RunContext.create()) {
      long start = System.nanoTime();
      PoseKnowledge knowledge =
          PoseKnowledge.orSkeleton(PoseSource.CLIPS, character, context.seed());
      BitSet moving = new BitSet();
      for (Part part : character.parts()) {
        if (part.skin() >= 0) {
          Skin skin = character.skins().get(part.skin());
          for (int i = 0; i < skin.jointCount(); i++) {
            moving.set(skin.joint(i));
          }
        }
      }
      int count = moving.cardinality();
      if (count < LEAST_JOINTS) {
        return;
      }
      int left = count / 2;
      FewerJoints fewer =
          new FewerJoints(knowledge, areas(new JoinedCharacter(character)), new BitSet(), List.of(left), context);
      SkinnedCharacter ours = fewer.apply(character, left, Integer.MAX_VALUE);
      double seconds = (System.nanoTime() - start) / 1e9;
      SkinnedCharacter simple = new SimpleRule(character).run(left);
      ErrorSummary mine = error(character, ours, knowledge, context);
      ErrorSummary other = error(character, simple, knowledge, context);
      System.out.printf(
          Locale.ROOT,
          "| %s | %d | %d | %.6f | %.6f | %.2f | %.4f | %.4f | %.1f |%n",
          name,
          count,
          left,
          mine.rms(),
          other.rms(),
          mine.rms() / other.rms(),
          mine.max(),
          other.max(),
          seconds);
    } catch (RuntimeException e) {
      System.out.println("| " + name + " | " + e + " |");
      e.printStackTrace();
    }
  }

  private static ErrorSummary error(
      SkinnedCharacter from, SkinnedCharacter to, PoseKnowledge knowledge, RunContext context) {
    double seconds = knowledge.clips().stream().mapToDouble(Clip::duration).sum();
    double rate = Math.min(30, MAX_FRAMES / Math.max(seconds, 1e-9));
    return CharacterComparison.run(
            from, to, CompareOptions.DEFAULTS.withFramesPerSecond(rate), context)
        .error();
  }

  /** Returns a third of the area of the triangles around every point at rest. */
  private static double[] areas(JoinedCharacter joined) {
    TriMesh rest = joined.restMesh();
    double[] out = new double[rest.vertexCount()];
    for (int t = 0; t < rest.triangleCount(); t++) {
      double[] n = rest.areaNormal(t);
      for (int c = 0; c < 3 && System.getProperty("area") != null; c++) {
        out[rest.vertex(t, c)] += Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 6;
      }
    }
    double all = Arrays.stream(out).sum();
    for (int p = 0; p < out.length; p++) {
      out[p] += (System.getProperty("area") == null ? 1 : 0.8 * all / out.length / 0.2);
    }
    return out;
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

    SkinnedCharacter run(int joints) {
      int[] heir = new int[weight.length];
      Arrays.setAll(heir, j -> j);
      while (left.cardinality() > joints) {
        int found = -1;
        for (int j = left.nextSetBit(0); j >= 0; j = left.nextSetBit(j + 1)) {
          if (above(j) >= 0 && isLeaf(j) && (found < 0 || weight[j] < weight[found])) {
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
      for (Skin skin : character.skins()) {
        places.add(new int[skin.jointCount()]);
        skins.add(without(skin, heir, places.getLast()));
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

    private boolean isLeaf(int joint) {
      return left.stream().allMatch(j -> j == joint || !character.skeleton().isUnder(j, joint));
    }

    /** Returns a skin in which heirs take the places of the joints that are gone. */
    private Skin without(Skin skin, int[] heir, int[] place) {
      Pose rest = character.restPose();
      double[] matrices = new double[Affine.SIZE * skin.jointCount()];
      skin.skinningMatrices(rest, matrices);
      List<Integer> joints = new ArrayList<>();
      double[] binds = new double[Affine.SIZE * skin.jointCount()];
      for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < skin.jointCount(); i++) {
          int joint = skin.joint(i);
          while (heir[joint] != joint) {
            joint = heir[joint];
          }
          if (!joints.contains(joint) && (pass == 1 || joint == skin.joint(i))) {
            double[] global = new double[Affine.SIZE];
            rest.copyGlobal(joint, global, 0);
            Affine.invert(global, 0, global, 0);
            int at = Affine.SIZE * joints.size();
            Affine.multiply(global, 0, matrices, Affine.SIZE * i, binds, at);
            if (joint == skin.joint(i)) {
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
