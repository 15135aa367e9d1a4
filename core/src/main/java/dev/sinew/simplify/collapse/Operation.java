package dev.sinew.simplify.collapse;

/** A step of an {@link OperationStream}. */
public sealed interface Operation permits Collapse, Removal {
  /** What the price said it costs. */
  double cost();
}
