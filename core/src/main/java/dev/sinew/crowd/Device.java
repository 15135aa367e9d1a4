package dev.sinew.crowd;

import dev.sinew.run.RunContext;
import java.util.List;

/**
 * A processor that deforms crowds: the threads of a run on the CPU, or a graphics card (module
 * {@code dev.sinew.gpu}). All give the same points up to the rounding of floats.
 */
public interface Device extends AutoCloseable {
  /** Returns what the processor is called. */
  String name();

  /** Loads the characters of a crowd. The crowd must be closed before its device. */
  Crowd load(List<Member> members);

  @Override
  void close();

  /** Returns the CPU: the threads of a run, which is not closed with the device. */
  static Device cpu(RunContext context) {
    return new CpuDevice(context);
  }
}
