package dev.sinew.sample;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The built-in characters by name. Each call makes a new, identical one in about a second. */
public final class Samples {
  private static final Map<String, Supplier<Sample>> MAKERS = makers();

  private Samples() {}

  private static Map<String, Supplier<Sample>> makers() {
    Map<String, Supplier<Sample>> makers = new LinkedHashMap<>();
    makers.put("cylinder-bend", () -> Cylinder.bending(90, Cylinder.EXAMPLES));
    makers.put("cylinder-twist", () -> Cylinder.twisting(90, Cylinder.EXAMPLES));
    makers.put("arm", Arm::create);
    makers.put("biped", Biped::create);
    makers.put("quadruped", Quadruped::create);
    return makers;
  }

  /** Returns the names for {@link #create}, simplest first. */
  public static List<String> names() {
    return List.copyOf(MAKERS.keySet());
  }

  /**
   * Makes a character.
   *
   * @param name one of {@link #names}
   */
  public static Sample create(String name) {
    Supplier<Sample> maker = MAKERS.get(name);
    if (maker == null) {
      throw new IllegalArgumentException("sample: expected one of " + names() + ", got " + name);
    }
    return maker.get();
  }
}
