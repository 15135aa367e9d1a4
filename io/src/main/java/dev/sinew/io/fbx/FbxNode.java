package dev.sinew.io.fbx;

import dev.sinew.io.MalformedAssetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A record of a file: a name, values and records below it. Values are {@link Long}, {@link Double},
 * {@link String}, {@link FbxArray} or {@code byte[]}.
 *
 * @param file the file
 * @param at the position in the file, in the file's unit
 */
record FbxNode(FbxFile file, long at, String name, List<Object> values, List<FbxNode> children) {
  /** What a record costs, with its lists. */
  static final int BYTES = 160;

  /** What a value costs at most, without its content. */
  static final int BYTES_PER_VALUE = 48;

  /** Deeper records are refused; real files have 6 levels. */
  static final int MAX_DEPTH = 64;

  FbxNode(FbxFile file, long at, String name) {
    this(file, at, name, new ArrayList<>(2), new ArrayList<>(0));
  }

  /** Returns an error at this record. */
  MalformedAssetException error(String reason) {
    return file.error(at, name + ": " + reason);
  }

  /** Returns the position of this record as text. */
  String where() {
    return file.where(at);
  }

  /** Returns the first record below with a name. */
  Optional<FbxNode> find(String childName) {
    return children.stream().filter(child -> child.name.equals(childName)).findFirst();
  }

  /** Returns all records below with a name. */
  List<FbxNode> all(String childName) {
    return children.stream().filter(child -> child.name.equals(childName)).toList();
  }

  /** Returns the text of a value; empty if there is none or it is of another kind. */
  String text(int i) {
    return i < values.size() && values.get(i) instanceof String text ? text : "";
  }

  /** Returns the text of a record below; empty if there is none. */
  String textOf(String childName) {
    return find(childName).map(child -> child.text(0)).orElse("");
  }

  /** Returns a number; NaN if there is none or the value is of another kind. */
  double number(int i) {
    return i < values.size() && values.get(i) instanceof Number number
        ? number.doubleValue()
        : Double.NaN;
  }

  /** Returns the integer of an identifier or an enumeration. */
  Optional<Long> integer(int i) {
    return i < values.size() && values.get(i) instanceof Long number
        ? Optional.of(number)
        : Optional.empty();
  }

  /** Returns the numbers of this record: an array, or values one by one. */
  double[] numbers() throws MalformedAssetException {
    if (values.size() == 1 && values.getFirst() instanceof FbxArray array) {
      return array.values();
    }
    file.spend(at, 8L * values.size());
    double[] out = new double[values.size()];
    for (int i = 0; i < out.length; i++) {
      if (!(values.get(i) instanceof Number number)) {
        throw error("expected numbers");
      }
      out[i] = number.doubleValue();
    }
    return out;
  }

  /** Returns the numbers of a record below; none if there is no such record. */
  double[] numbersOf(String childName) throws MalformedAssetException {
    Optional<FbxNode> child = find(childName);
    return child.isPresent() ? child.get().numbers() : new double[0];
  }

  /** Returns the indices of a record below, which may be negative; none if there is none. */
  int[] indicesOf(String childName) throws MalformedAssetException {
    double[] numbers = numbersOf(childName);
    file.spend(at, 4L * numbers.length);
    int[] out = new int[numbers.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (int) numbers[i];
      if (out[i] != numbers[i]) {
        throw error(childName + ": expected an integer of 32 bits, got " + numbers[i]);
      }
    }
    return out;
  }

  /** Returns the affine matrix of a record below, which is stored by columns. */
  Optional<double[]> matrixOf(String childName) throws MalformedAssetException {
    Optional<FbxNode> child = find(childName);
    if (child.isEmpty()) {
      return Optional.empty();
    }
    double[] columns = child.get().numbers();
    if (columns.length != 16) {
      throw child.get().error("expected 16 numbers, got " + columns.length);
    }
    double[] out = new double[12];
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 4; c++) {
        out[4 * r + c] = columns[4 * c + r];
        if (!Double.isFinite(out[4 * r + c])) {
          throw child.get().error("expected finite numbers, got " + out[4 * r + c]);
        }
      }
    }
    return Optional.of(out);
  }
}
