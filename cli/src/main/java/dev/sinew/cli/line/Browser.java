package dev.sinew.cli.line;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Opens pages in the browser of the desktop. */
public final class Browser {
  private Browser() {}

  /**
   * Opens a page, if there is a browser. It is a file, since the arguments of a program can be read
   * by all users of a machine.
   */
  public static void open(Path page) {
    String url = page.toUri().toString();
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    List<String> command =
        system.contains("win")
            ? List.of("rundll32", "url.dll,FileProtocolHandler", url)
            : system.contains("mac") ? List.of("open", url) : List.of("xdg-open", url);
    try {
      new ProcessBuilder(command)
          .redirectOutput(Redirect.DISCARD)
          .redirectError(Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      // No desktop here.
    }
  }
}
