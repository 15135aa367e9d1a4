package dev.sinew.rig;

import dev.sinew.model.Box;

/**
 * The scaling that moves the centre of a mesh's bounding box to the origin and makes its longest
 * side 1, so that weights and lengths have the same magnitude (Merry, Marais and Gain, "Animation
 * Space", section 6.2).
 *
 * @param x centre of the box
 * @param y centre of the box
 * @param z centre of the box
 * @param side longest side; 1 if the box is a point
 */
public record UnitBox(double x, double y, double z, double side) {

  /** Returns the scaling of a mesh with these bounds. */
  public static UnitBox of(Box box) {
    double side = box.longestSide();
    return new UnitBox(
        (box.minX() + box.maxX()) / 2,
        (box.minY() + box.maxY()) / 2,
        (box.minZ() + box.maxZ()) / 2,
        side > 0 ? side : 1);
  }

  /** Returns a coordinate of the centre. */
  public double centre(int axis) {
    return axis == 0 ? x : axis == 1 ? y : z;
  }

  /** Converts a coordinate to units of the box. */
  public double toUnit(double value, int axis) {
    return (value - centre(axis)) / side;
  }

  /** Converts a coordinate from units of the box. */
  public double fromUnit(double value, int axis) {
    return value * side + centre(axis);
  }
}
