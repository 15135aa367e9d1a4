package dev.sinew.simplify.collapse;

/** Where the merged point of a collapsed edge may be. */
public enum Placement {
  /** The edge must not collapse. */
  NOWHERE,
  /** Anywhere. */
  FREE,
  /** Only at the edge's first end. */
  ONTO_FIRST,
  /** Only at the edge's second end. */
  ONTO_SECOND
}
