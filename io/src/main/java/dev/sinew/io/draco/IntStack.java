package dev.sinew.io.draco;

import java.util.Arrays;

/** A list of integers that grows at its end. */
final class IntStack {
  private int[] items = new int[16];
  private int size;

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int get(int index) {
    return items[index];
  }

  int last() {
    if (size == 0) {
      throw CornerTable.inconsistent();
    }
    return items[size - 1];
  }

  void setLast(int value) {
    items[size - 1] = value;
  }

  void add(int value) {
    if (size == items.length) {
      items = Arrays.copyOf(items, 2 * size);
    }
    items[size++] = value;
  }

  int removeLast() {
    int value = last();
    size--;
    return value;
  }

  int[] toArray() {
    return Arrays.copyOf(items, size);
  }
}
