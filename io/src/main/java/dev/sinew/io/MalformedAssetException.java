package dev.sinew.io;

import java.io.IOException;

/**
 * A file that cannot be used as it is. The message names the file, the place in it (a JSON pointer,
 * a line, a byte) and the reason, and is fit to be shown to a user as it stands.
 */
public final class MalformedAssetException extends IOException {
  private static final long serialVersionUID = 1;

  private final String source;
  private final String where;
  private final String reason;

  /**
   * @param source the file, as the user named it
   * @param where the place in it; empty for the file as a whole
   * @param reason what is wrong there
   */
  public MalformedAssetException(String source, String where, String reason) {
    super(source + ": " + (where.isEmpty() ? "" : where + ": ") + reason);
    this.source = source;
    this.where = where;
    this.reason = reason;
  }

  public String source() {
    return source;
  }

  public String where() {
    return where;
  }

  public String reason() {
    return reason;
  }
}
