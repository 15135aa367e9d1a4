package dev.sinew.io.tangentmap;

import dev.sinew.io.FileSession;
import dev.sinew.io.InputFile;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.run.NumberRange;
import dev.sinew.shade.TangentMap;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Reads and writes a {@link TangentMap} in several resolutions, with the bones that its vectors
 * refer to.
 *
 * <p>Big-endian: the bytes {@code SINEWTAN}, int version 2, int side, int resolutions, int bones.
 * Per bone: the number of bytes of its joint's name as an unsigned short, the name in UTF-8, and
 * its inverse bind matrix as 12 doubles, row by row. Then the resolutions: the first has {@code
 * side} texels per row, each other half of the one before, at least one. Per texel, row by row from
 * the top: the number of its bones as a byte, 0 without a plane; per bone its index as an unsigned
 * short and the entries x, y, z, weight of the first and of the second vector as floats. In a pose,
 * a vector is the sum over its bones of (global matrix of the joint) · (inverse bind matrix) ·
 * entry, and the normal of the texel is first × second, normalised.
 *
 * <p>Version 1, which is still read, has one resolution and does not name their number.
 */
public final class TangentMapFile {
  private static final byte[] MAGIC = {'S', 'I', 'N', 'E', 'W', 'T', 'A', 'N'};
  private static final int VERSION = 2;
  private static final int MAX_LEVELS = 13;
  private static final int MAX_SIDE = 4096;
  private static final int MAX_BONES_PER_TEXEL = 255;

  /** Two vectors of four numbers. */
  private static final int NUMBERS = 2 * AnimationCoords.SIZE;

  private static final int ENTRY_BYTES = Short.BYTES + NUMBERS * Float.BYTES;

  private TangentMapFile() {}

  /**
   * A bone of a map.
   *
   * @param joint the name of its joint
   * @param inverseBind 12 numbers
   */
  public record Bone(String joint, List<Double> inverseBind) {
    /** Copies the matrix. */
    public Bone {
      inverseBind = List.copyOf(inverseBind);
      if (inverseBind.size() != Affine.SIZE) {
        throw new IllegalArgumentException(
            "inverse bind matrix: expected 12 numbers, got " + inverseBind.size());
      }
    }
  }

  /**
   * The contents of a file.
   *
   * @param levels the map, finest first; each other has half the side of the one before
   * @param bones the bones of its vectors
   */
  public record Contents(List<TangentMap> levels, List<Bone> bones) {
    /** Copies the lists and checks the sides. */
    public Contents {
      levels = List.copyOf(levels);
      bones = List.copyOf(bones);
      NumberRange.require("resolutions", levels.size(), 1, MAX_LEVELS);
      for (int i = 1; i < levels.size(); i++) {
        if (levels.get(i).side() != half(levels.get(i - 1).side())) {
          throw new IllegalArgumentException(
              String.format(
                  Locale.ROOT,
                  "side: expected %d, got %d",
                  half(levels.get(i - 1).side()),
                  levels.get(i).side()));
        }
      }
    }

    /** Returns the map in its finest resolution. */
    public TangentMap map() {
      return levels.getFirst();
    }
  }

  private static int half(int side) {
    return Math.max(1, side / 2);
  }

  /** Writes a map as an output of a session. */
  public static void write(Path file, Contents contents, FileSession files) throws IOException {
    files.stream(
        file,
        bytes -> {
          DataOutputStream out = new DataOutputStream(new BufferedOutputStream(bytes));
          out.write(MAGIC);
          out.writeInt(VERSION);
          out.writeInt(contents.map().side());
          out.writeInt(contents.levels.size());
          out.writeInt(contents.bones.size());
          for (Bone bone : contents.bones) {
            byte[] name = bone.joint.getBytes(StandardCharsets.UTF_8);
            int length = Math.min(name.length, 0xFFFF);
            out.writeShort(length);
            out.write(name, 0, length);
            for (double value : bone.inverseBind) {
              out.writeDouble(value);
            }
          }
          for (TangentMap level : contents.levels) {
            writeTexels(level, out);
          }
          out.flush();
        });
  }

  private static void writeTexels(TangentMap map, DataOutputStream out) throws IOException {
    // Adding zero times the other gives both the same bones per entry.
    AnimationCoords first = map.first().plusScaled(0, map.second());
    AnimationCoords second = map.second().plusScaled(0, map.first());
    for (int row : map.rows()) {
      int count = row < 0 ? 0 : first.count(row);
      if (count > MAX_BONES_PER_TEXEL) {
        throw new IOException("a texel has " + count + " bones: the format has at most 255");
      }
      out.writeByte(count);
      for (int i = 0; i < count; i++) {
        out.writeShort(first.joint(row, i));
        for (int k = 0; k < NUMBERS; k++) {
          AnimationCoords from = k < AnimationCoords.SIZE ? first : second;
          out.writeFloat((float) from.value(row, i, k % AnimationCoords.SIZE));
        }
      }
    }
  }

  /** Reads a map. */
  public static Contents read(Path file) throws IOException {
    return read(file.toString(), ByteBuffer.wrap(InputFile.readAll(file)));
  }

  /**
   * Reads a map from memory.
   *
   * @param source the file name in messages
   */
  static Contents read(String source, ByteBuffer in) throws MalformedAssetException {
    try {
      byte[] magic = new byte[MAGIC.length];
      in.get(magic);
      if (!Arrays.equals(magic, MAGIC)) {
        throw new MalformedAssetException(source, "byte 0", "not a tangent map");
      }
      int version = number(source, in, "version", 1, VERSION);
      int side = number(source, in, "side", 1, MAX_SIDE);
      int levels = version == 1 ? 1 : number(source, in, "resolutions", 1, MAX_LEVELS);
      int count = number(source, in, "bones", 0, in.remaining() / (Affine.SIZE * Double.BYTES));
      List<Bone> bones = new ArrayList<>();
      for (int b = 0; b < count; b++) {
        bones.add(bone(in));
      }
      List<TangentMap> maps = new ArrayList<>();
      for (int level = 0; level < levels; level++) {
        maps.add(map(source, in, side, count));
        side = half(side);
      }
      if (in.hasRemaining()) {
        throw new MalformedAssetException(
            source, "byte " + in.position(), in.remaining() + " bytes after the last texel");
      }
      return new Contents(maps, bones);
    } catch (BufferUnderflowException e) {
      throw new MalformedAssetException(source, "byte " + in.limit(), "the file ends too early");
    }
  }

  private static int number(String source, ByteBuffer in, String what, int least, int most)
      throws MalformedAssetException {
    int at = in.position();
    int value = in.getInt();
    if (value < least || value > most) {
      throw new MalformedAssetException(
          source, "byte " + at, NumberRange.outside(what, value, least, most));
    }
    return value;
  }

  private static Bone bone(ByteBuffer in) {
    int length = Short.toUnsignedInt(in.getShort());
    if (length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] name = new byte[length];
    in.get(name);
    List<Double> matrix = new ArrayList<>();
    for (int i = 0; i < Affine.SIZE; i++) {
      matrix.add(in.getDouble());
    }
    return new Bone(new String(name, StandardCharsets.UTF_8), matrix);
  }

  private static TangentMap map(String source, ByteBuffer in, int side, int bones)
      throws MalformedAssetException {
    if (in.remaining() < side * side) {
      throw new BufferUnderflowException();
    }
    int[] rows = new int[side * side];
    AnimationCoords.Builder first = AnimationCoords.builder();
    AnimationCoords.Builder second = AnimationCoords.builder();
    int planes = 0;
    for (int texel = 0; texel < rows.length; texel++) {
      int at = in.position();
      int count = Byte.toUnsignedInt(in.get());
      if (count * ENTRY_BYTES > in.remaining()) {
        throw new BufferUnderflowException();
      }
      rows[texel] = count == 0 ? -1 : planes++;
      for (int i = 0; i < count; i++) {
        int joint = Short.toUnsignedInt(in.getShort());
        if (joint >= bones) {
          throw new MalformedAssetException(
              source, "byte " + at, "bone: expected below " + bones + ", got " + joint);
        }
        addEntry(source, in, joint, first);
        addEntry(source, in, joint, second);
      }
      if (count > 0) {
        first.endRow();
        second.endRow();
      }
    }
    return new TangentMap(side, rows, first.buildVectors(), second.buildVectors());
  }

  private static void addEntry(
      String source, ByteBuffer in, int joint, AnimationCoords.Builder vectors)
      throws MalformedAssetException {
    int at = in.position();
    float x = in.getFloat(), y = in.getFloat(), z = in.getFloat(), weight = in.getFloat();
    if (!Float.isFinite(x + y + z + weight)) {
      throw new MalformedAssetException(source, "byte " + at, "expected finite numbers");
    }
    vectors.add(joint, x, y, z, weight);
  }
}
