package dev.sinew.simplify.collapse;

/** A step of an {@link OperationStream}. */
public sealed interface Operation permits Collapse, Removal {
  /** Returns the cost that the price computed. */
  double cost();
}
