package dev.sinew.studio.model;

import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.model.SkinnedCharacter;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An open model. Its bytes are kept; what is derived from them, first of all the character, is kept
 * as long as there is memory, and made again after that.
 */
public final class OpenModel {
  private final int id;
  private final String name;
  private final byte[] glb;
  private final Source source;
  private final Decoding decoding;
  private final Map<Object, Derived> derived = new HashMap<>();

  /**
   * Where a model comes from.
   *
   * @param sample the built-in character that it is, if any
   * @param from the model that a job changed, if any
   * @param job that job, if any
   */
  public record Source(Optional<String> sample, Optional<Integer> from, Optional<Integer> job) {
    /** A file. */
    public static final Source FILE =
        new Source(Optional.empty(), Optional.empty(), Optional.empty());

    /** A built-in character. */
    public static Source sample(String name) {
      return new Source(Optional.of(name), Optional.empty(), Optional.empty());
    }

    /** The result of a job. */
    public static Source job(int from, int job) {
      return new Source(Optional.empty(), Optional.of(from), Optional.of(job));
    }
  }

  /** Makes something of a character. */
  @FunctionalInterface
  public interface Maker<T> {
    /** Makes it, perhaps at length. */
    T make(GltfAsset asset) throws IOException;
  }

  private static final class Derived {
    private @Nullable SoftReference<Object> value;
  }

  OpenModel(int id, String name, byte[] glb, Source source, Decoding decoding) {
    this.id = id;
    this.name = name;
    this.glb = glb;
    this.source = source;
    this.decoding = decoding;
  }

  OpenModel numbered(int number, String named) {
    OpenModel numbered = new OpenModel(number, named, glb, source, decoding);
    numbered.derived.putAll(derived);
    return numbered;
  }

  /** Returns its number. */
  public int id() {
    return id;
  }

  /** Returns its name, without an ending. */
  public String name() {
    return name;
  }

  /** Returns the whole GLB; not to be changed. */
  public byte[] glb() {
    return glb;
  }

  /** Returns where it comes from. */
  public Source source() {
    return source;
  }

  /** Returns the character with its way back to the file. */
  public GltfAsset asset() throws IOException {
    return derived(GltfAsset.class, this::parse);
  }

  /** Returns the character. */
  public SkinnedCharacter character() throws IOException {
    return asset().character();
  }

  /**
   * Returns something that is made of the character once and kept while there is memory. Others who
   * ask for the same wait until it is there.
   *
   * @param key says what it is, for example its class
   */
  public <T> T derived(Class<T> key, Maker<T> maker) throws IOException {
    return derived(key, key, maker);
  }

  /**
   * Returns something that is made once per key and kept while there is memory.
   *
   * @param key says which, for example a record of parameters
   */
  public <T> T derived(Object key, Class<T> type, Maker<T> maker) throws IOException {
    return derived(key, type, () -> maker.make(asset()));
  }

  private GltfAsset parse() throws IOException {
    return decoding.asset(name + ".glb", glb);
  }

  private interface Supply<T> {
    T get() throws IOException;
  }

  private <T> T derived(Class<T> key, Supply<T> supply) throws IOException {
    return derived(key, key, supply);
  }

  private <T> T derived(Object key, Class<T> type, Supply<T> supply) throws IOException {
    Derived entry;
    synchronized (derived) {
      entry = derived.computeIfAbsent(key, any -> new Derived());
    }
    synchronized (entry) {
      Object kept = entry.value == null ? null : entry.value.get();
      if (kept == null) {
        kept = supply.get();
        entry.value = new SoftReference<>(kept);
      }
      return type.cast(kept);
    }
  }
}
