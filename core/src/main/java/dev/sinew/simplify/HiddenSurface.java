package dev.sinew.simplify;

/** What happens to surface that is seen from outside in no pose, such as skin under clothes. */
public enum HiddenSurface {
  /** Its errors count less, if errors count by detail. */
  WEIGH,
  /** Its triangles are dropped before all else, but for a rim around what is seen. */
  DROP
}
