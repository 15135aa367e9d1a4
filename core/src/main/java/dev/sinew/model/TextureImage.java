package dev.sinew.model;

import dev.sinew.run.ArrayChecks;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/** An image of a file, decoded when its pixels are first asked for. Thread-safe. */
public final class TextureImage {
  private final Supplier<Optional<Pixels>> decoder;
  private Optional<Pixels> decoded = Optional.empty();
  private boolean isDecoded;

  /**
   * Decoded pixels.
   *
   * @param width columns
   * @param height rows, from the top
   * @param argb sRGB pixels with straight alpha, row by row; not modified
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Pixels(int width, int height, int[] argb) {
    /** Checks the size. */
    public Pixels {
      if (width < 1 || height < 1) {
        throw new IllegalArgumentException("size: expected 1 or more, got " + width + "×" + height);
      }
      ArrayChecks.size("argb", argb.length, Math.multiplyExact(width, height));
    }
  }

  /**
   * @param decoder returns the pixels, or empty if the image cannot be read; called at most once
   */
  public TextureImage(Supplier<Optional<Pixels>> decoder) {
    this.decoder = decoder;
  }

  /** Returns an image of given pixels. */
  public static TextureImage of(Pixels pixels) {
    return new TextureImage(() -> Optional.of(pixels));
  }

  /** Returns true if this is the other image or has the same pixels. */
  public boolean isSameAs(TextureImage other) {
    if (this == other) {
      return true;
    }
    Optional<Pixels> own = pixels();
    Optional<Pixels> theirs = other.pixels();
    return own.isPresent()
        && theirs.isPresent()
        && own.get().width == theirs.get().width
        && Arrays.equals(own.get().argb, theirs.get().argb);
  }

  /** Returns the pixels; empty if the image cannot be read. */
  public synchronized Optional<Pixels> pixels() {
    if (!isDecoded) {
      decoded = decoder.get();
      isDecoded = true;
    }
    return decoded;
  }
}
