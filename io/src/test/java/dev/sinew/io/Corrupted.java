package dev.sinew.io;

import static org.assertj.core.api.Assertions.fail;

import java.util.Arrays;
import java.util.Random;

/** Corrupted versions of a file, which a reader must read or reject. */
public final class Corrupted {
  private Corrupted() {}

  /** A reader under test; reads the whole content. */
  @FunctionalInterface
  public interface Reader {
    void read(byte[] file) throws Exception;
  }

  /** Reads every prefix of the file, from empty to complete; returns the number rejected. */
  public static int everyPrefix(byte[] good, Reader reader) {
    int refused = 0;
    for (int length = 0; length <= good.length; length++) {
      refused += refuses(Arrays.copyOf(good, length), reader, "the first " + length + " bytes");
    }
    return refused;
  }

  /** Reads the file with one to four random bytes changed; returns the number rejected. */
  public static int byteFlips(byte[] good, long seed, int times, Reader reader) {
    Random random = new Random(seed);
    int refused = 0;
    for (int i = 0; i < times; i++) {
      byte[] bad = good.clone();
      int changes = 1 + random.nextInt(4);
      for (int c = 0; c < changes; c++) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
      }
      refused += refuses(bad, reader, "seed " + seed + ", version " + i);
    }
    return refused;
  }

  private static int refuses(byte[] bad, Reader reader, String which) {
    try {
      reader.read(bad);
      return 0;
    } catch (MalformedAssetException expected) {
      return 1;
    } catch (Exception | Error e) {
      return fail(which + ": " + Arrays.toString(bad), e);
    }
  }
}
