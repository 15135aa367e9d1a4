package dev.sinew.io.png;

import dev.sinew.draw.Picture;
import dev.sinew.io.FileSession;
import dev.sinew.model.TextureImage.Pixels;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Writes pictures as PNG. */
public final class PngWriter {
  private PngWriter() {}

  /** Writes a picture. */
  public static void write(Path target, Picture picture) throws IOException {
    FileSession.write(files -> write(target, picture, files));
  }

  /** Returns an image as the bytes of a PNG file, compressed as far as possible. */
  public static byte[] encode(Pixels pixels) {
    boolean opaque = Arrays.stream(pixels.argb()).allMatch(argb -> argb >>> 24 == 0xFF);
    BufferedImage image =
        new BufferedImage(
            pixels.width(),
            pixels.height(),
            opaque ? BufferedImage.TYPE_INT_RGB : BufferedImage.TYPE_INT_ARGB);
    image.setRGB(0, 0, pixels.width(), pixels.height(), pixels.argb(), 0, pixels.width());
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
      ImageWriteParam param = writer.getDefaultWriteParam();
      param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
      param.setCompressionQuality(0);
      writer.setOutput(out);
      writer.write(null, new IIOImage(image, null, null), param);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
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
