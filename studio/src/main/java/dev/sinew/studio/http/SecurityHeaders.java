package dev.sinew.studio.http;

import java.util.List;
import java.util.Map;

/** Headers that keep the page to this server: no remote host, no frame, nothing kept. */
public final class SecurityHeaders {
  /** Policy of everything that is not a page. */
  private static final String NOTHING = "default-src 'none'; frame-ancestors 'none'";

  /** Policy of a self-contained page: its own styles, scripts none, pictures within it. */
  public static final String SELF_CONTAINED =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action"
          + " 'none'; frame-ancestors 'none'";

  /** On every answer. */
  static final Map<String, String> ALWAYS =
      Map.of(
          "X-Content-Type-Options", "nosniff",
          "X-Frame-Options", "DENY",
          "Referrer-Policy", "no-referrer",
          "Cross-Origin-Resource-Policy", "same-origin",
          "Cross-Origin-Opener-Policy", "same-origin",
          "Cache-Control", "no-store",
          "Content-Security-Policy", NOTHING);

  private SecurityHeaders() {}

  /**
   * Returns the policy of the page. Textures of a model are blobs; decoders are WebAssembly.
   *
   * @param scripts the hashes of its inline scripts
   */
  static String page(List<String> scripts) {
    return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' "
        + String.join(" ", scripts)
        + "; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' data: blob:;"
        + " worker-src 'self' blob:; font-src 'self'; base-uri 'none'; form-action 'none';"
        + " frame-ancestors 'none'";
  }
}
