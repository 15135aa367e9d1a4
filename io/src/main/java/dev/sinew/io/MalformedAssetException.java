package dev.sinew.io;

import dev.sinew.run.FileText;
import java.io.IOException;

/**
 * A file is malformed. The message names the file, the position in it (a JSON pointer, a line, a
 * byte) and the reason, and can be shown to a user.
 */
public final class MalformedAssetException extends IOException {
  private static final long serialVersionUID = 1;

  private final String source;
  private final String where;
  private final String reason;

  /**
   * @param source the file name as given by the user
   * @param where the position in the file; empty for the whole file
   * @param reason a description of the error
   */
  public MalformedAssetException(String source, String where, String reason) {
    super(
        source
            + ": "
            + (where.isEmpty() ? "" : FileText.shortened(where) + ": ")
            + FileText.shortened(reason));
    this.source = source;
    this.where = FileText.shortened(where);
    this.reason = FileText.shortened(reason);
  }

  /** Returns the file name as given by the user. */
  public String source() {
    return source;
  }

  /** Returns the position in the file; empty for the whole file. */
  public String where() {
    return where;
  }

  /** Returns the description of the error. */
  public String reason() {
    return reason;
  }
}
