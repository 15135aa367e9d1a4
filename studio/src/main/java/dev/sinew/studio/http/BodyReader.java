package dev.sinew.studio.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads bodies whole, within limits of size and time. Memory grows with what arrives, not with what
 * a header promises, and all of it is counted before it is taken.
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
    Blocks body = new Blocks();
    try {
      body.fill(exchange.getRequestBody());
      if (!end.cancel(false)) {
        throw new IOException("the body took too long");
      }
      use.accept(body.join());
    } finally {
      end.cancel(false);
      body.release();
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

  /** A body while it is read, in blocks. */
  private final class Blocks {
    private final Deque<byte[]> blocks = new ArrayDeque<>();
    private int size;
    private long taken;

    void fill(InputStream in) throws IOException {
      int last;
      do {
        take(BLOCK);
        byte[] block = new byte[BLOCK];
        last = in.readNBytes(block, 0, BLOCK);
        blocks.add(block);
        size += last;
        if (size > limits.bodyBytes()) {
          throw tooLarge();
        }
      } while (last == BLOCK);
    }

    /** Returns the bytes in one array; the blocks are gone then. */
    byte[] join() {
      take(size);
      byte[] all = new byte[size];
      for (int at = 0; at < size; at += BLOCK) {
        System.arraycopy(blocks.removeFirst(), 0, all, at, Math.min(BLOCK, size - at));
      }
      blocks.clear();
      give(taken - size);
      return all;
    }

    private void take(long bytes) {
      taken += bytes;
      if (inMemory.addAndGet(bytes) > limits.allBodyBytes()) {
        throw new Refusal(503, "too many files at once: try again");
      }
    }

    private void give(long bytes) {
      taken -= bytes;
      inMemory.addAndGet(-bytes);
    }

    void release() {
      give(taken);
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
