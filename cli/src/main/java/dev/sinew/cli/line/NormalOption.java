package dev.sinew.cli.line;

import dev.sinew.skin.NormalMode;
import picocli.CommandLine.Option;

/** The option on the normals of linear blending. */
public final class NormalOption {
  @Option(
      names = "--exact-normals",
      description =
          "Use the exact normals of linear blending, with the change of the weights along the"
              + " surface (default: those of the blended matrices, as viewers show them).")
  private boolean exact;

  public NormalMode mode() {
    return exact ? NormalMode.EXACT : NormalMode.DEFAULT;
  }
}
