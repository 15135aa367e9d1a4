package dev.sinew.simplify.collapse;

/**
 * An edge collapsed: one point becomes part of another, which moves.
 *
 * @param from the point that disappears
 * @param into the point that stays
 * @param x where it goes, in the mesh's own space at rest
 * @param y likewise
 * @param z likewise
 * @param weightShare how much of the weights comes from the point that disappears, 0 to 1
 * @param attributeShare how much of normals, texture coordinates, colours and morph offsets does
 * @param cost what the price said it costs
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
