package dev.sinew.run;

/**
 * A request that does not fit the input: an unknown clip, influences to remove from a mesh that has
 * none. The message is one sentence for the user. A value that is wrong for every input is an
 * {@link IllegalArgumentException} instead.
 */
public final class RequestException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param message what was asked, what the input has, and what to do
   */
  public RequestException(String message) {
    super(message);
  }
}
