package dev.sinew.transform;

import dev.sinew.math.Similarity;
import java.util.Locale;

/** A direction along an axis that is up. In glTF it is y. */
public enum UpAxis {
  /** +x. */
  X(1, 0, 0),
  /** +y. */
  Y(0, 1, 0),
  /** +z. */
  Z(0, 0, 1),
  /** −x. */
  NEGATIVE_X(-1, 0, 0),
  /** −y. */
  NEGATIVE_Y(0, -1, 0),
  /** −z. */
  NEGATIVE_Z(0, 0, -1);

  private final int x;
  private final int y;
  private final int z;

  UpAxis(int x, int y, int z) {
    this.x = x;
    this.y = y;
    this.z = z;
  }

  /**
   * Returns the smallest rotation that turns this direction into another. Between opposite
   * directions it is a half turn about x, or about z if they are along x.
   */
  public Similarity turnTo(UpAxis other) {
    int dot = x * other.x + y * other.y + z * other.z;
    if (dot == 1) {
      return Similarity.IDENTITY;
    }
    if (dot == -1) {
      return x == 0 ? Similarity.rotation(1, 0, 0, Math.PI) : Similarity.rotation(0, 0, 1, Math.PI);
    }
    return Similarity.rotation(
        y * other.z - z * other.y,
        z * other.x - x * other.z,
        x * other.y - y * other.x,
        Math.PI / 2);
  }

  @Override
  public String toString() {
    String axis = name().substring(name().length() - 1).toLowerCase(Locale.ROOT);
    return x + y + z < 0 ? "-" + axis : axis;
  }
}
