package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.MalformedAssetException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A JSON element that knows where it stands, so that every complaint about it can name the file and
 * the JSON pointer. Accessors check type and range and throw rather than guess.
 *
 * @param source the file, as the user named it
 * @param pointer where the element stands, RFC 6901; empty for the root
 * @param element the element itself
 */
record JsonPlace(String source, String pointer, JsonElement element) {

  MalformedAssetException error(String reason) {
    return new MalformedAssetException(source, pointer.isEmpty() ? "/" : pointer, reason);
  }

  /** The member of that name, or null. */
  @Nullable JsonPlace find(String member) throws MalformedAssetException {
    JsonElement found = object().get(member);
    return found == null || found.isJsonNull()
        ? null
        : new JsonPlace(source, pointer + "/" + escape(member), found);
  }

  /** The member of that name, which must be there. */
  JsonPlace get(String member) throws MalformedAssetException {
    JsonPlace found = find(member);
    if (found == null) {
      throw error("'" + member + "' is missing");
    }
    return found;
  }

  /** The items of a member array; none when the member is missing. */
  List<JsonPlace> items(String member) throws MalformedAssetException {
    JsonPlace found = find(member);
    return found == null ? List.of() : found.items();
  }

  /** The items of this array. */
  List<JsonPlace> items() throws MalformedAssetException {
    if (!(element instanceof JsonArray array)) {
      throw error("expected an array, got " + kind());
    }
    List<JsonPlace> out = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      out.add(new JsonPlace(source, pointer + "/" + i, array.get(i)));
    }
    return out;
  }

  /** The names of this object's members. */
  List<String> members() throws MalformedAssetException {
    return List.copyOf(object().keySet());
  }

  JsonObject object() throws MalformedAssetException {
    if (!(element instanceof JsonObject object)) {
      throw error("expected an object, got " + kind());
    }
    return object;
  }

  String text() throws MalformedAssetException {
    if (!(element instanceof JsonPrimitive primitive) || !primitive.isString()) {
      throw error("expected a string, got " + kind());
    }
    return primitive.getAsString();
  }

  String textOr(String member, String otherwise) throws MalformedAssetException {
    JsonPlace found = find(member);
    return found == null ? otherwise : found.text();
  }

  boolean flagOr(String member, boolean otherwise) throws MalformedAssetException {
    JsonPlace found = find(member);
    if (found == null) {
      return otherwise;
    }
    if (!(found.element instanceof JsonPrimitive primitive) || !primitive.isBoolean()) {
      throw found.error("expected true or false, got " + found.kind());
    }
    return primitive.getAsBoolean();
  }

  double number() throws MalformedAssetException {
    if (!(element instanceof JsonPrimitive primitive) || !primitive.isNumber()) {
      throw error("expected a number, got " + kind());
    }
    double value = primitive.getAsDouble();
    if (!Double.isFinite(value)) {
      throw error("expected a finite number, got " + primitive.getAsString());
    }
    return value;
  }

  /** This whole number, which must lie from {@code least} to {@code most}. */
  int integer(int least, int most) throws MalformedAssetException {
    double value = number();
    if (value != Math.rint(value) || value < least || value > most) {
      throw error(
          "expected a whole number from "
              + least
              + " to "
              + most
              + ", got "
              + element.getAsString());
    }
    return (int) value;
  }

  int integerOr(String member, int least, int most, int otherwise) throws MalformedAssetException {
    JsonPlace found = find(member);
    return found == null ? otherwise : found.integer(least, most);
  }

  /** This number, which must name one of {@code count} things of a kind. */
  int index(int count, String things) throws MalformedAssetException {
    double value = number();
    if (value != Math.rint(value) || value < 0 || value >= count) {
      throw error(
          "expected an index into the " + count + " " + things + ", got " + element.getAsString());
    }
    return (int) value;
  }

  /** This array of so many numbers. */
  double[] numbers(int count) throws MalformedAssetException {
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
