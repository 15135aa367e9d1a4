package dev.sinew.studio.http;

import java.time.Duration;

/**
 * The limits of a server.
 *
 * @param bodyBytes the largest body
 * @param allBodyBytes the most bytes of all bodies that are read at once
 * @param bodyTime how long a body may take
 * @param workers the number of requests that are worked on at once
 * @param waiting the number of requests that may wait for that
 */
public record Limits(
    int bodyBytes, long allBodyBytes, Duration bodyTime, int workers, int waiting) {
  /** Enough for one person and models of 256 MB. */
  public static final Limits DEFAULTS =
      new Limits(256 << 20, 512L << 20, Duration.ofSeconds(60), 8, 1024);

  /** Returns these limits with another largest body. */
  public Limits withBodyBytes(int bytes) {
    return new Limits(bytes, allBodyBytes, bodyTime, workers, waiting);
  }

  /** Returns these limits with another time that a body may take. */
  public Limits withBodyTime(Duration time) {
    return new Limits(bodyBytes, allBodyBytes, time, workers, waiting);
  }
}
