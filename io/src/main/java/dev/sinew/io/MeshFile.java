package dev.sinew.io;

import dev.sinew.model.Issue;
import dev.sinew.model.PolygonMesh;
import java.nio.file.Path;
import java.util.List;

/**
 * A mesh read from a file, with warnings about the file.
 *
 * @param mesh positions in the order of the file; groups in the order of their first face
 * @param issues warnings, each with its position in the file
 */
public record MeshFile(PolygonMesh mesh, List<Issue> issues) {
  /** Copies the list. */
  public MeshFile {
    issues = List.copyOf(issues);
  }

  /** Returns the warnings with the name of the file in front. */
  public List<Issue> issuesIn(Path file) {
    return issues.stream()
        .map(i -> new Issue(i.severity(), file + ": " + i.where(), i.what()))
        .toList();
  }
}
