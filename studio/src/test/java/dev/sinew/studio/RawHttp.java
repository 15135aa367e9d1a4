package dev.sinew.studio;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A client that sends exactly what it is told, as no library would. */
final class RawHttp {
  private static final int TIMEOUT_MILLIS = 20_000;

  private final URI url;

  RawHttp(String url) {
    this.url = URI.create(url);
  }

  /** Returns the path with the token, ending in a slash. */
  String root() {
    return url.getPath();
  }

  String host() {
    return url.getHost() + ":" + url.getPort();
  }

  Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getByName(url.getHost()), url.getPort());
    socket.setSoTimeout(TIMEOUT_MILLIS);
    return socket;
  }

  /** Sends a request line with headers and a body; returns the whole answer. */
  String send(String line, String headers, byte[] body) throws IOException {
    try (Socket socket = connect()) {
      String head = line + " HTTP/1.1\r\nConnection: close\r\n" + headers + "\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().write(body);
      socket.getOutputStream().flush();
      return answer(socket);
    }
  }

  /** Sends a request as a browser would. */
  String get(String path) throws IOException {
    return send("GET " + root() + path, "Host: " + host() + "\r\n", new byte[0]);
  }

  String post(String path, byte[] body) throws IOException {
    return send(
        "POST " + root() + path,
        "Host: " + host() + "\r\nContent-Length: " + body.length + "\r\n",
        body);
  }

  String delete(String path) throws IOException {
    return send("DELETE " + root() + path, "Host: " + host() + "\r\n", new byte[0]);
  }

  static String answer(Socket socket) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    socket.getInputStream().transferTo(out);
    return out.toString(StandardCharsets.UTF_8);
  }

  static int status(String answer) {
    return answer.startsWith("HTTP/1.1 ") ? Integer.parseInt(answer.substring(9, 12)) : 0;
  }

  static String body(String answer) {
    return answer.substring(answer.indexOf("\r\n\r\n") + 4);
  }
}
