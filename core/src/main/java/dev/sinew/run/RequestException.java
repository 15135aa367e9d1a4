package dev.sinew.run;

/**
 * A request that does not fit the input: an unknown clip, influences to remove from a mesh that has
 * none. The message is one sentence for the user. A value that is wrong for every input is a plain
 * {@link IllegalArgumentException}.
 */
public final class RequestException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /** Lists of names in a reason are cut before this. */
  private static final int MAX_LENGTH = 1500;

  private final String subject;
  private final String reason;

  /**
   * A request that does not fit the main input.
   *
   * @param reason the request, what the input has, and what to do
   */
  public RequestException(String reason) {
    this("", reason);
  }

  /**
   * A request that does not fit one of several inputs.
   *
   * @param subject the input, for example "rig"; empty for the main one
   */
  public RequestException(String subject, String reason) {
    super((subject.isEmpty() ? "" : subject + ": ") + FileText.shortened(reason, MAX_LENGTH));
    this.subject = subject;
    this.reason = reason;
  }

  /** Returns this exception with the file's name as its subject, if it is about that subject. */
  public RequestException naming(String about, Object file) {
    return subject.equals(about) ? new RequestException(file.toString(), reason) : this;
  }
}
