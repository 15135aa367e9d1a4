package dev.sinew.cli.line;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The option for motions of other files. */
public final class MotionsOption {
  @Option(
      names = "--motions",
      paramLabel = "FILE",
      description =
          "Also pose and measure in the motions of another file (.bvh, .glb, .gltf, .vrm, .vrma,"
              + " .fbx), matched as by 'retarget'. They are not written. May be given several"
              + " times.")
  private List<Path> files = new ArrayList<>();

  public List<Path> files() {
    return files;
  }
}
