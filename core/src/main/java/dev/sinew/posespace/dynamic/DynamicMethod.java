package dev.sinew.posespace.dynamic;

import java.util.Locale;

/** The dynamic models, by their names on the command line. */
public enum DynamicMethod {
  /** A damped spring per vertex; see {@link SpringModel}. */
  SPRING,
  /** Keys of joint accelerations; see {@link AccelerationModel}. */
  ACCELERATION;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
