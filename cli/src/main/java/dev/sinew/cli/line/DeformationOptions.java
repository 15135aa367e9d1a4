package dev.sinew.cli.line;

import dev.sinew.pipeline.Deformation;
import dev.sinew.skin.SkinningMethod;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options on how a character is deformed: a skinning model, and correctives over it. */
public final class DeformationOptions {
  @Option(
      names = "--method",
      paramLabel = "M",
      description =
          "The skinning model: ${COMPLETION-CANDIDATES} (default: that of the character, ssd or"
              + " as).")
  private @Nullable SkinningMethod method;

  @Mixin private NormalOption normals = new NormalOption();

  @Option(
      names = "--correctives",
      paramLabel = "DB",
      description =
          "Pose-space correctives over the skinning model, as 'posespace train' writes them:"
              + " .psdb. Dynamics run from the start of the clip.")
  private @Nullable Path correctives;

  /** Returns what the options say. */
  public Deformation deformation() {
    return new Deformation(
        Optional.ofNullable(method), normals.mode(), Optional.ofNullable(correctives));
  }
}
