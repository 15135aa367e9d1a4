package dev.sinew.io.webp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.testkit.WebpFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Decodes images of the reference encoder: complete, truncated and corrupted. */
class WebpImageTest {
  static List<WebpFile> files() throws IOException {
    return WebpFile.all();
  }

  @ParameterizedTest
  @MethodSource("files")
  void hasThePixelsOfTheReferenceDecoder(WebpFile file) {
    WebpImage image = WebpImage.parse(file.bytes());
    assertThat(image.width()).isEqualTo(file.width());
    assertThat(image.height()).isEqualTo(file.height());
    assertThat(image.pixels()).isEqualTo(file.argb());
  }

  @ParameterizedTest
  @MethodSource("files")
  void prefixesAreDecodedOrRefused(WebpFile file) {
    int refused = 0;
    for (int length = 0; length < file.bytes().length; length++) {
      refused += isRefused(Arrays.copyOf(file.bytes(), length)) ? 1 : 0;
    }
    // All but those of an animation whose first frame is complete.
    assertThat(refused)
        .isGreaterThanOrEqualTo(file.name().equals("animated") ? 190 : file.bytes().length - 1);
  }

  @ParameterizedTest
  @MethodSource("files")
  void changedFilesAreDecodedOrRefused(WebpFile file) {
    Random random = new Random(file.name().hashCode());
    int refused = 0;
    for (int i = 0; i < 800; i++) {
      byte[] bytes = file.bytes().clone();
      int changes = 1 + random.nextInt(3);
      for (int c = 0; c < changes; c++) {
        int range = random.nextBoolean() ? bytes.length : Math.min(bytes.length, 60);
        bytes[random.nextInt(range)] = (byte) random.nextInt(256);
      }
      refused += isRefused(bytes) ? 1 : 0;
    }
    assertThat(refused).isBetween(50, 800);
  }

  private static boolean isRefused(byte[] bytes) {
    try {
      WebpImage image = WebpImage.parse(bytes);
      assertThat(image.pixels()).hasSize(image.width() * image.height());
      return false;
    } catch (WebpException e) {
      assertThat(e).hasMessageMatching("[\\x20-\\x7e×]+");
      return true;
    }
  }

  @Test
  void aHugePictureOfFewBytesIsRefused() throws IOException {
    byte[] bytes = WebpFile.named("lossy").bytes().clone();
    Arrays.fill(bytes, 26, 30, (byte) 0x3F);
    WebpImage image = WebpImage.parse(bytes);
    assertThat(image.width()).isEqualTo(0x3F3F);
    assertThatThrownBy(image::pixels)
        .isInstanceOf(WebpException.class)
        .hasMessageContaining("expected more bytes");
  }
}
