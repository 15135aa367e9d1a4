/**
 * Scalar fields on surfaces: cotangent Laplacian, distances by the heat method, extremities,
 * harmonic fields.
 */
@NullMarked
package dev.sinew.extract.field;

import org.jspecify.annotations.NullMarked;
