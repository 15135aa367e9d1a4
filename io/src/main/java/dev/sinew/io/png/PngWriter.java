package dev.sinew.io.png;

import dev.sinew.draw.Picture;
import dev.sinew.io.FileSession;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Writes pictures as PNG. */
public final class PngWriter {
  private PngWriter() {}

  /** Writes a picture. */
  public static void write(Path target, Picture picture) throws IOException {
    FileSession.write(files -> write(target, picture, files));
  }

  /** Writes a picture as an output of a session. */
  public static void write(Path target, Picture picture, FileSession files) throws IOException {
    BufferedImage image =
        new BufferedImage(picture.width(), picture.height(), BufferedImage.TYPE_INT_ARGB);
    image.setRGB(0, 0, picture.width(), picture.height(), picture.pixels(), 0, picture.width());
    ImageIO.setUseCache(false);
    files.stream(
        target,
        out -> {
          if (!ImageIO.write(image, "png", out)) {
            throw new IOException(target + ": this Java runtime has no PNG writer");
          }
        });
  }
}
