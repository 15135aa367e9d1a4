package dev.sinew.simplify.collapse;

/** Where the point that an edge collapses to may go. */
public enum Placement {
  /** The edge must not collapse. */
  NOWHERE,
  /** Anywhere. */
  FREE,
  /** Only to the edge's first end. */
  ONTO_FIRST,
  /** Only to the edge's second end. */
  ONTO_SECOND
}
