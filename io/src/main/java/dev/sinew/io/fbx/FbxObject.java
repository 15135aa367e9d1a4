package dev.sinew.io.fbx;

import dev.sinew.io.MalformedAssetException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An object of a scene, such as a model, a geometry or a curve, with its properties.
 *
 * @param id its identifier in connections
 * @param node its record
 * @param name its name, without its class
 * @param kind its subtype: "Mesh", "LimbNode", "Skin"
 * @param own its properties by name: the records P, with the value after four texts
 * @param template the properties of its class that it does not have
 */
record FbxObject(
    long id,
    FbxNode node,
    String name,
    String kind,
    Map<String, FbxNode> own,
    Map<String, FbxNode> template) {

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(id);
  }

  /** Reads the properties of a record. */
  static Map<String, FbxNode> properties(FbxNode node) {
    Map<String, FbxNode> found = new HashMap<>();
    for (FbxNode list : node.all("Properties70")) {
      for (FbxNode property : list.all("P")) {
        found.putIfAbsent(property.text(0), property);
      }
    }
    return found;
  }

  /** Returns what the object is in messages: its class and name. */
  String title() {
    return node.name() + " \"" + name + "\"";
  }

  /** Returns true if the object is of a class, and of a subtype unless that is empty. */
  boolean is(String type, String subtype) {
    return node.name().equals(type) && (subtype.isEmpty() || kind.equals(subtype));
  }

  private Optional<FbxNode> property(String property) {
    FbxNode found = own.get(property);
    return Optional.ofNullable(found == null ? template.get(property) : found);
  }

  /** Returns true if the object itself has a property, which its class may have too. */
  boolean has(String property) {
    return own.containsKey(property);
  }

  /** Returns a number of a property, which must be finite. */
  double number(String property, double defaultValue) throws MalformedAssetException {
    return vector(property, defaultValue)[0];
  }

  /** Returns the integer of a flag or an enumeration; other numbers are cut. */
  long integer(String property, long defaultValue) throws MalformedAssetException {
    return (long) number(property, (double) defaultValue);
  }

  /** Returns as many numbers as there are defaults, which must be finite. */
  double[] vector(String property, double... defaults) throws MalformedAssetException {
    Optional<FbxNode> found = property(property);
    double[] out = defaults.clone();
    for (int i = 0; found.isPresent() && i < out.length; i++) {
      if (found.get().values().size() > 4 + i) {
        out[i] = found.get().number(4 + i);
        if (!Double.isFinite(out[i])) {
          throw found.get().error(property + ": expected finite numbers");
        }
      }
    }
    return out;
  }

  /** Returns the text of a property; empty if there is none. */
  String text(String property) {
    return property(property).map(found -> found.text(4)).orElse("");
  }

  /** Returns the first of several properties that the object has; the default without any. */
  Optional<String> firstOf(List<String> properties) {
    return properties.stream().filter(this::has).findFirst();
  }
}
