package dev.sinew.bench;

import dev.sinew.extract.NamedShape;
import dev.sinew.extract.SkeletonExtraction;
import dev.sinew.extract.SkeletonOptions;
import dev.sinew.extract.SkeletonResult;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.model.human.HumanBone;
import dev.sinew.model.human.HumanNames;
import dev.sinew.model.human.Humanoid;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Skeletons found in the meshes of human characters at rest, beside the files' own joints: the
 * table "Human bodies" of {@code bench/results/rigs.md}.
 */
final class HumanBodies {
  private static final PrintStream OUT = System.out;

  /** Characters whose joints have names or are those of an avatar, below the folder of glTF. */
  private static final List<String> FILES =
      List.of(
          "khronos/CesiumMan.glb",
          "khronos/RiggedFigure.glb",
          "other/Knight.glb",
          "other/RobotExpressive.glb",
          "other/mannequiny.glb",
          "new/mage.glb",
          "new/hvgirl.glb",
          "new/lumberjack.glb",
          "new/bitmoji.glb",
          "new/riggedmesh.glb",
          "new/crimsom-vrm0.vrm",
          "new/godette-vrm0.vrm");

  private static final List<HumanBone> BONES =
      List.of(
          HumanBone.HIPS,
          HumanBone.NECK,
          HumanBone.HEAD,
          HumanBone.LEFT_UPPER_LEG,
          HumanBone.RIGHT_UPPER_LEG,
          HumanBone.LEFT_LOWER_LEG,
          HumanBone.RIGHT_LOWER_LEG,
          HumanBone.LEFT_FOOT,
          HumanBone.RIGHT_FOOT,
          HumanBone.LEFT_UPPER_ARM,
          HumanBone.RIGHT_UPPER_ARM,
          HumanBone.LEFT_LOWER_ARM,
          HumanBone.RIGHT_LOWER_ARM,
          HumanBone.LEFT_HAND,
          HumanBone.RIGHT_HAND);

  /** A joint that is farther off than this part of the height is another one. */
  private static final double OTHER_JOINT = 0.15;

  private HumanBodies() {}

  static void print(Path folder, RunContext context) throws IOException {
    OUT.println("## Human bodies");
    OUT.println();
    OUT.println(
        "Meshes at rest, each one shape, beside the joints of their own files, where these have a"
            + " joint of the name. Distances in heights of the box, weapons and hats included."
            + " Right: named joints within "
            + OTHER_JOINT
            + " of their place.");
    OUT.println();
    OUT.println("| character | named joints | right | median | largest | which |");
    OUT.println("|---|---|---|---|---|---|");
    List<Double> all = new ArrayList<>();
    for (String file : FILES) {
      row(folder.resolve(file), all, context);
    }
    OUT.printf(Locale.ROOT, "%nMedian of all joints: %.4f.%n%n", median(all));
  }

  private static void row(Path file, List<Double> all, RunContext context) throws IOException {
    SkinnedCharacter character = GltfReader.read(file).character();
    CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
    posed.set(character.restPose());
    TriMesh mesh = posed.mesh();
    Skeleton skeleton = character.skeleton();
    Humanoid own = skeleton.humanoid();
    Map<HumanBone, Integer> truth =
        (own.joints().isEmpty() ? HumanNames.of(skeleton) : own).joints();
    String name = String.valueOf(file.getFileName()).replaceFirst("\\..*", "");
    SkinnedCharacter found;
    try {
      NamedShape shape = new NamedShape(name, mesh);
      SkeletonResult result =
          SkeletonExtraction.run(List.of(shape), SkeletonOptions.DEFAULTS, context);
      found = result.character();
    } catch (RequestException e) {
      OUT.printf("| %s | none: %s | | | | |%n", name, e.getMessage());
      return;
    }
    double height = mesh.bounds().maxY() - mesh.bounds().minY();
    List<Double> off = new ArrayList<>();
    int named = 0;
    int right = 0;
    double largest = 0;
    String worst = "";
    for (HumanBone bone : BONES) {
      int at = jointNamed(found.skeleton(), bone.toString());
      named += at >= 0 ? 1 : 0;
      Integer expected = truth.get(bone);
      if (at < 0 || expected == null) {
        continue;
      }
      double d = distance(place(found, at), place(character, expected)) / height;
      right += d < OTHER_JOINT ? 1 : 0;
      off.add(d);
      if (d > largest) {
        largest = d;
        worst = bone.toString();
      }
    }
    all.addAll(off);
    OUT.printf(
        Locale.ROOT,
        "| %s | %d of %d | %d of %d | %.4f | %.4f | %s |%n",
        name,
        named,
        BONES.size(),
        right,
        off.size(),
        median(off),
        largest,
        worst);
  }

  private static int jointNamed(Skeleton skeleton, String name) {
    for (int j = 0; j < skeleton.jointCount(); j++) {
      if (skeleton.name(j).equals(name)) {
        return j;
      }
    }
    return -1;
  }

  private static double[] place(SkinnedCharacter character, int joint) {
    Pose rest = character.restPose();
    double[] global = new double[Affine.SIZE];
    rest.copyGlobal(joint, global, 0);
    return new double[] {global[3], global[7], global[11]};
  }

  private static double distance(double[] a, double[] b) {
    return Math.hypot(Math.hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2);
  }
}
