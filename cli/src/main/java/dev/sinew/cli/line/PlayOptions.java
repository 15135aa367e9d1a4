package dev.sinew.cli.line;

import dev.sinew.pipeline.DeformStep;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that play a clip into a sequence of meshes. */
public final class PlayOptions {
  @Option(
      names = "--clip",
      paramLabel = "NAME-or-number",
      description =
          "The clip to play, by name or by number from 0 (default: the motion, or the only clip).")
  private @Nullable String clip;

  @Option(
      names = "--motion",
      paramLabel = "FILE",
      description =
          "A motion to play, from BVH or of another model; joints are matched by name, and rest"
              + " poses and sizes may differ.")
  private @Nullable Path motion;

  @Option(
      names = "--fps",
      paramLabel = "N",
      description = "Frames per second (default: ${DEFAULT-VALUE}).")
  private double framesPerSecond = DeformStep.Options.DEFAULT_FRAMES_PER_SECOND;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "A .pc2 or .mdd file; a name without an extension is a folder of OBJ files.")
  private Path output = Path.of("");

  public Optional<String> clip() {
    return Optional.ofNullable(clip);
  }

  public Optional<Path> motion() {
    return Optional.ofNullable(motion);
  }

  public double framesPerSecond() {
    return framesPerSecond;
  }

  public Path output() {
    return output;
  }
}
