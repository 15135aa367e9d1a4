package dev.sinew.batch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.run.NearNames;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A value of a recipe and where it stands, for messages.
 *
 * @param source the file
 * @param pointer a JSON pointer
 * @param value the value
 */
record Place(Path source, String pointer, JsonElement value) {
  private static final int MAX_ITEMS = 1000;

  MalformedAssetException error(String reason) {
    return new MalformedAssetException(source.toString(), pointer, reason);
  }

  /** Returns a member of an object; empty if it is missing. */
  Optional<Place> member(String name) {
    return value instanceof JsonObject object && object.has(name)
        ? Optional.of(new Place(source, pointer + "/" + escaped(name), object.get(name)))
        : Optional.empty();
  }

  private static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  /** Checks that this is an object with no other members than these. */
  Place require(Set<String> names) throws MalformedAssetException {
    for (String name : names()) {
      if (!names.contains(name)) {
        throw new MalformedAssetException(
            source.toString(),
            pointer + "/" + escaped(name),
            "there is no '" + name + "' here" + NearNames.question(name, names));
      }
    }
    return this;
  }

  /** Returns the names of the members. */
  List<String> names() throws MalformedAssetException {
    if (!(value instanceof JsonObject object)) {
      throw error("expected an object");
    }
    return List.copyOf(object.keySet());
  }

  List<Place> members() throws MalformedAssetException {
    List<Place> all = new ArrayList<>();
    for (String name : names()) {
      all.add(member(name).orElseThrow());
    }
    return all;
  }

  List<Place> items() throws MalformedAssetException {
    if (!(value instanceof JsonArray array)) {
      throw error("expected a list");
    }
    if (array.size() > MAX_ITEMS) {
      throw error("expected at most " + MAX_ITEMS + " items, got " + array.size());
    }
    List<Place> all = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      all.add(new Place(source, pointer + "/" + i, array.get(i)));
    }
    return all;
  }

  String text() throws MalformedAssetException {
    if (value instanceof JsonPrimitive one && one.isString()) {
      return one.getAsString();
    }
    throw error("expected a text in quotes");
  }

  double number(double least, double most) throws MalformedAssetException {
    if (value instanceof JsonPrimitive one && one.isNumber()) {
      double number = one.getAsDouble();
      if (number >= least && number <= most) {
        return number;
      }
    }
    throw error("expected a number from " + text(least) + " to " + text(most));
  }

  private static String text(double limit) {
    return BigDecimal.valueOf(limit).stripTrailingZeros().toPlainString();
  }

  boolean flag() throws MalformedAssetException {
    if (value instanceof JsonPrimitive one && one.isBoolean()) {
      return one.getAsBoolean();
    }
    throw error("expected true or false");
  }
}
