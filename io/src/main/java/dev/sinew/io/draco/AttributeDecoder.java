package dev.sinew.io.draco;

import dev.sinew.io.draco.DracoMesh.Values;
import dev.sinew.io.draco.PositionPredictors.Positions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the values of one attribute: integers with their predictions, then what they stand for.
 */
final class AttributeDecoder {
  private static final int RAW = 0;
  private static final int INTEGERS = 1;
  private static final int QUANTIZED = 2;
  private static final int NORMALS = 3;

  private static final int NO_PREDICTION = -2;
  private static final int WRAP = 1;
  private static final int OCTAHEDRON = 3;

  private final AttributeHeader header;
  private final int coding;
  private final Memory memory;
  private int[] integers = {};
  private float[] floats = {};
  private @Nullable Sequence sequence;

  AttributeDecoder(AttributeHeader header, int coding, Memory memory) {
    this.header = header;
    this.coding = coding;
    this.memory = memory;
    boolean fits =
        switch (coding) {
          case RAW -> true;
          case INTEGERS -> !header.isFloat();
          case QUANTIZED -> header.isFloat();
          case NORMALS -> header.isFloat() && header.components() == 3;
          default -> false;
        };
    if (!fits) {
      throw new DracoException(
          "attribute "
              + header.id()
              + " is coded as "
              + coding
              + ", which its type does not allow");
    }
  }

  /**
   * Reads the stored values.
   *
   * @param positions the decoder of the positions, if they come before
   */
  void readValues(ByteInput in, Sequence order, @Nullable AttributeDecoder positions) {
    sequence = order;
    if (coding == RAW) {
      readRaw(in, order.size());
    } else {
      readIntegers(in, order, positions);
    }
  }

  private void readRaw(ByteInput in, int entries) {
    long count = (long) entries * header.components();
    if (count * header.bytes() > in.remaining()) {
      throw new DracoException("the values of attribute " + header.id() + " end too early");
    }
    memory.use(4 * count);
    if (header.isFloat()) {
      floats = new float[(int) count];
      for (int i = 0; i < floats.length; i++) {
        floats[i] = in.number();
      }
    } else {
      integers = new int[(int) count];
      for (int i = 0; i < integers.length; i++) {
        integers[i] = header.narrowed(in.integer(header.bytes()));
      }
    }
  }

  private void readIntegers(ByteInput in, Sequence order, @Nullable AttributeDecoder positions) {
    int components = coding == NORMALS ? 2 : header.components();
    int method = in.signedByte();
    int transform = method == NO_PREDICTION ? NO_PREDICTION : in.signedByte();
    long count = (long) order.size() * components;
    memory.use(4 * count);
    integers = new int[(int) count];
    if (in.unsignedByte() > 0) {
      Rans.read(in, integers, components, memory);
    } else {
      int size = in.unsignedByte();
      for (int i = 0; i < integers.length; i++) {
        integers[i] = in.integer(size);
      }
    }
    boolean isOctahedral = coding == NORMALS && transform == OCTAHEDRON;
    boolean isPredicted = isOctahedral || (coding != NORMALS && transform == WRAP);
    if (transform != NO_PREDICTION && !isPredicted) {
      throw new DracoException(
          "attribute " + header.id() + " has predictions of unknown kind " + transform);
    }
    if (!isOctahedral) {
      for (int i = 0; i < integers.length; i++) {
        integers[i] = (integers[i] >>> 1) ^ -(integers[i] & 1);
      }
    }
    if (isOctahedral) {
      predictNormals(in, method, order, positions);
    } else if (isPredicted) {
      predict(in, method, order, positions);
    }
  }

  // ---- predictions -----------------------------------------------------------------------------

  private void predict(
      ByteInput in, int method, Sequence order, @Nullable AttributeDecoder positions) {
    Sequence.Way way = order.way();
    Predictor predictor =
        way == null
            ? Predictor.PREVIOUS
            : switch (method) {
              case 0 -> Predictor.PREVIOUS;
              case 1 -> new Predictor.Parallelogram(way);
              case 4 -> new Predictor.Several(in, way, memory);
              case 5 -> textureCoordinates(in, way, order, positions);
              default -> throw unknown(method);
            };
    int min = in.integer();
    int max = in.integer();
    long range = 1L + max - min;
    if (range < 1 || range > Integer.MAX_VALUE) {
      throw new DracoException("attribute " + header.id() + " has no valid range of values");
    }
    int[] predicted = new int[header.components()];
    for (int entry = 0; entry < order.size(); entry++) {
      predictor.predict(entry, integers, predicted);
      for (int c = 0; c < predicted.length; c++) {
        int at = entry * predicted.length + c;
        int value = Math.clamp(predicted[c], min, max) + integers[at];
        integers[at] =
            value > max ? value - (int) range : value < min ? value + (int) range : value;
      }
    }
  }

  private Predictor textureCoordinates(
      ByteInput in, Sequence.Way way, Sequence order, @Nullable AttributeDecoder positions) {
    if (header.components() != 2) {
      throw unknown(5);
    }
    return new PositionPredictors.TextureCoordinates(
        in, way, integerPositions(positions, order), memory);
  }

  private void predictNormals(
      ByteInput in, int method, Sequence order, @Nullable AttributeDecoder positions) {
    Sequence.Way way = order.way();
    Octahedron octahedron = new Octahedron(in.integer());
    in.integer();
    Predictor predictor =
        way == null || method == 0
            ? Predictor.PREVIOUS
            : method == 6
                ? new PositionPredictors.Normals(
                    in, way, integerPositions(positions, order), octahedron)
                : Predictor.PREVIOUS;
    int[] predicted = new int[2];
    for (int entry = 0; entry < order.size(); entry++) {
      predictor.predict(entry, integers, predicted);
      octahedron.correct(predicted, integers, 2 * entry);
    }
  }

  private Positions integerPositions(@Nullable AttributeDecoder positions, Sequence order) {
    if (positions == null
        || positions.sequence == null
        || positions.coding == RAW
        || positions.header.components() != 3
        || positions.integers.length == 0) {
      throw new DracoException(
          "attribute " + header.id() + " is predicted from positions that are not there");
    }
    return new Positions(
        positions.integers, positions.sequence.entryOfPoint(), order.pointOfEntry());
  }

  private DracoException unknown(int method) {
    return new DracoException(
        "attribute " + header.id() + " has predictions of unknown method " + method);
  }

  // ---- what the values stand for ---------------------------------------------------------------

  /** Reads how integers become numbers. */
  void readMeaning(ByteInput in) {
    if (coding == QUANTIZED) {
      int components = header.components();
      float[] least = new float[components];
      for (int c = 0; c < components; c++) {
        least[c] = in.number();
      }
      float range = in.number();
      int bits = in.unsignedByte();
      if (bits < 1 || bits > 30) {
        throw new DracoException("values of " + bits + " bits: expected 1 to 30");
      }
      float step = range / ((1 << bits) - 1);
      memory.use(4L * integers.length);
      floats = new float[integers.length];
      for (int i = 0; i < floats.length; i++) {
        floats[i] = integers[i] * step + least[i % components];
      }
    } else if (coding == NORMALS) {
      Octahedron octahedron = Octahedron.ofBits(in.unsignedByte());
      int entries = integers.length / 2;
      memory.use(12L * entries);
      floats = new float[3 * entries];
      for (int e = 0; e < entries; e++) {
        octahedron.unit(integers[2 * e], integers[2 * e + 1], floats, 3 * e);
      }
    }
  }

  boolean isPosition() {
    return header.kind() == AttributeHeader.POSITION;
  }

  /** Returns the decoded attribute. */
  DracoMesh.Attribute attribute() {
    if (coding == INTEGERS) {
      for (int i = 0; i < integers.length; i++) {
        integers[i] = header.narrowed(integers[i]);
      }
    }
    return new DracoMesh.Attribute(
        header,
        header.isFloat() ? Values.of(floats) : Values.of(integers),
        Objects.requireNonNull(sequence).entryOfPoint());
  }
}
