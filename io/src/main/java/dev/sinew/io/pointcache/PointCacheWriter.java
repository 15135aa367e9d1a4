package dev.sinew.io.pointcache;

import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.model.MeshSequence;
import dev.sinew.run.ArrayChecks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Writes a point cache frame by frame, so that only one frame is in memory. The file appears under
 * its name when it is complete.
 */
public final class PointCacheWriter {
  /** Appends frames. */
  @FunctionalInterface
  public interface Body {
    /** Appends all frames to a writer. */
    void writeTo(PointCacheWriter frames) throws IOException;
  }

  private static final int CHUNK_FLOATS = 1 << 14;
  private static final int PC2_SAMPLES_OFFSET = 28;

  private final FileChannel channel;
  private final int pointCount;
  private final ByteBuffer chunk;
  private int frameCount;

  private PointCacheWriter(FileChannel channel, int pointCount, Format format) {
    this.channel = channel;
    this.pointCount = pointCount;
    chunk = ByteBuffer.allocateDirect(Float.BYTES * CHUNK_FLOATS).order(PointCache.order(format));
  }

  /**
   * Writes a PC2 file with the frames that the body appends, at least one.
   *
   * @param pointCount points per frame, at least 1
   * @param startFrame the frame number of the first sample
   * @param framesPerSample frames per sample, usually 1
   */
  public static void pc2(
      Path target, int pointCount, float startFrame, float framesPerSample, Body body)
      throws IOException {
    FileSession.write(files -> pc2(target, pointCount, startFrame, framesPerSample, body, files));
  }

  /** Writes a PC2 file as an output of a session. */
  public static void pc2(
      Path target,
      int pointCount,
      float startFrame,
      float framesPerSample,
      Body body,
      FileSession files)
      throws IOException {
    checkPoints(pointCount);
    write(
        files,
        target,
        pointCount,
        Format.PC2,
        writer -> {
          writer.chunk.put(PointCache.PC2_MAGIC);
          writer.chunk.putInt(PointCache.PC2_VERSION);
          writer.chunk.putInt(pointCount);
          writer.chunk.putFloat(startFrame);
          writer.chunk.putFloat(framesPerSample);
          writer.chunk.putInt(0);
          writer.writeChunk();
          body.writeTo(writer);
          if (writer.frameCount == 0) {
            throw new IllegalStateException("frames: expected at least 1, got 0");
          }
          writer.patchInt(PC2_SAMPLES_OFFSET, writer.frameCount);
        });
  }

  /**
   * Writes an MDD file.
   *
   * @param pointCount points per frame, at least 1
   * @param seconds the time of every frame, at least one; the body must append that many frames
   */
  public static void mdd(Path target, int pointCount, float[] seconds, Body body)
      throws IOException {
    FileSession.write(files -> mdd(target, pointCount, seconds, body, files));
  }

  /** Writes an MDD file as an output of a session. */
  public static void mdd(Path target, int pointCount, float[] seconds, Body body, FileSession files)
      throws IOException {
    checkPoints(pointCount);
    if (seconds.length == 0) {
      throw new IllegalArgumentException("seconds: expected at least 1, got 0");
    }
    write(
        files,
        target,
        pointCount,
        Format.MDD,
        writer -> {
          writer.chunk.putInt(seconds.length);
          writer.chunk.putInt(pointCount);
          writer.writeChunk();
          writer.writeFloats("seconds", seconds);
          body.writeTo(writer);
          if (writer.frameCount != seconds.length) {
            throw new IllegalStateException(
                "frames: expected " + seconds.length + ", got " + writer.frameCount);
          }
        });
  }

  /**
   * Writes a sequence in the format of the target's extension.
   *
   * @param framesPerSecond the frame rate, for the times of MDD; PC2 numbers its frames from 0
   */
  public static void write(Path target, MeshSequence sequence, double framesPerSecond)
      throws IOException {
    int points = sequence.reference().vertexCount();
    Body allFrames =
        frames -> {
          for (int f = 0; f < sequence.frameCount(); f++) {
            frames.append(sequence.positions(f));
          }
        };
    if (Format.ofOutput(target, Format.Kind.POINT_CACHE) == Format.PC2) {
      pc2(target, points, 0, 1, allFrames);
    } else {
      float[] seconds = new float[sequence.frameCount()];
      for (int f = 0; f < seconds.length; f++) {
        seconds[f] = (float) (f / framesPerSecond);
      }
      mdd(target, points, seconds, allFrames);
    }
  }

  private static void checkPoints(int pointCount) {
    if (pointCount < 1) {
      throw new IllegalArgumentException("points: expected at least 1, got " + pointCount);
    }
  }

  private static void write(
      FileSession files, Path target, int pointCount, Format format, Body body) throws IOException {
    files.channel(
        target, channel -> body.writeTo(new PointCacheWriter(channel, pointCount, format)));
  }

  /**
   * Appends a frame.
   *
   * @param positions x, y, z of every point, finite; not modified
   */
  public void append(float[] positions) throws IOException {
    ArrayChecks.size("positions", positions.length, 3L * pointCount);
    writeFloats("positions", positions);
    frameCount = Math.incrementExact(frameCount);
  }

  private void writeFloats(String what, float[] values) throws IOException {
    for (int from = 0; from < values.length; from += CHUNK_FLOATS) {
      int to = Math.min(values.length, from + CHUNK_FLOATS);
      for (int i = from; i < to; i++) {
        if (!Float.isFinite(values[i])) {
          throw new IllegalArgumentException(
              what + "[" + i + "]: expected a finite number, got " + values[i]);
        }
        chunk.putFloat(values[i]);
      }
      writeChunk();
    }
  }

  private void writeChunk() throws IOException {
    chunk.flip();
    while (chunk.hasRemaining()) {
      channel.write(chunk);
    }
    chunk.clear();
  }

  private void patchInt(long offset, int value) throws IOException {
    long end = channel.position();
    channel.position(offset);
    chunk.putInt(value);
    writeChunk();
    channel.position(end);
  }
}
