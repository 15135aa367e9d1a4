package dev.sinew.io;

import dev.sinew.model.Issue;
import dev.sinew.model.PolygonMesh;
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
}
