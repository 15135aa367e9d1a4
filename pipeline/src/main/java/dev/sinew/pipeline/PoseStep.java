package dev.sinew.pipeline;

import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.PosedDocument;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.TriMesh;
import dev.sinew.pipeline.input.LevelChoice;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.pipeline.input.PlayedClip;
import dev.sinew.run.RunContext;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.skin.surface.ClipPoser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a character and writes one posed mesh. */
public final class PoseStep implements Step<PoseStep.Options, PoseStep.PoseReport> {

  /**
   * What to pose.
   *
   * @param model a character
   * @param level its level of detail (MSFT_lod); empty for the scene as it is
   * @param clip the name or index of a clip; empty for the motion, or the rest pose without one
   * @param motion a BVH file whose motion becomes a clip of the character
   * @param time seconds into the clip, clamped to its ends; 0 without a clip
   * @param deformation the skinning model, with correctives or without
   * @param output a .obj, .ply, .glb or .gltf file
   */
  public record Options(
      Path model,
      Optional<Integer> level,
      Optional<String> clip,
      Optional<Path> motion,
      double time,
      Deformation deformation,
      Path output) {
    /** Options for the scene as it is, without correctives. */
    public Options(
        Path model,
        Optional<String> clip,
        Optional<Path> motion,
        double time,
        Optional<SkinningMethod> method,
        Path output) {
      this(model, Optional.empty(), clip, motion, time, Deformation.of(method), output);
    }

    /** Checks the name of the output and the time. */
    public Options {
      Format.ofOutput(output, Format.Kind.MESH, Format.Kind.CHARACTER);
      if (!Double.isFinite(time)) {
        throw new IllegalArgumentException("time: expected a finite number, got " + time);
      }
      if (clip.isEmpty() && motion.isEmpty() && time != 0) {
        throw new IllegalArgumentException("time: " + time + " s needs a clip");
      }
    }
  }

  /**
   * The JSON report.
   *
   * @param clip the name of the clip, or null at rest
   * @param time seconds into the clip
   * @param method the skinning model
   * @param vertices vertices written
   * @param triangles triangles written
   * @param notes how a motion matched the character
   */
  public record PoseReport(
      @Nullable String clip,
      double time,
      SkinningMethod method,
      int vertices,
      int triangles,
      List<String> notes) {}

  @Override
  public Outcome<PoseReport> run(Options options, FileSession files, RunContext context)
      throws IOException {
    Format format = ModelFile.outputFormat(options.output, Format.Kind.MESH, Format.Kind.CHARACTER);
    GltfAsset asset =
        LevelChoice.asset(options.model, ModelFile.read(options.model, files), options.level)
            .withInstances();
    List<String> notes = new ArrayList<>();
    Optional<Clip> clip =
        PlayedClip.of(
            options.model, asset.character(), options.clip, options.motion, notes, files, context);
    Pose pose = asset.character().restPose();
    clip.ifPresent(played -> Remarks.onTime(options.model, played, options.time, files));
    options
        .deformation
        .method()
        .ifPresent(m -> Remarks.onMethod(options.model, asset.character(), m, files));
    CorrectivesFile deformation = CorrectivesFile.of(asset.character(), options.deformation, files);
    CharacterSurface.Posed posed =
        CharacterSurface.of(
                asset.character(),
                deformation.shown(clip, options.deformation.correctives(), files))
            .newPosed();
    if (clip.isPresent()) {
      new ClipPoser(posed, clip.get()).set(options.time, pose, context);
    } else {
      posed.set(pose, context);
    }
    ModelFile.requireFinite(options.model, posed);
    TriMesh mesh = posed.mesh();
    ModelFile.requireShown(options.model, mesh.vertexCount());
    if (format.kind() == Format.Kind.MESH) {
      format.writeMesh(options.output, mesh, files);
    } else {
      PosedDocument.of(asset, posed).write(options.output, files);
    }
    List<Path> inputs = new ArrayList<>(List.of(options.model));
    options.motion.ifPresent(inputs::add);
    options.deformation.correctives().ifPresent(inputs::add);
    return new Outcome<>(
        new PoseReport(
            clip.map(Clip::name).orElse(null),
            clip.isPresent() ? options.time : 0,
            deformation.skinning(),
            mesh.vertexCount(),
            mesh.triangleCount(),
            notes),
        inputs,
        List.of(options.output));
  }
}
