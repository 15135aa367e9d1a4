package dev.sinew.pipeline;

import dev.sinew.io.FileSession;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Writes changed characters into copies of their files. */
public final class ModelOutput {
  private ModelOutput() {}

  /**
   * Writes a character, with everything of its file that did not change.
   *
   * @param output a .glb or .gltf file
   * @param files receives the output, and notes on what happened to stored bounds
   * @return warnings about content that was dropped
   */
  public static List<Issue> write(
      GltfAsset asset, SkinnedCharacter changed, Path output, FileSession files, RunContext context)
      throws IOException {
    List<Issue> warnings = new ArrayList<>();
    asset.with(changed, remarks(files, warnings), context).write(output, files);
    return warnings;
  }

  /** Returns a receiver of remarks: information goes to the session, warnings to a list. */
  static Consumer<Issue> remarks(FileSession files, List<Issue> warnings) {
    return remark -> {
      if (remark.severity() == Issue.Severity.INFO) {
        files.add(Issue.info("", remark.what()));
      } else {
        warnings.add(remark);
      }
    };
  }
}
