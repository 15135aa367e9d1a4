package dev.sinew.io.gltf.write;

/** A part of a document that is written anew. */
public interface DocumentPart {
  /** Drops the references to data that {@link #write} replaces, so that they are not kept. */
  void drop(GltfBuilder builder);

  /**
   * Writes what changed.
   *
   * @param builder has everything that the document keeps, with updated references
   */
  void write(GltfBuilder builder);
}
