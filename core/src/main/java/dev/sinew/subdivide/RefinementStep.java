package dev.sinew.subdivide;

import java.util.List;

/**
 * The result of one level of a scheme on one surface. Old points keep their indices; the parents of
 * faces depend only on the number of faces and corners.
 *
 * @param faces the refined faces
 * @param masks the masks of the new points, applied one after the other
 */
record RefinementStep(Faces faces, List<Masks> masks) {}
