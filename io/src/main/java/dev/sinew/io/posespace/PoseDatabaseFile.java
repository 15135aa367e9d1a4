package dev.sinew.io.posespace;

import dev.sinew.io.FileSession;
import dev.sinew.io.InputFile;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.posespace.Block;
import dev.sinew.posespace.PoseDatabase;
import dev.sinew.posespace.PoseSpace;
import dev.sinew.posespace.RestSurface;
import dev.sinew.posespace.dynamic.DynamicModel;
import dev.sinew.posespace.dynamic.SpringModel;
import dev.sinew.posespace.interpolate.Fading;
import dev.sinew.posespace.interpolate.Interpolator;
import dev.sinew.posespace.interpolate.KernelSum;
import dev.sinew.posespace.interpolate.Shepard;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads and writes a {@link PoseDatabase}.
 *
 * <p>Big-endian. A text is its number of bytes as an unsigned short and its UTF-8; a list is its
 * length as an int and its elements.
 *
 * <ul>
 *   <li>the bytes {@code SINEWPSD}, int version 2;
 *   <li>texts: interpolator, skinning model, joint space; double: length unit;
 *   <li>list of joints: text name, int index in the skeleton;
 *   <li>list of poses: text name; then the list of their coordinates, floats;
 *   <li>lists of vertices per part (ints), of rest positions (floats), of triangles (ints);
 *   <li>list of blocks: byte 1 if added after skinning; interpolator: byte 0 and double power
 *       (Shepard), or byte 1, text function, doubles width and linear term, list of doubles
 *       (kernel), or byte 2, double reach and another interpolator (fading); list of joints, ints,
 *       and as many doubles; list of vertices, ints; int rank; weights, doubles, rank per pose;
 *       limits, rank doubles; basis, floats, 3 · vertices per rank;
 *   <li>list of dynamics, one per part or none: byte 0 (springs) or 1 (accelerations); int vertices
 *       of the part; list of moved vertices, ints; 11 doubles (springs) or 99 (accelerations) each.
 * </ul>
 *
 * <p>Version 1 has no fading interpolators and no limits. It is read, but for accelerations, which
 * had other keys.
 */
public final class PoseDatabaseFile {
  static final byte[] MAGIC = {'S', 'I', 'N', 'E', 'W', 'P', 'S', 'D'};
  static final int VERSION = 2;

  /** The version before; see above. */
  static final int OLD_VERSION = 1;

  static final byte SHEPARD = 0;
  static final byte KERNEL = 1;
  static final byte FADING = 2;
  static final byte SPRINGS = 0;
  static final byte ACCELERATIONS = 1;

  private static final int MAX_TEXT = 0xFFFF;

  private PoseDatabaseFile() {}

  /** Reads a database. */
  public static PoseDatabase read(Path file) throws IOException {
    return read(file.toString(), InputFile.readAll(file));
  }

  /**
   * Reads a database from memory.
   *
   * @param source the file name in messages
   */
  static PoseDatabase read(String source, byte[] bytes) throws MalformedAssetException {
    return new PoseDatabaseReader(source, bytes).read();
  }

  /** Writes a database as an output of a session. */
  public static void write(Path file, PoseDatabase database, FileSession files) throws IOException {
    files.stream(
        file,
        bytes -> {
          DataOutputStream out = new DataOutputStream(new BufferedOutputStream(bytes));
          write(database, out);
          out.flush();
        });
  }

  /** Returns the number of bytes of a database's file. */
  public static long size(PoseDatabase database) throws IOException {
    DataOutputStream out = new DataOutputStream(OutputStream.nullOutputStream());
    write(database, out);
    return out.size();
  }

  static void write(PoseDatabase database, DataOutputStream out) throws IOException {
    out.write(MAGIC);
    out.writeInt(VERSION);
    text(database.method().name(), out);
    text(database.skinning().name(), out);
    writeSpace(database.space(), out);
    out.writeInt(database.poses().size());
    for (String pose : database.poses()) {
      text(pose, out);
    }
    floats(database.coordinates(), out);
    writeSurface(database.surface(), out);
    List<Block> blocks = database.blocks().stream().filter(block -> block.rank() > 0).toList();
    out.writeInt(blocks.size());
    for (Block block : blocks) {
      writeBlock(block, out);
    }
    out.writeInt(database.dynamics().size());
    for (DynamicModel dynamic : database.dynamics()) {
      writeDynamic(dynamic, out);
    }
  }

  private static void writeDynamic(DynamicModel dynamic, DataOutputStream out) throws IOException {
    out.writeByte(dynamic instanceof SpringModel ? SPRINGS : ACCELERATIONS);
    out.writeInt(dynamic.vertexCount());
    ints(dynamic.vertices(), out);
    for (double value : dynamic.values()) {
      out.writeDouble(value);
    }
  }

  private static void writeSpace(PoseSpace space, DataOutputStream out) throws IOException {
    text(space.space().name(), out);
    out.writeDouble(space.lengthUnit());
    out.writeInt(space.jointCount());
    for (int j = 0; j < space.jointCount(); j++) {
      text(space.joints().get(j), out);
      out.writeInt(space.indices().get(j));
    }
  }

  private static void writeSurface(RestSurface surface, DataOutputStream out) throws IOException {
    ints(surface.partVertices(), out);
    floats(surface.positions(), out);
    ints(surface.triangles(), out);
  }

  private static void writeBlock(Block block, DataOutputStream out) throws IOException {
    out.writeBoolean(block.posed());
    writeInterpolator(block.interpolator(), out);
    ints(block.joints(), out);
    for (double weight : block.jointWeights()) {
      out.writeDouble(weight);
    }
    ints(block.vertices(), out);
    out.writeInt(block.rank());
    for (double weight : block.weights()) {
      out.writeDouble(weight);
    }
    for (double limit : block.limits()) {
      out.writeDouble(limit);
    }
    for (float value : block.basis()) {
      out.writeFloat(value);
    }
  }

  private static void writeInterpolator(Interpolator interpolator, DataOutputStream out)
      throws IOException {
    switch (interpolator) {
      case Fading fading -> {
        out.writeByte(FADING);
        out.writeDouble(fading.reach());
        writeInterpolator(fading.inside(), out);
      }
      case Shepard shepard -> {
        out.writeByte(SHEPARD);
        out.writeDouble(shepard.power());
      }
      case KernelSum kernel -> {
        out.writeByte(KERNEL);
        text(kernel.function().name(), out);
        out.writeDouble(kernel.width());
        out.writeDouble(kernel.linear());
        out.writeInt(kernel.originSquares().length);
        for (double square : kernel.originSquares()) {
          out.writeDouble(square);
        }
      }
    }
  }

  private static void text(String value, DataOutputStream out) throws IOException {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, MAX_TEXT);
    out.writeShort(length);
    out.write(bytes, 0, length);
  }

  private static void ints(int[] values, DataOutputStream out) throws IOException {
    out.writeInt(values.length);
    for (int value : values) {
      out.writeInt(value);
    }
  }

  private static void floats(float[] values, DataOutputStream out) throws IOException {
    out.writeInt(values.length);
    for (float value : values) {
      out.writeFloat(value);
    }
  }
}
