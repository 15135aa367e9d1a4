package dev.sinew.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.input.PoseFolder;
import dev.sinew.pose.PoseSamples;
import dev.sinew.run.RunContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Example poses out of files: the transforms the files hold, joint by joint. */
class PoseFolderTest {
  @TempDir private Path folder;

  private Path model = Path.of("");
  private Path poses = Path.of("");

  @BeforeEach
  void writeAModel() throws Exception {
    new SampleStep().run(new SampleStep.Options("arm", folder), RunContext.create());
    model = folder.resolve("arm.glb");
    poses = Files.createDirectory(folder.resolve("poses"));
  }

  /** Writes the model with the node of a joint moved along x. */
  private void writePose(String name, String joint, double x) throws Exception {
    GltfDocument document = GltfDocument.read(model);
    for (var node : document.json().getAsJsonArray("nodes")) {
      JsonObject object = node.getAsJsonObject();
      if (object.has("name") && object.get("name").getAsString().equals(joint)) {
        object.remove("matrix");
        JsonArray at = new JsonArray();
        at.add(x);
        at.add(0.5);
        at.add(0);
        object.add("translation", at);
      }
    }
    document.write(poses.resolve(name));
  }

  @Test
  void everyFileIsAPoseInTheOrderOfNames() throws Exception {
    SkinnedCharacter character = GltfReader.read(model).character();
    int joint = character.skins().getFirst().joint(1);
    String name = character.skeleton().name(joint);
    writePose("b.glb", name, 2);
    writePose("a.gltf", name, 1);
    Files.writeString(poses.resolve("notes.txt"), "not a pose");
    PoseSamples samples = PoseFolder.read(poses, character.skeleton());
    assertThat(samples.count()).isEqualTo(2);
    List<Double> met = new ArrayList<>();
    double[] local = new double[Affine.SIZE];
    samples.forEach(
        pose -> {
          pose.copyLocal(joint, local, 0);
          met.add(local[3]);
        });
    assertThat(met).containsExactly(1.0, 2.0);
    Pose rest = character.restPose();
    double[] expected = new double[Affine.SIZE];
    rest.copyGlobal(0, expected, 0);
    samples.forEach(
        pose -> {
          pose.copyGlobal(0, local, 0);
          assertThat(local).containsExactly(expected, within(1e-12));
        });
  }

  @Test
  void filesThatAreNotOfTheSkeletonAreNamed() throws Exception {
    SkinnedCharacter character = GltfReader.read(model).character();
    assertThatThrownBy(() -> PoseFolder.read(poses, character.skeleton()))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("expected a .glb or .gltf file");
    Path other = folder.resolve("other");
    new SampleStep().run(new SampleStep.Options("biped", other), RunContext.create());
    Files.copy(other.resolve("biped.glb"), poses.resolve("biped.glb"));
    assertThatThrownBy(() -> PoseFolder.read(poses, character.skeleton()))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("biped.glb")
        .hasMessageContaining("no node called");
  }
}
