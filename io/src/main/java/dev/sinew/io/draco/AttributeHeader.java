package dev.sinew.io.draco;

/**
 * What a stream says of an attribute.
 *
 * @param kind what it is for: {@link #POSITION} or something else
 * @param type the type of its values, as they were before compression
 * @param components values per point
 * @param normalized whether integers stand for fractions
 * @param id the unique id
 */
record AttributeHeader(int kind, int type, int components, boolean normalized, int id) {
  static final int POSITION = 0;

  static final int BYTE = 1;
  static final int UNSIGNED_BYTE = 2;
  static final int SHORT = 3;
  static final int UNSIGNED_SHORT = 4;
  static final int INT = 5;
  static final int UNSIGNED_INT = 6;
  static final int FLOAT = 9;
  private static final int BOOLEAN = 11;

  static AttributeHeader read(ByteInput in) {
    int kind = in.unsignedByte();
    int type = in.unsignedByte();
    int components = in.unsignedByte();
    boolean normalized = in.unsignedByte() > 0;
    AttributeHeader header = new AttributeHeader(kind, type, components, normalized, in.varint());
    if (header.bytes() == 0) {
      throw new DracoException("attribute " + header.id + " has values of unknown type " + type);
    }
    if (components == 0) {
      throw new DracoException("attribute " + header.id + " has no components");
    }
    return header;
  }

  boolean isFloat() {
    return type == FLOAT;
  }

  /** Returns the size of a value; 0 for types that glTF does not have. */
  int bytes() {
    return switch (type) {
      case BYTE, UNSIGNED_BYTE, BOOLEAN -> 1;
      case SHORT, UNSIGNED_SHORT -> 2;
      case INT, UNSIGNED_INT, FLOAT -> 4;
      default -> 0;
    };
  }

  /** Returns the integer that stands for 1 in normalised values. */
  float greatest() {
    return switch (type) {
      case BYTE -> 127;
      case UNSIGNED_BYTE -> 255;
      case SHORT -> 32767;
      case UNSIGNED_SHORT -> 65535;
      case INT -> Integer.MAX_VALUE;
      case UNSIGNED_INT -> 0x1p32f;
      default -> 1;
    };
  }

  /** Returns an integer as a value of this type. */
  int narrowed(int value) {
    return switch (type) {
      case BYTE -> (byte) value;
      case UNSIGNED_BYTE -> value & 0xFF;
      case SHORT -> (short) value;
      case UNSIGNED_SHORT -> value & 0xFFFF;
      case BOOLEAN -> value == 0 ? 0 : 1;
      default -> value;
    };
  }
}
