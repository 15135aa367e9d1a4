package dev.sinew.fit;

import org.jspecify.annotations.Nullable;

/**
 * Bones given by sets of core vertices.
 *
 * @param count the number of bones
 * @param cores the bone of each vertex, or −1 if it belongs to no core; each bone needs at least
 *     one vertex
 * @param influences the bones that may move each vertex, at least one each; null to find them
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
public record GivenBones(int count, int[] cores, int @Nullable [][] influences) {

  /** Checks that all indices are valid and all bones have cores. */
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

  /** Returns bones given by their cores only. */
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
