package dev.sinew.io.draco;

/** Counts what the decoder allocates. */
@FunctionalInterface
public interface Memory {
  /** Counts bytes before they are allocated, or throws if they are too many. */
  void use(long bytes);
}
