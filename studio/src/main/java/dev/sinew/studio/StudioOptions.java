package dev.sinew.studio;

import dev.sinew.run.NumberRange;
import dev.sinew.studio.http.Limits;
import dev.sinew.studio.model.ModelMemory;
import dev.sinew.studio.model.WorkSettings;

/**
 * The address at which a studio listens, and its limits.
 *
 * @param host the name or address to listen at
 * @param port the port, or 0 for any free one
 * @param memory the limits of open models
 * @param limits the limits of requests
 * @param work threads and seed of all computations
 */
public record StudioOptions(
    String host, int port, ModelMemory memory, Limits limits, WorkSettings work) {
  /** The largest port. */
  private static final int MAX_PORT = 65535;

  /** This machine only, and any free port. */
  public static final StudioOptions DEFAULTS =
      new StudioOptions(
          "127.0.0.1", 0, ModelMemory.DEFAULTS, Limits.DEFAULTS, WorkSettings.DEFAULTS);

  /** Checks the port. */
  public StudioOptions {
    NumberRange.require("port", port, 0, MAX_PORT);
  }

  /** Returns these options with another place to listen. */
  public StudioOptions withAddress(String name, int number) {
    return new StudioOptions(name, number, memory, limits, work);
  }

  /** Returns these options with other limits of open models. */
  public StudioOptions withMemory(ModelMemory changed) {
    return new StudioOptions(host, port, changed, limits, work);
  }

  /** Returns these options with another limit of the bytes of all open models. */
  public StudioOptions withModelBytes(long bytes) {
    return new StudioOptions(host, port, memory.withFileBytes(bytes), limits, work);
  }

  /** Returns these options with other limits of requests. */
  public StudioOptions withLimits(Limits changed) {
    return new StudioOptions(host, port, memory, changed, work);
  }

  /** Returns these options with other threads and another seed. */
  public StudioOptions withWork(WorkSettings changed) {
    return new StudioOptions(host, port, memory, limits, changed);
  }
}
