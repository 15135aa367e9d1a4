package dev.sinew.fit;

import org.jspecify.annotations.Nullable;

/**
 * Bones that a user gives by marking vertices.
 *
 * @param count how many bones
 * @param cores for every vertex its bone, or −1 where it belongs to no core; every bone needs one
 * @param influences for every vertex the bones that may move it, at least one each; null where that
 *     is to be found
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
public record GivenBones(int count, int[] cores, int @Nullable [][] influences) {

  /** Checks that all bones exist, have cores, and may move what is theirs. */
  public GivenBones {
    boolean[] seen = new boolean[count];
    for (int core : cores) {
      if (core < -1 || core >= count) {
        throw new IllegalArgumentException("core: expected -1 to " + (count - 1) + ", got " + core);
      }
      if (core >= 0) {
        seen[core] = true;
      }
    }
    for (int b = 0; b < count; b++) {
      if (!seen[b]) {
        throw new IllegalArgumentException("core of bone " + b + ": expected vertices, got none");
      }
    }
    if (influences != null) {
      if (influences.length != cores.length) {
        throw new IllegalArgumentException(
            "influences: expected " + cores.length + " vertices, got " + influences.length);
      }
      for (int v = 0; v < cores.length; v++) {
        checkInfluences(v, influences[v], count);
      }
    }
  }

  /** Bones by their cores alone. */
  public static GivenBones ofCores(int count, int[] cores) {
    return new GivenBones(count, cores, null);
  }

  private static void checkInfluences(int v, int[] bones, int count) {
    if (bones.length == 0) {
      throw new IllegalArgumentException(
          "influences of vertex " + v + ": expected at least 1, got 0");
    }
    for (int b : bones) {
      if (b < 0 || b >= count) {
        throw new IllegalArgumentException(
            "influences of vertex " + v + ": expected 0 to " + (count - 1) + ", got " + b);
      }
    }
  }
}
