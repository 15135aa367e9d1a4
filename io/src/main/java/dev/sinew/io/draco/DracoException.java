package dev.sinew.io.draco;

/** Compressed data does not follow the format of Draco, or is of a kind that is not decoded. */
public final class DracoException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  DracoException(String reason) {
    super(reason);
  }
}
