package dev.sinew.studio.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads bodies whole, within limits of size and time. Memory grows with what arrives, not with what
 * a header promises.
 */
final class BodyReader implements AutoCloseable {
  private static final int BLOCK = 1 << 16;

  /** How long the rest of a refused body is read. */
  private static final int DISCARD_MILLIS = 1000;

  private final Limits limits;
  private final AtomicLong inMemory = new AtomicLong();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("sinew-studio-clock").daemon().factory());

  BodyReader(Limits limits) {
    this.limits = limits;
  }

  /** Something done with a body. */
  interface Use {
    /** Uses the bytes, which count as memory until it returns. */
    void accept(byte[] body) throws IOException;
  }

  /**
   * Reads the body of a request and uses it. The connection of a body that takes too long is
   * closed.
   *
   * @throws Refusal if the body is too large, or if there are too many
   */
  void read(HttpExchange exchange, Use use) throws IOException {
    requireSmall(exchange.getRequestHeaders().getFirst("Content-Length"));
    ScheduledFuture<?> end =
        clock.schedule(exchange::close, limits.bodyTime().toMillis(), TimeUnit.MILLISECONDS);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try {
      fill(exchange.getRequestBody(), body);
      if (!end.cancel(false)) {
        throw new IOException("the body took too long");
      }
      use.accept(body.toByteArray());
    } finally {
      end.cancel(false);
      inMemory.addAndGet(-body.size());
    }
  }

  /** Reads the rest of a body that is not used, for a short time. */
  void discard(HttpExchange exchange) {
    ScheduledFuture<?> end = clock.schedule(exchange::close, DISCARD_MILLIS, TimeUnit.MILLISECONDS);
    try {
      exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // The client is gone, or the time is over.
    } finally {
      end.cancel(false);
    }
  }

  private void requireSmall(@Nullable String length) {
    try {
      if (length != null && Long.parseLong(length.trim()) > limits.bodyBytes()) {
        throw tooLarge();
      }
    } catch (NumberFormatException e) {
      throw Refusal.badRequest("Content-Length: expected a number");
    }
  }

  private void fill(InputStream in, ByteArrayOutputStream body) throws IOException {
    byte[] block = new byte[BLOCK];
    for (int n = in.read(block); n >= 0; n = in.read(block)) {
      body.write(block, 0, n);
      if (inMemory.addAndGet(n) > limits.allBodyBytes()) {
        throw new Refusal(503, "too many files at once: try again");
      }
      if (body.size() > limits.bodyBytes()) {
        throw tooLarge();
      }
    }
  }

  private Refusal tooLarge() {
    return new Refusal(413, "expected at most " + (limits.bodyBytes() >> 20) + " MB");
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
