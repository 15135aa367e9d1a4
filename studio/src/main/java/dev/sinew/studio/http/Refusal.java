package dev.sinew.studio.http;

/** A request that is answered with a status and one sentence. */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;

  /**
   * Creates a refusal.
   *
   * @param status an HTTP status from 400
   * @param reason one sentence for the user; empty to say nothing
   */
  public Refusal(int status, String reason) {
    super(reason, null, false, false);
    this.status = status;
  }

  /** A request that does not make sense. */
  public static Refusal badRequest(String reason) {
    return new Refusal(400, reason);
  }

  /** A request for something that is not there. */
  public static Refusal notFound(String reason) {
    return new Refusal(404, reason);
  }

  /** Returns the HTTP status. */
  public int status() {
    return status;
  }
}
