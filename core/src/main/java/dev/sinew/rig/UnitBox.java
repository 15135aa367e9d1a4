package dev.sinew.rig;

import dev.sinew.model.Box;

/**
 * The scaling that makes a reference mesh's longest box side 1 and puts the box's centre at the
 * origin, so that weights and lengths are of one size (Merry, Marais and Gain, "Animation Space",
 * section 6.2).
 *
 * @param x centre of the box
 * @param y centre of the box
 * @param z centre of the box
 * @param side longest side; 1 when the box is a point
 */
public record UnitBox(double x, double y, double z, double side) {

  /** The scaling of a mesh with these bounds. */
  public static UnitBox of(Box box) {
    double side = box.longestSide();
    return new UnitBox(
        (box.minX() + box.maxX()) / 2,
        (box.minY() + box.maxY()) / 2,
        (box.minZ() + box.maxZ()) / 2,
        side > 0 ? side : 1);
  }

  public double centre(int axis) {
    return axis == 0 ? x : axis == 1 ? y : z;
  }

  /** A coordinate along an axis, in units of the box. */
  public double toUnit(double value, int axis) {
    return (value - centre(axis)) / side;
  }

  /** Back from units of the box. */
  public double fromUnit(double value, int axis) {
    return value * side + centre(axis);
  }
}
