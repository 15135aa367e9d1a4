package dev.sinew.pipeline;

import dev.sinew.io.Format;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.PosedDocument;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.run.RunContext;
import dev.sinew.skin.CharacterSurface;
import dev.sinew.skin.SkinningMethod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes one posed mesh. */
public final class PoseStep implements Step<PoseStep.Options, PoseStep.PoseReport> {

  /**
   * What to pose.
   *
   * @param model a character
   * @param clip a clip's name or number; empty for the rest pose
   * @param time seconds into the clip; before its start and after its end the ends hold; 0 without
   *     a clip
   * @param method the skinning model; empty for the one the character is made for
   * @param output a .obj, .ply, .glb or .gltf file
   */
  public record Options(
      Path model,
      Optional<String> clip,
      double time,
      Optional<SkinningMethod> method,
      Path output) {
    public Options {
      if (!Double.isFinite(time)) {
        throw new IllegalArgumentException("time: expected a finite number, got " + time);
      }
      if (clip.isEmpty() && time != 0) {
        throw new IllegalArgumentException("time: " + time + " s of which clip? Name one");
      }
    }
  }

  /**
   * What was posed.
   *
   * @param clip the clip's name, or null at rest
   * @param time seconds into it
   * @param method the skinning model
   * @param vertices vertices written
   * @param triangles triangles written
   */
  public record PoseReport(
      @Nullable String clip, double time, SkinningMethod method, int vertices, int triangles) {}

  @Override
  public Outcome<PoseReport> run(Options options, RunContext context) throws IOException {
    Format format = Format.ofOutput(options.output, Format.Kind.MESH, Format.Kind.CHARACTER);
    GltfAsset asset = ModelFile.read(options.model);
    Pose pose = asset.character().restPose();
    Clip clip = null;
    if (options.clip.isPresent()) {
      clip = asset.character().clip(options.clip.get());
      clip.sample(options.time, pose);
    }
    SkinningMethod method = options.method.orElseGet(() -> SkinningMethod.of(asset.character()));
    CharacterSurface surface = CharacterSurface.of(asset.character(), method);
    CharacterSurface.Posed posed = surface.newPosed();
    posed.set(pose);
    ModelFile.requireFinite(options.model, posed.wedgePositions());
    var mesh = posed.mesh();
    if (format.kind() == Format.Kind.MESH) {
      format.writeMesh(options.output, mesh);
    } else {
      PosedDocument.of(asset, posed).write(options.output);
    }
    return new Outcome<>(
        new PoseReport(
            clip == null ? null : clip.name(),
            clip == null ? 0 : options.time,
            method,
            mesh.vertexCount(),
            mesh.triangleCount()),
        List.of(options.model),
        List.of(options.output));
  }
}
