package dev.sinew.io.meshopt;

/** A compressed buffer view does not follow its format. */
public final class MeshoptException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final int offset;

  /**
   * @param offset the offset of the error in the compressed data, in bytes
   * @param reason a description of the error
   */
  MeshoptException(int offset, String reason) {
    super("byte " + offset + ": " + reason);
    this.offset = offset;
  }

  /** Returns the offset of the error in the compressed data, in bytes. */
  public int offset() {
    return offset;
  }
}
