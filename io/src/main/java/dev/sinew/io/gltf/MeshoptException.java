package dev.sinew.io.gltf;

/** A compressed buffer view that does not follow its format. */
final class MeshoptException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final int offset;

  /**
   * @param offset the byte of the compressed data at which it shows
   * @param reason what is wrong there
   */
  MeshoptException(int offset, String reason) {
    super("byte " + offset + ": " + reason);
    this.offset = offset;
  }

  int offset() {
    return offset;
  }
}
