package dev.sinew.simplify.price;

import dev.sinew.simplify.collapse.CollapseView;

/**
 * What is known of the deviation of the current surface from an earlier one: the vectors between
 * points of equal texture coordinates.
 */
interface Deviations {
  /** Returns true if deviations are from the original, false if from the previous step. */
  boolean accumulate();

  /** Returns a new meter. Several threads may measure at the same time, each with its own. */
  Meter newMeter();

  /** Deviations that also follow the points that lose influences. */
  interface OfInfluences extends Deviations {
    /** Returns a bound of the length of the deviation so far at a point; 0 without history. */
    double lengthAt(CollapseView mesh, int point);

    /** Updates the history for a point that has lost an influence. */
    void update(CollapseView mesh, int point);
  }

  /** Measures the deviation of one collapse. */
  interface Meter {
    /** Sets the deviation of the step at one place: u a + v b + w c + x d. */
    void set(int a, double u, int b, double v, int c, double w, int d, double x);

    /** Returns a bound of the length of the set deviation added to that of an old triangle. */
    double length(int triangle);

    /** Returns a bound of the length of the deviation of an old triangle alone. */
    double lengthBefore(int triangle);

    /** Starts the bound of a new triangle. */
    void begin();

    /** Extends the new bound by the set deviation added to that of an old triangle. */
    void include(int triangle);

    /** Extends the new bound by the deviation of an old triangle. */
    void includeBefore(int triangle);

    /** Ends the bound of a new triangle; it is stored by {@link #store}. */
    void end(int triangle);

    /** Stores all new bounds. */
    void store();
  }
}
