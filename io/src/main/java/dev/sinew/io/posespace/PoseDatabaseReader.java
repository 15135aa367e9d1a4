package dev.sinew.io.posespace;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.posespace.Block;
import dev.sinew.posespace.JointSpace;
import dev.sinew.posespace.PoseDatabase;
import dev.sinew.posespace.PoseSpace;
import dev.sinew.posespace.PoseSpaceMethod;
import dev.sinew.posespace.RestSurface;
import dev.sinew.posespace.dynamic.AccelerationModel;
import dev.sinew.posespace.dynamic.DynamicModel;
import dev.sinew.posespace.dynamic.SpringModel;
import dev.sinew.posespace.interpolate.Fading;
import dev.sinew.posespace.interpolate.Interpolator;
import dev.sinew.posespace.interpolate.KernelSum;
import dev.sinew.posespace.interpolate.RadialFunction;
import dev.sinew.posespace.interpolate.Shepard;
import dev.sinew.run.FileText;
import dev.sinew.run.NumberRange;
import dev.sinew.skin.SkinningMethod;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the format of {@link PoseDatabaseFile}. Every list is checked against the bytes that are
 * left before memory is allocated for it, so a file needs memory in proportion to its size.
 */
final class PoseDatabaseReader {
  private final String source;
  private final ByteBuffer in;
  private int version;

  PoseDatabaseReader(String source, byte[] bytes) {
    this.source = source;
    in = ByteBuffer.wrap(bytes);
  }

  PoseDatabase read() throws MalformedAssetException {
    try {
      readHeader();
      PoseSpaceMethod method = constant("interpolator", PoseSpaceMethod.class);
      SkinningMethod skinning = constant("skinning model", SkinningMethod.class);
      PoseSpace space = readSpace();
      List<String> poses = new ArrayList<>();
      int count = length(Short.BYTES);
      for (int k = 0; k < count; k++) {
        poses.add(text());
      }
      float[] coordinates = floats(length(Float.BYTES));
      RestSurface surface = readSurface();
      List<Block> blocks = new ArrayList<>();
      int blockCount = length(1);
      for (int b = 0; b < blockCount; b++) {
        blocks.add(readBlock(count));
      }
      List<DynamicModel> dynamics = new ArrayList<>();
      int dynamicCount = length(1);
      for (int d = 0; d < dynamicCount; d++) {
        dynamics.add(readDynamic());
      }
      if (in.hasRemaining()) {
        throw malformed(in.position(), in.remaining() + " bytes after the end");
      }
      return new PoseDatabase(
          method, skinning, space, poses, coordinates, surface, blocks, dynamics);
    } catch (BufferUnderflowException e) {
      throw malformed(in.limit(), "the file ends too early");
    } catch (IllegalArgumentException e) {
      throw malformed(in.position(), String.valueOf(e.getMessage()));
    }
  }

  private DynamicModel readDynamic() throws MalformedAssetException {
    int at = in.position();
    byte kind = in.get();
    if (kind != PoseDatabaseFile.SPRINGS && kind != PoseDatabaseFile.ACCELERATIONS) {
      throw malformed(at, "dynamics: expected 0 or 1, got " + kind);
    }
    boolean springs = kind == PoseDatabaseFile.SPRINGS;
    if (!springs && version == PoseDatabaseFile.OLD_VERSION) {
      throw malformed(at, "accelerations of version 1 are not read: train them again");
    }
    int size = springs ? SpringModel.SIZE : AccelerationModel.SIZE;
    int vertexCount = in.getInt();
    int[] vertices = ints(length(Integer.BYTES + size * Double.BYTES));
    double[] values = doubles(size * vertices.length);
    return springs
        ? new SpringModel(vertexCount, vertices, values)
        : new AccelerationModel(vertexCount, vertices, values);
  }

  private MalformedAssetException malformed(int at, String reason) {
    return new MalformedAssetException(source, "byte " + at, reason);
  }

  /** Reads the first bytes; sets the version. */
  private void readHeader() throws MalformedAssetException {
    byte[] magic = new byte[PoseDatabaseFile.MAGIC.length];
    in.get(magic);
    if (!Arrays.equals(magic, PoseDatabaseFile.MAGIC)) {
      throw malformed(0, "not a database of pose-space correctives");
    }
    version = in.getInt();
    if (version != PoseDatabaseFile.VERSION && version != PoseDatabaseFile.OLD_VERSION) {
      throw malformed(
          magic.length, "expected version 1 or " + PoseDatabaseFile.VERSION + ", got " + version);
    }
  }

  private PoseSpace readSpace() throws MalformedAssetException {
    JointSpace space = constant("joint space", JointSpace.class);
    double unit = in.getDouble();
    int count = length(Short.BYTES + Integer.BYTES);
    List<String> names = new ArrayList<>();
    List<Integer> indices = new ArrayList<>();
    for (int j = 0; j < count; j++) {
      names.add(text());
      int at = in.position();
      int index = in.getInt();
      if (index < 0) {
        throw malformed(at, "joint: expected 0 or more, got " + index);
      }
      indices.add(index);
    }
    return new PoseSpace(space, names, indices, unit);
  }

  private RestSurface readSurface() throws MalformedAssetException {
    int[] parts = ints(length(Integer.BYTES));
    if (Arrays.stream(parts).anyMatch(count -> count < 0)) {
      throw malformed(in.position(), "vertices of a part: expected 0 or more");
    }
    float[] positions = floats(length(Float.BYTES));
    int at = in.position();
    int[] triangles = ints(length(Integer.BYTES));
    if (triangles.length % 3 != 0
        || Arrays.stream(triangles).anyMatch(v -> v < 0 || v >= positions.length / 3)) {
      throw malformed(at, "triangles: expected three vertices each below " + positions.length / 3);
    }
    return new RestSurface(parts, positions, triangles);
  }

  private Block readBlock(int poses) throws MalformedAssetException {
    boolean posed = in.get() != 0;
    Interpolator interpolator = readInterpolator(poses, false);
    int[] joints = ints(length(Integer.BYTES + Double.BYTES));
    double[] jointWeights = doubles(joints.length);
    if (Arrays.stream(jointWeights).anyMatch(weight -> weight < 0)) {
      throw malformed(in.position(), "joint weight: expected 0 or more");
    }
    int[] vertices = ints(length(Integer.BYTES));
    int at = in.position();
    int rank = in.getInt();
    long bytes = (long) rank * poses * Double.BYTES + 3L * rank * vertices.length * Float.BYTES;
    if (rank < 1 || bytes > in.remaining()) {
      throw malformed(at, "rank: expected 1 or more, and " + bytes + " bytes after it");
    }
    double[] weights = doubles(rank * poses);
    double[] limits = readLimits(rank);
    return new Block(
        posed,
        interpolator,
        joints,
        jointWeights,
        vertices,
        weights,
        limits,
        floats(3 * rank * vertices.length));
  }

  private double[] readLimits(int rank) throws MalformedAssetException {
    if (version == PoseDatabaseFile.OLD_VERSION) {
      double[] none = new double[rank];
      Arrays.fill(none, Double.MAX_VALUE);
      return none;
    }
    int at = in.position();
    double[] limits = doubles(rank);
    if (Arrays.stream(limits).anyMatch(limit -> limit < 0)) {
      throw malformed(at, "limit: expected 0 or more");
    }
    return limits;
  }

  /**
   * @param inside true if it is part of another one
   */
  private Interpolator readInterpolator(int poses, boolean inside) throws MalformedAssetException {
    int at = in.position();
    byte type = in.get();
    if (type == PoseDatabaseFile.SHEPARD) {
      return new Shepard(in.getDouble());
    }
    if (type == PoseDatabaseFile.FADING && !inside) {
      double reach = in.getDouble();
      return new Fading(readInterpolator(poses, true), reach);
    }
    if (type != PoseDatabaseFile.KERNEL) {
      throw malformed(at, "interpolator: expected 0 to " + (inside ? 1 : 2) + ", got " + type);
    }
    RadialFunction function = constant("function", RadialFunction.class);
    double width = in.getDouble();
    double linear = in.getDouble();
    int squaresAt = in.position();
    double[] squares = doubles(length(Double.BYTES));
    if (linear > 0 && squares.length != poses) {
      throw malformed(squaresAt, "squares: expected " + poses + ", got " + squares.length);
    }
    return new KernelSum(function, width, linear, squares);
  }

  /** Reads the length of a list whose elements have at least a number of bytes. */
  private int length(int elementBytes) throws MalformedAssetException {
    int at = in.position();
    int value = in.getInt();
    int most = in.remaining() / elementBytes;
    if (value < 0 || value > most) {
      throw malformed(at, NumberRange.outside("length", value, 0, most));
    }
    return value;
  }

  private String text() {
    int length = Short.toUnsignedInt(in.getShort());
    if (length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private <E extends Enum<E>> E constant(String what, Class<E> type)
      throws MalformedAssetException {
    int at = in.position();
    String name = text();
    for (E value : type.getEnumConstants()) {
      if (value.name().equals(name)) {
        return value;
      }
    }
    throw malformed(at, what + ": '" + FileText.shortened(name, 40) + "' is not known");
  }

  private int[] ints(int count) {
    int[] out = new int[count];
    for (int i = 0; i < count; i++) {
      out[i] = in.getInt();
    }
    return out;
  }

  private float[] floats(int count) throws MalformedAssetException {
    float[] out = new float[count];
    for (int i = 0; i < count; i++) {
      out[i] = in.getFloat();
      if (!Float.isFinite(out[i])) {
        throw malformed(in.position() - Float.BYTES, "expected a finite number");
      }
    }
    return out;
  }

  private double[] doubles(int count) throws MalformedAssetException {
    double[] out = new double[count];
    for (int i = 0; i < count; i++) {
      out[i] = in.getDouble();
      if (!Double.isFinite(out[i])) {
        throw malformed(in.position() - Double.BYTES, "expected a finite number");
      }
    }
    return out;
  }
}
