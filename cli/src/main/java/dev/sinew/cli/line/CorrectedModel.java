package dev.sinew.cli.line;

import dev.sinew.skin.SkinningMethod;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The parameters of commands on a character and its correctives. */
public final class CorrectedModel {
  @Parameters(
      index = "0",
      paramLabel = "MODEL",
      description = "A character: .glb, .gltf, .fbx or .vrm.")
  private Path model = Path.of("");

  @Parameters(index = "1", paramLabel = "DB", description = "Its correctives: .psdb.")
  private Path database = Path.of("");

  @Option(
      names = "--skinning",
      paramLabel = "M",
      description =
          "The skinning model under the correctives: ${COMPLETION-CANDIDATES} (default: the one"
              + " they were trained on).")
  private @Nullable SkinningMethod skinning;

  public Path model() {
    return model;
  }

  public Path database() {
    return database;
  }

  public Optional<SkinningMethod> skinning() {
    return Optional.ofNullable(skinning);
  }
}
