package dev.sinew.cli.line;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.Locale;

/** Opens addresses in the browser of the desktop. */
public final class Browser {
  private Browser() {}

  /** Opens an address, if there is a browser; its address is printed anyway. */
  public static void open(String url) {
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
