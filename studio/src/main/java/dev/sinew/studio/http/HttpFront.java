package dev.sinew.studio.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sinew.run.RequestException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The server: reads a request, passes it to its route, writes the answer.
 *
 * <p>Each connection waits on a virtual thread of its own, which costs next to nothing, so slow
 * clients never hold up others. The work of a route is done by a few threads, and only when the
 * whole request is there.
 */
public final class HttpFront implements AutoCloseable {
  /** Seconds that the headers and the body of a request may take, by the JDK's own clock. */
  private static final int REQUEST_SECONDS = 120;

  private static final int MAX_CONNECTIONS = 1000;
  private static final int BACKLOG = 256;

  static {
    // The JDK's server reads its limits from properties only.
    setDefault("sun.net.httpserver.maxReqTime", REQUEST_SECONDS);
    setDefault("jdk.httpserver.maxConnections", MAX_CONNECTIONS);
    setDefault("sun.net.httpserver.maxReqHeaderSize", 1 << 16);
    setDefault("sun.net.httpserver.drainAmount", 0);
    // Headers and body are two packets: the second must not wait 40 ms for the client's receipt.
    if (System.getProperty("sun.net.httpserver.nodelay") == null) {
      System.setProperty("sun.net.httpserver.nodelay", "true");
    }
  }

  private final HttpServer server;
  private final Gate gate;
  private final Routes routes;
  private final StaticFiles files;
  private final BodyReader bodies;
  private final ExecutorService waiters = Executors.newVirtualThreadPerTaskExecutor();
  private final ExecutorService workers;

  /**
   * Starts a server.
   *
   * @param address where it listens; port 0 for any free one
   * @param routes what it does
   * @param files what it shows for other paths
   */
  public HttpFront(InetSocketAddress address, Routes routes, StaticFiles files, Limits limits)
      throws IOException {
    this.routes = routes;
    this.files = files;
    server = bind(address);
    gate = new Gate(server.getAddress());
    bodies = new BodyReader(limits);
    workers = workers(limits);
    server.setExecutor(waiters);
    server.createContext("/", this::handle);
    server.start();
  }

  private static HttpServer bind(InetSocketAddress address) throws IOException {
    try {
      return HttpServer.create(address, BACKLOG);
    } catch (BindException e) {
      throw new IOException(
          "cannot listen at "
              + address.getHostString()
              + ", port "
              + address.getPort()
              + ": is it used by another program?",
          e);
    }
  }

  private static void setDefault(String property, int value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, Integer.toString(value));
    }
  }

  private static ExecutorService workers(Limits limits) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            limits.workers(),
            limits.workers(),
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(limits.waiting()),
            Thread.ofPlatform().name("sinew-studio-", 1).daemon().factory());
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** Returns the secret address of the page. */
  public String url() {
    InetAddress address = server.getAddress().getAddress();
    String host = address.isAnyLocalAddress() ? "localhost" : Gate.literal(address);
    return "http://" + host + ":" + server.getAddress().getPort() + "/" + gate.token() + "/";
  }

  /** Returns true if it listens for this machine only. */
  public boolean isLocal() {
    return server.getAddress().getAddress().isLoopbackAddress();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      try {
        List<String> path =
            gate.admit(
                exchange.getRequestURI(),
                exchange.getRequestHeaders().get("Host"),
                exchange.getRequestHeaders().get("Origin"));
        Route route = route(exchange.getRequestMethod(), path);
        String query = Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
        bodies.read(
            exchange,
            body ->
                send(
                    exchange,
                    work(
                        route,
                        new Request(
                            exchange.getRequestMethod(), path, Request.parseQuery(query), body))));
      } catch (Refusal e) {
        refuse(exchange, Response.of(e));
      }
    }
  }

  private Route route(String method, List<String> path) {
    if (!List.of("GET", "POST", "DELETE").contains(method)) {
      throw new Refusal(405, "expected GET, POST or DELETE");
    }
    Optional<Route> found = routes.find(method, path);
    if (found.isEmpty() && !method.equals("GET")) {
      throw new Refusal(405, "expected GET");
    }
    return found.orElse(request -> files.answer(path));
  }

  /** Lets a worker answer; a defect of Sinew is an answer as well. */
  private Response work(Route route, Request request) {
    Future<Response> answer;
    try {
      answer = workers.submit(() -> route.answer(request));
    } catch (RejectedExecutionException e) {
      throw new Refusal(503, "too many requests at once: try again");
    }
    try {
      return answer.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refusal(503, "the studio stops");
    } catch (ExecutionException e) {
      throw refusal(e.getCause());
    }
  }

  private static Refusal refusal(@Nullable Throwable reason) {
    return switch (reason) {
      case Refusal e -> e;
      case RequestException e -> Refusal.badRequest(String.valueOf(e.getMessage()));
      case IllegalArgumentException e -> Refusal.badRequest(String.valueOf(e.getMessage()));
      case IOException e -> Refusal.badRequest(String.valueOf(e.getMessage()));
      case OutOfMemoryError e -> new Refusal(503, "this needs more memory: set SINEW_HEAP");
      case null -> new Refusal(500, "the request failed");
      default -> new Refusal(500, Defects.message(reason));
    };
  }

  private static void send(HttpExchange exchange, Response response) throws IOException {
    OutputStream out = begin(exchange, response);
    if (response.body().length > 0) {
      out.write(response.body());
    }
    out.close();
  }

  /** Answers and closes the connection; a client that still sends can read the answer before. */
  private void refuse(HttpExchange exchange, Response response) throws IOException {
    exchange.getResponseHeaders().set("Connection", "close");
    OutputStream out = begin(exchange, response);
    if (response.body().length > 0) {
      out.write(response.body());
      out.flush();
      bodies.discard(exchange);
    }
    out.close();
  }

  private static OutputStream begin(HttpExchange exchange, Response response) throws IOException {
    SecurityHeaders.ALWAYS.forEach(exchange.getResponseHeaders()::set);
    if (!response.type().isEmpty()) {
      exchange.getResponseHeaders().set("Content-Type", response.type());
    }
    response.headers().forEach(exchange.getResponseHeaders()::set);
    int length = response.body().length;
    exchange.sendResponseHeaders(response.status(), length == 0 ? -1 : length);
    return exchange.getResponseBody();
  }

  /** Stops at once. */
  @Override
  public void close() {
    server.stop(0);
    bodies.close();
    workers.shutdownNow();
    waiters.shutdownNow();
  }
}
