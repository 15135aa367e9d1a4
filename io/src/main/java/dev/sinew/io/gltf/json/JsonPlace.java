package dev.sinew.io.gltf.json;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.MalformedAssetException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * A JSON element with its file and JSON pointer, for errors. All methods check type and range.
 *
 * @param source the file name as given by the user
 * @param pointer the JSON pointer of the element, RFC 6901; empty for the root
 * @param element the element
 */
public record JsonPlace(String source, String pointer, JsonElement element) {

  /** Returns an error at this element. */
  public MalformedAssetException error(String reason) {
    return new MalformedAssetException(source, pointer.isEmpty() ? "/" : pointer, reason);
  }

  /** Returns a member, or null if it is missing. */
  public @Nullable JsonPlace find(String member) throws MalformedAssetException {
    JsonElement found = object().get(member);
    return found == null || found.isJsonNull()
        ? null
        : new JsonPlace(source, pointer + "/" + escape(member), found);
  }

  /** Returns a member, which must exist. */
  public JsonPlace get(String member) throws MalformedAssetException {
    JsonPlace found = find(member);
    if (found == null) {
      throw error("'" + member + "' is missing");
    }
    return found;
  }

  /** Returns the items of an array member; empty if it is missing. */
  public List<JsonPlace> items(String member) throws MalformedAssetException {
    JsonPlace found = find(member);
    return found == null ? List.of() : found.items();
  }

  /** Returns the items of this array. */
  public List<JsonPlace> items() throws MalformedAssetException {
    if (!(element instanceof JsonArray array)) {
      throw error("expected an array, got " + kind());
    }
    return new Items(this, array);
  }

  /** A view of an array: one item of a long array does not cost as much as all of them. */
  private static final class Items extends AbstractList<JsonPlace> implements RandomAccess {
    private final JsonPlace owner;
    private final JsonArray array;

    Items(JsonPlace owner, JsonArray array) {
      this.owner = owner;
      this.array = array;
    }

    @Override
    public JsonPlace get(int index) {
      return new JsonPlace(owner.source, owner.pointer + "/" + index, array.get(index));
    }

    @Override
    public int size() {
      return array.size();
    }
  }

  /** Returns the names of the members of this object. */
  public List<String> members() throws MalformedAssetException {
    return List.copyOf(object().keySet());
  }

  /** Returns this element as an object. */
  public JsonObject object() throws MalformedAssetException {
    if (!(element instanceof JsonObject object)) {
      throw error("expected an object, got " + kind());
    }
    return object;
  }

  public String text() throws MalformedAssetException {
    if (!(element instanceof JsonPrimitive primitive) || !primitive.isString()) {
      throw error("expected a string, got " + kind());
    }
    return primitive.getAsString();
  }

  /** Returns a string member, or a default if it is missing. */
  public String textOr(String member, String defaultValue) throws MalformedAssetException {
    JsonPlace found = find(member);
    return found == null ? defaultValue : found.text();
  }

  /** Returns a boolean member, or a default if it is missing. */
  public boolean flagOr(String member, boolean defaultValue) throws MalformedAssetException {
    JsonPlace found = find(member);
    if (found == null) {
      return defaultValue;
    }
    if (!(found.element instanceof JsonPrimitive primitive) || !primitive.isBoolean()) {
      throw found.error("expected true or false, got " + found.kind());
    }
    return primitive.getAsBoolean();
  }

  /** Returns this number, which must be finite. */
  public double number() throws MalformedAssetException {
    if (!(element instanceof JsonPrimitive primitive) || !primitive.isNumber()) {
      throw error("expected a number, got " + kind());
    }
    double value = primitive.getAsDouble();
    if (!Double.isFinite(value)) {
      throw error("expected a finite number, got " + primitive.getAsString());
    }
    return value;
  }

  /** Returns this integer, which must be from {@code min} to {@code max}. */
  public int integer(int min, int max) throws MalformedAssetException {
    double value = number();
    if (value != Math.rint(value) || value < min || value > max) {
      throw error(
          "expected an integer from " + min + " to " + max + ", got " + element.getAsString());
    }
    return (int) value;
  }

  /** Returns an integer member, or a default if it is missing. */
  public int integerOr(String member, int min, int max, int defaultValue)
      throws MalformedAssetException {
    JsonPlace found = find(member);
    return found == null ? defaultValue : found.integer(min, max);
  }

  /** Returns this index, which must be below {@code count}. */
  public int index(int count, String things) throws MalformedAssetException {
    double value = number();
    if (value != Math.rint(value) || value < 0 || value >= count) {
      throw error(
          "expected an index into the " + count + " " + things + ", got " + element.getAsString());
    }
    return (int) value;
  }

  /** Returns the numbers of this array, which must have {@code count} items. */
  public double[] numbers(int count) throws MalformedAssetException {
    List<JsonPlace> items = items();
    if (items.size() != count) {
      throw error("expected " + count + " numbers, got " + items.size());
    }
    double[] out = new double[count];
    for (int i = 0; i < count; i++) {
      out[i] = items.get(i).number();
    }
    return out;
  }

  /** Returns an object member of a sound tree; a new empty object, not added, if there is none. */
  public static JsonObject objectOf(JsonObject owner, String name) {
    return owner.get(name) instanceof JsonObject object ? object : new JsonObject();
  }

  /** Returns the objects among the items of an array member of a sound tree. */
  public static List<JsonObject> objectsOf(JsonObject owner, String name) {
    List<JsonObject> out = new ArrayList<>();
    if (owner.get(name) instanceof JsonArray array) {
      for (JsonElement item : array) {
        if (item instanceof JsonObject object) {
          out.add(object);
        }
      }
    }
    return out;
  }

  private String kind() {
    if (element instanceof JsonPrimitive primitive) {
      return primitive.isString() ? "a string" : primitive.isBoolean() ? "a boolean" : "a number";
    }
    return element.isJsonArray() ? "an array" : element.isJsonObject() ? "an object" : "null";
  }

  private static String escape(String member) {
    return member.replace("~", "~0").replace("/", "~1");
  }
}
