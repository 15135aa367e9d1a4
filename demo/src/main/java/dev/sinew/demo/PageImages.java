package dev.sinew.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts the pictures of a page into the page, so that it shows them wherever it is moved. */
final class PageImages {
  private static final Pattern IMAGE = Pattern.compile("<img src=\"([^\"]+\\.png)\"([^>]*)>");

  private PageImages() {}

  /**
   * Returns the page with the bytes of its PNG pictures in it, each linked to its file.
   *
   * @param html the page
   * @param page its file; pictures are relative to it
   */
  static String embedded(String html, Path page) throws IOException {
    StringBuilder result = new StringBuilder();
    Matcher image = IMAGE.matcher(html);
    int end = 0;
    while (image.find()) {
      String file = Objects.requireNonNull(image.group(1));
      byte[] bytes = Files.readAllBytes(page.resolveSibling(file));
      result.append(html, end, image.start());
      result.append("<a href=\"").append(file).append("\"><img src=\"data:image/png;base64,");
      result.append(Base64.getEncoder().encodeToString(bytes)).append('"');
      result.append(image.group(2)).append("></a>");
      end = image.end();
    }
    return result.append(html, end, html.length()).toString();
  }
}
