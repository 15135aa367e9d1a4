package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.extract.NamedShape;
import dev.sinew.extract.SkeletonExtraction;
import dev.sinew.extract.SkeletonOptions;
import dev.sinew.extract.SkeletonResult;
import dev.sinew.extract.SkeletonResult.FoundLimb;
import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.GivenRig;
import dev.sinew.io.obj.ObjFiles;
import dev.sinew.io.obj.ObjSequence;
import dev.sinew.math.Affine;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.rig.WindingNumber;
import dev.sinew.run.RunContext;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The skeleton of a real animal. Needs {@code ../shared/data}. */
@NeedsSharedData
class HorseSkeletonTest {
  private static MeshSequence read(RunContext context) throws IOException {
    Path folder = SharedData.path("horse");
    return ObjSequence.read(
            folder.resolve("horse-reference.obj"),
            ObjFiles.expand(folder.resolve("horse-[01]*.obj").toString()),
            context)
        .meshes();
  }

  private static SkeletonResult found(MeshSequence poses, RunContext context) {
    List<NamedShape> shapes = new ArrayList<>();
    shapes.add(new NamedShape("reference", poses.reference()));
    for (int k = 0; k < poses.frameCount(); k++) {
      shapes.add(new NamedShape("pose " + k, poses.mesh(k)));
    }
    return SkeletonExtraction.run(shapes, SkeletonOptions.DEFAULTS, context);
  }

  @Test
  void fourLegsANeckAndATail() throws IOException {
    try (RunContext context = RunContext.create()) {
      MeshSequence poses = read(context);
      SkeletonResult found = found(poses, context);
      assertThat(found.poses()).hasSize(11);
      assertThat(found.corresponding()).isEqualTo(10);
      List<FoundLimb> limbs = found.limbs().stream().filter(FoundLimb::tip).toList();
      List<FoundLimb> legs = limbs.stream().filter(limb -> limb.name().matches(".*[LR]")).toList();
      assertThat(limbs).hasSize(6);
      assertThat(legs).hasSize(4).allMatch(leg -> leg.joints() >= 1);
      assertInside(found, poses);
    }
  }

  /** Free or about fixed joints, a skin fitted to the skeleton is nearly as good as clusters. */
  @Test
  void aSkinFitsTheSkeletonNearlyAsWellAsClusters() throws IOException {
    try (RunContext context = RunContext.create()) {
      MeshSequence poses = read(context);
      SkeletonResult found = found(poses, context);
      FitOptions options =
          FitOptions.DEFAULTS.withModels(FitModel.LINEAR_BLEND).withFreeBones(true);
      FitResult given =
          Fit.run(
              poses,
              GivenRig.ofCharacter(found.character(), poses.reference(), false),
              options,
              context);
      FitResult clusters =
          Fit.run(poses, new BoneSource.Found(found.jointCount()), options, context);
      assertThat(given.first().training().rms())
          .isLessThan(1.3 * clusters.first().training().rms());
      assertThat(given.ofFreeBones(FitModel.LINEAR_BLEND).training().rms())
          .isLessThan(1.3 * clusters.ofFreeBones(FitModel.LINEAR_BLEND).training().rms());
    }
  }

  /** All joints that move the skin are inside the reference. */
  private static void assertInside(SkeletonResult found, MeshSequence poses) {
    WindingNumber winding =
        new WindingNumber(poses.reference().positions(), poses.reference().triangles());
    Pose rest = found.character().restPose();
    Skin skin = found.character().skins().getFirst();
    double[] global = new double[Affine.SIZE];
    for (int i = 0; i < skin.jointCount(); i++) {
      rest.copyGlobal(skin.joint(i), global, 0);
      assertThat(winding.isInside(new double[] {global[3], global[7], global[11]}, 0))
          .as(found.character().skeleton().name(skin.joint(i)))
          .isTrue();
    }
  }

  @Test
  void shortLimbsDoNotFail() throws IOException {
    try (RunContext context = RunContext.create()) {
      SkeletonResult found =
          SkeletonExtraction.run(
              List.of(new NamedShape("reference", read(context).reference())),
              SkeletonOptions.DEFAULTS.withMinLimb(0.005),
              context);
      assertThat(found.limbCount()).isGreaterThanOrEqualTo(6);
    }
  }
}
