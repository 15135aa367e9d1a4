package dev.sinew.studio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.studio.http.Limits;
import dev.sinew.studio.job.Commands;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the server refuses, and that it stays up whatever is sent. */
class StudioSecurityTest {
  private static final byte[] NOTHING = new byte[0];

  private Studio studio;
  private RawHttp http;

  @BeforeEach
  void start() throws IOException {
    studio =
        new Studio(
            StudioOptions.DEFAULTS.withLimits(
                Limits.DEFAULTS.withBodyBytes(1 << 20).withBodyTime(Duration.ofMillis(700))),
            Commands.NONE);
    http = new RawHttp(studio.url());
  }

  @AfterEach
  void stop() throws IOException {
    try {
      assertThat(RawHttp.status(http.get("api/models"))).as("the server is up").isEqualTo(200);
    } finally {
      studio.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../api/models",
        "../../etc/passwd",
        "%2e%2e/%2e%2e/etc/passwd",
        "..%2f..%2fetc%2fpasswd",
        "%252e%252e/secret",
        "..\\..\\windows\\win.ini",
        "/etc/passwd",
        "//etc/passwd",
        "file:///etc/passwd",
        "api/../api/models",
        "./api/models",
        "api//models",
        ".git/config",
        "Studio.class",
        "../Studio.class",
        "api",
        "three",
        "page/",
        "api/models/",
        "%00",
        "index.html%00.js",
        "index.html;x",
        "api/models/1/../../models"
      })
  void pathsLeadNowhereElse(String path) throws IOException {
    String answer = http.send("GET " + http.root() + path, host(), NOTHING);
    assertThat(RawHttp.status(answer)).as(answer).isIn(400, 403, 404);
    assertThat(answer).doesNotContain("root:").doesNotContain("\"id\"");
  }

  @Test
  void absoluteAddressesAreRefused() throws IOException {
    for (String start : List.of("http://evil.example", "http://" + http.host(), "//evil.example")) {
      String answer = http.send("GET " + start + http.root() + "api/models", host(), NOTHING);
      assertThat(RawHttp.status(answer)).as(start).isIn(400, 403, 404);
    }
  }

  @Test
  void otherHostsAreRefused() throws IOException {
    int port = URI.create(studio.url()).getPort();
    for (String host :
        List.of(
            "evil.example", "evil.example:" + port, "127.0.0.1", "127.0.0.1:1", "", "0:" + port)) {
      String answer =
          http.send("GET " + http.root() + "api/models", "Host: " + host + "\r\n", NOTHING);
      assertThat(RawHttp.status(answer)).as(host).isEqualTo(403);
      assertThat(RawHttp.body(answer)).isEmpty();
    }
    String without = http.send("GET " + http.root() + "api/models", "", NOTHING);
    assertThat(RawHttp.status(without)).isIn(400, 403);
    String local =
        http.send("GET " + http.root() + "api/models", "Host: localhost:" + port + "\r\n", NOTHING);
    assertThat(RawHttp.status(local)).isEqualTo(200);
  }

  /** One that is right does not excuse another. */
  @Test
  void severalHostsOrOriginsAreRefused() throws IOException {
    String evil = "evil.example:" + URI.create(studio.url()).getPort();
    String own = "http://" + http.host();
    for (String headers :
        List.of(
            host() + "Host: " + evil + "\r\n",
            "Host: " + evil + "\r\n" + host(),
            host() + host(),
            "Host: " + http.host() + ", " + evil + "\r\n",
            host() + "Origin: " + own + "\r\nOrigin: http://evil.example\r\n",
            host() + "Origin: http://evil.example\r\nOrigin: " + own + "\r\n")) {
      String answer = http.send("GET " + http.root() + "api/models", headers, NOTHING);
      assertThat(RawHttp.status(answer)).as(headers).isEqualTo(403);
      assertThat(RawHttp.body(answer)).isEmpty();
    }
  }

  /** A browser is started with a file that leads to the address; others cannot read it. */
  @Test
  void onlyTheOwnerCanReadTheEntrance() throws IOException {
    Path page = studio.entrance();
    assertThat(page.toString()).doesNotContain(http.root().replace("/", ""));
    assertThat(Files.readString(page)).contains("url=" + studio.url() + "\"");
    Path folder = Objects.requireNonNull(page.getParent());
    if (Files.getFileStore(folder).supportsFileAttributeView(PosixFileAttributeView.class)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
          .isEqualTo("rwx------");
    }
    studio.close();
    assertThat(folder).doesNotExist();
    start();
  }

  /** Returns true if the server has answered or closed; false if it waits for more. */
  private static boolean isRefused(Socket socket) throws IOException {
    socket.setSoTimeout(100);
    try {
      assertThat(RawHttp.status(RawHttp.answer(socket))).isIn(0, 503);
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (SocketException e) {
      return true;
    }
  }

  /** All memory of bodies counts: blocks that arrive and the array that they end in. */
  @Test
  void bodiesTakeNoMoreMemoryThanAllowed() throws Exception {
    studio.close();
    int size = 12 << 20;
    studio =
        new Studio(
            StudioOptions.DEFAULTS.withLimits(
                Limits.DEFAULTS.withBodyBytes(16 << 20).withAllBodyBytes(32 << 20)),
            Commands.NONE);
    http = new RawHttp(studio.url());
    // One takes 24 MB at its end, so one after the other is read; it is no model, though.
    for (int i = 0; i < 3; i++) {
      assertThat(RawHttp.status(http.post("api/models", new byte[size]))).isEqualTo(400);
    }
    // Of bodies that are all there but for a byte, two fit.
    List<Socket> open = new ArrayList<>();
    try {
      for (int i = 0; i < 4; i++) {
        Socket socket = http.connect();
        open.add(socket);
        String head =
            "POST " + http.root() + "api/models HTTP/1.1\r\n" + host() + "Content-Length: " + size;
        socket.getOutputStream().write((head + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
        try {
          socket.getOutputStream().write(new byte[size - 1]);
          socket.getOutputStream().flush();
        } catch (SocketException e) {
          // Refused and closed before all was sent.
        }
      }
      Set<Socket> refused = new HashSet<>();
      long end = System.nanoTime() + 20_000_000_000L;
      while (refused.size() < 2 && System.nanoTime() < end) {
        for (Socket socket : open) {
          if (!refused.contains(socket) && isRefused(socket)) {
            refused.add(socket);
          }
        }
      }
      assertThat(refused).hasSizeBetween(2, 3);
    } finally {
      for (Socket socket : open) {
        socket.close();
      }
    }
  }

  @Test
  void otherOriginsAreRefused() throws IOException {
    for (String origin :
        List.of(
            "http://evil.example",
            "null",
            "https://" + http.host(),
            "http://" + http.host() + ".evil.example",
            "http://localhost:1")) {
      String answer =
          http.send(
              "POST " + http.root() + "api/samples/arm",
              host() + "Origin: " + origin + "\r\nContent-Length: 0\r\n",
              NOTHING);
      assertThat(RawHttp.status(answer)).as(origin).isEqualTo(403);
    }
    String own =
        http.send(
            "GET " + http.root() + "api/models",
            host() + "Origin: http://" + http.host() + "\r\n",
            NOTHING);
    assertThat(RawHttp.status(own)).isEqualTo(200);
    assertThat(RawHttp.body(http.get("api/models"))).isEqualTo("[]");
  }

  @Test
  void withoutTheTokenNothingIsSaid() throws IOException {
    String token = http.root().substring(1, http.root().length() - 1);
    assertThat(token).hasSizeGreaterThanOrEqualTo(22);
    List<String> wrong =
        List.of(
            "/",
            "/api/models",
            "/" + token.substring(1) + "/api/models",
            "/" + token + "x/api/models",
            "/" + token.substring(0, 10) + "/",
            "/x" + http.root() + "api/models",
            "/?" + token);
    for (String path : wrong) {
      String answer = http.send("GET " + path, host(), NOTHING);
      assertThat(RawHttp.status(answer)).as(path).isEqualTo(403);
      assertThat(RawHttp.body(answer)).isEmpty();
    }
    Studio other = new Studio(StudioOptions.DEFAULTS, Commands.NONE);
    other.close();
    assertThat(other.url()).doesNotContain(token);
  }

  @Test
  void largeBodiesAreRefused() throws IOException {
    String promised =
        http.send(
            "POST " + http.root() + "api/models",
            host() + "Content-Length: 99999999999\r\n",
            new byte[100]);
    assertThat(RawHttp.status(promised)).isEqualTo(413);
    String odd =
        http.send("POST " + http.root() + "api/models", host() + "Content-Length: -1\r\n", NOTHING);
    assertThat(RawHttp.status(odd)).isIn(0, 400, 413, 501);
    // Without a length the bytes are counted. The server may close before all are sent.
    try (Socket socket = http.connect()) {
      String head =
          "POST "
              + http.root()
              + "api/models HTTP/1.1\r\n"
              + host()
              + "Transfer-Encoding: chunked\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
      byte[] chunk =
          ("10000\r\n" + "x".repeat(1 << 16) + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
      for (int i = 0; i < 40; i++) {
        socket.getOutputStream().write(chunk);
      }
      socket.getOutputStream().flush();
      assertThat(RawHttp.status(RawHttp.answer(socket))).isIn(0, 413);
    } catch (SocketException e) {
      // Closed by the server.
    }
    assertThat(RawHttp.body(http.get("api/models"))).isEqualTo("[]");
  }

  @Test
  void slowBodiesAreCutOff() throws IOException {
    try (Socket socket = http.connect()) {
      String head =
          "POST "
              + http.root()
              + "api/models HTTP/1.1\r\n"
              + host()
              + "Content-Length: 1000\r\n\r\nx";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      assertThat(RawHttp.status(RawHttp.answer(socket))).isIn(0, 408);
    } catch (SocketTimeoutException e) {
      throw new AssertionError("still open", e);
    } catch (SocketException e) {
      // Closed by the server.
    }
  }

  @Test
  void slowHeadersHoldUpNobody() throws IOException {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        Socket socket = http.connect();
        socket.getOutputStream().write("GET / HT".getBytes(StandardCharsets.ISO_8859_1));
        slow.add(socket);
      }
      assertThat(RawHttp.status(http.get("api/samples"))).isEqualTo(200);
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "PATCH", "HEAD", "OPTIONS", "TRACE", "CONNECT", "BREW", "get"})
  void unknownMethodsAreRefused(String method) throws IOException {
    String answer = http.send(method + " " + http.root() + "api/models", host(), NOTHING);
    assertThat(RawHttp.status(answer)).isIn(400, 405);
  }

  @Test
  void knownMethodsAreRefusedWhereTheyMeanNothing() throws IOException {
    assertThat(RawHttp.status(http.delete("api/models"))).isEqualTo(405);
    assertThat(RawHttp.status(http.post("index.html", NOTHING))).isEqualTo(405);
    assertThat(RawHttp.status(http.get("api/samples/arm"))).isEqualTo(405);
  }

  @Test
  void garbageIsRefused() throws IOException {
    for (String line : List.of("", "\u0000\u0001", "GET", "GET  ", "GET " + "a".repeat(100_000))) {
      try {
        assertThat(RawHttp.status(http.send(line, host(), NOTHING))).isNotEqualTo(200);
      } catch (SocketException e) {
        // Closed by the server.
      }
    }
    assertThat(RawHttp.status(http.get("api/models/1/positions?time=%zz"))).isEqualTo(400);
    assertThat(RawHttp.status(http.get("api/models?" + "a".repeat(10_000)))).isEqualTo(414);
    assertThat(RawHttp.status(http.post("api/models", new byte[] {1, 2, 3}))).isEqualTo(400);
    byte[] nested = "[".repeat(60_000).getBytes(StandardCharsets.UTF_8);
    assertThat(RawHttp.status(http.post("api/jobs", nested))).isEqualTo(400);
  }

  @Test
  void manyConnectionsAtOnceAreServed() throws Exception {
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Integer>> calls = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        calls.add(() -> RawHttp.status(http.get("api/samples")));
      }
      for (Future<Integer> status : clients.invokeAll(calls)) {
        assertThat(status.get()).isEqualTo(200);
      }
    }
  }

  @Test
  void answersCarryTheirPolicy() throws IOException {
    String answer = http.get("api/models").toLowerCase(java.util.Locale.ROOT);
    assertThat(answer)
        .contains("x-content-type-options: nosniff")
        .contains("cache-control: no-store")
        .contains("referrer-policy: no-referrer")
        .contains("content-security-policy: default-src 'none'")
        .doesNotContain("access-control-allow");
  }

  @Test
  void onlyThisMachineCanReachIt() throws Exception {
    assertThat(studio.isLocal()).isTrue();
    int port = URI.create(studio.url()).getPort();
    for (InetAddress address :
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(one -> !one.isLoopbackAddress() && !one.isLinkLocalAddress())
            .toList()) {
      try (Socket socket = new Socket(address, port)) {
        throw new AssertionError("listens at " + socket.getInetAddress());
      } catch (IOException e) {
        // Nobody listens there.
      }
    }
    try (Studio open =
        new Studio(StudioOptions.DEFAULTS.withAddress("0.0.0.0", 0), Commands.NONE)) {
      assertThat(open.isLocal()).isFalse();
      assertThat(RawHttp.status(new RawHttp(open.url()).get("api/models"))).isEqualTo(200);
    }
  }

  private String host() {
    return "Host: " + http.host() + "\r\n";
  }
}
