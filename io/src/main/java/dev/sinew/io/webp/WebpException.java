package dev.sinew.io.webp;

/** An image does not follow the format of WebP. */
public final class WebpException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  WebpException(String reason) {
    super(reason);
  }
}
