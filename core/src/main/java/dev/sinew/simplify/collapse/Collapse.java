package dev.sinew.simplify.collapse;

/**
 * A collapsed edge: one point is merged into another, which moves.
 *
 * @param from the point that is removed
 * @param into the point that is kept
 * @param x its new rest position, in mesh space
 * @param y likewise
 * @param z likewise
 * @param weightShare the share of {@code from} in the new weights, 0 to 1
 * @param attributeShare the share of {@code from} in normals, texture coordinates, colours and
 *     morph offsets, 0 to 1
 * @param cost the cost that the price computed
 */
public record Collapse(
    int from,
    int into,
    double x,
    double y,
    double z,
    double weightShare,
    double attributeShare,
    double cost)
    implements Operation {}
