package dev.sinew.subdivide;

import java.util.List;

/**
 * One level of a scheme on one surface. Old points keep their numbers; which face comes from which
 * depends on the number of faces and of their corners alone.
 *
 * @param faces the refined faces
 * @param masks how its points follow from the old ones, one after the other
 */
record RefinementStep(Faces faces, List<Masks> masks) {}
