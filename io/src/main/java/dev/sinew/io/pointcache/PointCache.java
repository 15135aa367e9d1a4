package dev.sinew.io.pointcache;

import dev.sinew.io.Format;
import dev.sinew.io.InputFile;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.TriMesh;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An open point cache file. Opening it compares the header with the file size; frames are read on
 * request, by any number of threads.
 *
 * <p>PC2, little-endian: {@code POINTCACHE2} and a zero byte, int32 version 1, int32 points,
 * float32 first frame, float32 frames per sample, int32 samples; then per sample x, y, z of every
 * point as float32. MDD, big-endian: int32 frames, int32 points, float32 seconds of every frame;
 * then the coordinates as in PC2.
 */
public final class PointCache implements Closeable {
  static final byte[] PC2_MAGIC = {'P', 'O', 'I', 'N', 'T', 'C', 'A', 'C', 'H', 'E', '2', 0};
  static final int PC2_VERSION = 1;
  static final int PC2_HEADER_BYTES = 32;
  static final int MDD_HEADER_BYTES = 8;
  static final int POINT_BYTES = 3 * Float.BYTES;

  private static final int CHUNK_BYTES = 1 << 16;

  /** The number of points whose coordinates fit in one array. */
  private static final int MAX_POINTS = (Integer.MAX_VALUE - 8) / 3;

  private final String source;
  private final FileChannel channel;
  private final Format format;
  private final int pointCount;
  private final int frameCount;
  private final long firstFrameOffset;
  private final float startFrame;
  private final float framesPerSample;
  private final float[] mddSeconds;

  private PointCache(String source, FileChannel channel) throws IOException {
    this.source = source;
    this.channel = channel;
    long size = channel.size();
    format = detectFormat(size);
    if (format == Format.PC2) {
      ByteBuffer header = readAt(0, PC2_HEADER_BYTES).position(PC2_MAGIC.length);
      int version = header.getInt();
      if (version != PC2_VERSION) {
        throw malformed(12, "expected PC2 version 1, got " + version);
      }
      pointCount = checkedPoints(16, header.getInt());
      startFrame = checkedTime(20, header.getFloat());
      framesPerSample = checkedTime(24, header.getFloat());
      frameCount = checkedFrames(28, header.getInt());
      firstFrameOffset = PC2_HEADER_BYTES;
      checkSize(size);
      mddSeconds = new float[0];
    } else {
      ByteBuffer header = readAt(0, MDD_HEADER_BYTES);
      frameCount = checkedFrames(0, header.getInt());
      pointCount = checkedPoints(4, header.getInt());
      firstFrameOffset = MDD_HEADER_BYTES + (long) Float.BYTES * frameCount;
      checkSize(size);
      startFrame = 0;
      framesPerSample = 1;
      mddSeconds = new float[frameCount];
      readFloats(MDD_HEADER_BYTES, mddSeconds, "time");
    }
  }

  /**
   * Opens a cache. PC2 is recognised by its first bytes. MDD has no signature, so any other file
   * must have exactly the size that its first eight bytes give for MDD.
   */
  public static PointCache open(Path file) throws IOException {
    FileChannel channel = InputFile.open(file);
    try {
      return new PointCache(file.toString(), channel);
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  private Format detectFormat(long size) throws IOException {
    boolean signed = false;
    if (size >= PC2_MAGIC.length) {
      byte[] first = new byte[PC2_MAGIC.length];
      readAt(ByteBuffer.wrap(first), 0);
      signed = Arrays.equals(first, PC2_MAGIC);
    }
    boolean named = Format.named(Path.of(source)).filter(Format.PC2::equals).isPresent();
    if (named && !signed) {
      throw malformed(0, "expected POINTCACHE2 and a zero byte at the beginning of a PC2 file");
    }
    int headerBytes = signed ? PC2_HEADER_BYTES : MDD_HEADER_BYTES;
    if (size < headerBytes) {
      throw malformed(size, "the file ends within its header of " + headerBytes + " bytes");
    }
    return signed ? Format.PC2 : Format.MDD;
  }

  private int checkedPoints(int offset, int points) throws MalformedAssetException {
    if (points < 1 || points > MAX_POINTS) {
      throw malformed(offset, points + " points: expected 1 to " + MAX_POINTS);
    }
    return points;
  }

  private int checkedFrames(int offset, int frames) throws MalformedAssetException {
    if (frames < 1) {
      throw malformed(offset, frames + " frames: expected at least 1");
    }
    return frames;
  }

  private float checkedTime(int offset, float time) throws MalformedAssetException {
    if (!Float.isFinite(time)) {
      throw malformed(offset, "expected a finite number, got " + time);
    }
    return time;
  }

  private void checkSize(long size) throws MalformedAssetException {
    // The product of two factors below 2^31 and 12 bytes per point may exceed a long; the division
    // cannot overflow.
    long framesThatFit = (size - firstFrameOffset) / frameBytes();
    if (framesThatFit != frameCount || (size - firstFrameOffset) % frameBytes() != 0) {
      throw malformed(
          0,
          format
              + " of "
              + frameCount
              + " frames with "
              + pointCount
              + " points each does not match the file size of "
              + size
              + " bytes");
    }
  }

  private long frameBytes() {
    return (long) POINT_BYTES * pointCount;
  }

  static ByteOrder order(Format format) {
    return format == Format.PC2 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
  }

  /** Returns {@link Format#PC2} or {@link Format#MDD}. */
  public Format format() {
    return format;
  }

  /** Returns the number of points per frame. */
  public int pointCount() {
    return pointCount;
  }

  /** Returns the number of frames, at least 1. */
  public int frameCount() {
    return frameCount;
  }

  /** Returns the time of a frame as stored: a frame number in PC2, seconds in MDD. */
  public double time(int frame) {
    checkFrame(frame);
    return format == Format.MDD ? mddSeconds[frame] : startFrame + (double) frame * framesPerSample;
  }

  /**
   * Returns the time of a frame in seconds.
   *
   * @param framesPerSecond converts the frame numbers of PC2 to seconds; unused for MDD
   */
  public double seconds(int frame, double framesPerSecond) {
    return format == Format.MDD ? time(frame) : time(frame) / framesPerSecond;
  }

  /**
   * Reads a frame.
   *
   * @param out receives x, y, z of every point; of exactly that size
   */
  public void frame(int frame, float[] out) throws IOException {
    checkFrame(frame);
    if (out.length != 3 * pointCount) {
      throw new IllegalArgumentException(
          "out: expected " + 3 * pointCount + " numbers, got " + out.length);
    }
    readFloats(firstFrameOffset + frame * frameBytes(), out, "frame " + frame);
  }

  /**
   * Reads all frames as shapes of a mesh.
   *
   * @param reference the mesh whose vertices are the points, in the same order
   */
  public MeshSequence toSequence(TriMesh reference) throws IOException {
    if (pointCount != reference.vertexCount()) {
      throw new MalformedAssetException(
          source,
          "",
          pointCount
              + " points, but the reference mesh has "
              + reference.vertexCount()
              + " vertices");
    }
    List<String> names = new ArrayList<>();
    List<float[]> frames = new ArrayList<>();
    for (int f = 0; f < frameCount; f++) {
      float[] positions = new float[3 * pointCount];
      frame(f, positions);
      names.add("frame " + f);
      frames.add(positions);
    }
    return new MeshSequence(reference, names, frames);
  }

  private void checkFrame(int frame) {
    if (frame < 0 || frame >= frameCount) {
      throw new IllegalArgumentException(
          "frame: expected 0 to " + (frameCount - 1) + ", got " + frame);
    }
  }

  private void readFloats(long offset, float[] out, String what) throws IOException {
    int chunk = CHUNK_BYTES / Float.BYTES;
    for (int from = 0; from < out.length; from += chunk) {
      int count = Math.min(chunk, out.length - from);
      long at = offset + (long) Float.BYTES * from;
      FloatBuffer floats = readAt(at, Float.BYTES * count).asFloatBuffer();
      floats.get(out, from, count);
      for (int i = from; i < from + count; i++) {
        if (!Float.isFinite(out[i])) {
          throw malformed(
              offset + (long) Float.BYTES * i, what + ": expected finite numbers, got " + out[i]);
        }
      }
    }
  }

  /** Reads bytes at an offset, in the byte order of the format. */
  private ByteBuffer readAt(long offset, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count).order(order(format));
    readAt(bytes, offset);
    return bytes.flip();
  }

  private void readAt(ByteBuffer bytes, long offset) throws IOException {
    while (bytes.hasRemaining()) {
      long at = offset + bytes.position();
      if (channel.read(bytes, at) < 0) {
        throw malformed(at, "the file was truncated during reading");
      }
    }
  }

  private MalformedAssetException malformed(long offset, String reason) {
    return new MalformedAssetException(source, "byte " + offset, reason);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
