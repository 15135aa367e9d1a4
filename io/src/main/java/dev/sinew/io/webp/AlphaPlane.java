package dev.sinew.io.webp;

import java.nio.ByteBuffer;

/** The alpha of a lossy picture, which is stored without loss. */
final class AlphaPlane {
  private static final int HORIZONTAL = 1;
  private static final int VERTICAL = 2;
  private static final int GRADIENT = 3;

  private AlphaPlane() {}

  /** Sets the alpha of pixels. */
  static void apply(ByteBuffer chunk, int width, int height, int[] argb) {
    if (chunk.limit() == 0) {
      throw new WebpException("the alpha is empty");
    }
    int header = chunk.get(0);
    ByteBuffer data = chunk.slice(1, chunk.limit() - 1);
    int[] alpha;
    if ((header & 3) == 0) {
      if (data.limit() < argb.length) {
        throw new WebpException("the alpha ends too early");
      }
      alpha = new int[argb.length];
      for (int i = 0; i < alpha.length; i++) {
        alpha[i] = data.get(i) & 0xFF;
      }
    } else if ((header & 3) == 1) {
      alpha = LosslessDecoder.decodeWithoutHeader(data, width, height);
      for (int i = 0; i < alpha.length; i++) {
        alpha[i] = (alpha[i] >> 8) & 0xFF;
      }
    } else {
      throw new WebpException("the alpha is compressed in an unknown way");
    }
    unfilter(alpha, width, (header >> 2) & 3);
    for (int i = 0; i < argb.length; i++) {
      argb[i] = (argb[i] & 0xFFFFFF) | (alpha[i] << 24);
    }
  }

  private static void unfilter(int[] alpha, int width, int filter) {
    for (int i = 1; filter > 0 && i < alpha.length; i++) {
      boolean firstRow = i < width;
      boolean firstColumn = i % width == 0;
      int predicted;
      if (firstRow) {
        predicted = alpha[i - 1];
      } else if (firstColumn) {
        predicted = alpha[i - width];
      } else {
        predicted =
            switch (filter) {
              case HORIZONTAL -> alpha[i - 1];
              case VERTICAL -> alpha[i - width];
              case GRADIENT ->
                  Math.clamp(alpha[i - 1] + alpha[i - width] - alpha[i - width - 1], 0, 255);
              default -> 0;
            };
      }
      alpha[i] = (alpha[i] + predicted) & 0xFF;
    }
  }
}
