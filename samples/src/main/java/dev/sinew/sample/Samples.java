package dev.sinew.sample;

import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The built-in characters by name. Each is made once, and kept while there is memory for it. */
public final class Samples {
  private static final Map<String, Supplier<Sample>> MAKERS = makers();
  private static final Map<String, SoftReference<Sample>> MADE = new ConcurrentHashMap<>();

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
   * Returns a character.
   *
   * @param name one of {@link #names}
   */
  public static Sample create(String name) {
    SoftReference<Sample> made = MADE.get(name);
    Sample kept = made == null ? null : made.get();
    if (kept != null) {
      return kept;
    }
    Sample sample = make(name);
    MADE.put(name, new SoftReference<>(sample));
    return sample;
  }

  /** Makes a character, in about a second. */
  static Sample make(String name) {
    Supplier<Sample> maker = MAKERS.get(name);
    if (maker == null) {
      throw new IllegalArgumentException("sample: expected one of " + names() + ", got " + name);
    }
    return maker.get();
  }
}
