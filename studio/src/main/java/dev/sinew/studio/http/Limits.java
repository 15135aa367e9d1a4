package dev.sinew.studio.http;

import java.time.Duration;

/**
 * The limits of a server.
 *
 * @param bodyBytes the largest body
 * @param allBodyBytes the most memory of all bodies that are read or used at once; one takes up to
 *     twice its size
 * @param bodyTime how long a body may take
 * @param workers the number of requests that are worked on at once
 * @param waiting the number of requests that may wait for that
 */
public record Limits(
    int bodyBytes, long allBodyBytes, Duration bodyTime, int workers, int waiting) {
  private static final long ALL_BODY_BYTES =
      Math.min(512L << 20, Runtime.getRuntime().maxMemory() / 4);

  /** Enough for one user with models up to 256 MB, or up to an eighth of the heap. */
  public static final Limits DEFAULTS =
      new Limits((int) (ALL_BODY_BYTES / 2), ALL_BODY_BYTES, Duration.ofSeconds(60), 8, 1024);

  /** Returns these limits with another largest body. */
  public Limits withBodyBytes(int bytes) {
    return new Limits(bytes, allBodyBytes, bodyTime, workers, waiting);
  }

  /** Returns these limits with another limit of all bodies together. */
  public Limits withAllBodyBytes(long bytes) {
    return new Limits(bodyBytes, bytes, bodyTime, workers, waiting);
  }

  /** Returns these limits with another time that a body may take. */
  public Limits withBodyTime(Duration time) {
    return new Limits(bodyBytes, allBodyBytes, time, workers, waiting);
  }
}
