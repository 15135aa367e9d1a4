package dev.sinew.cli.line;

import dev.sinew.skin.NormalMode;
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

  public Optional<SkinningMethod> method() {
    return Optional.ofNullable(method);
  }

  public NormalMode normals() {
    return normals.mode();
  }

  public Optional<Path> correctives() {
    return Optional.ofNullable(correctives);
  }
}
