package dev.sinew.pipeline;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.bounds.BoundsResult;
import dev.sinew.bounds.Sphere;
import dev.sinew.math.Similarity;
import dev.sinew.model.Box;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bounds in the extras of scenes and nodes, as {@link BoundsStep} writes them. */
final class BoundsExtras {
  /** The three bounds of an entry. */
  private static final List<String> KINDS = List.of("clips", "range", "any");

  private static final Gson GSON = new Gson();

  private BoundsExtras() {}

  /**
   * Moves all stored bounds of a document.
   *
   * @param json the tree of the document, which is modified
   * @param notes receives a remark about bounds that cannot be read; they are removed
   * @return the number of scenes and nodes with moved bounds
   */
  static int move(JsonObject json, Similarity motion, List<String> notes) {
    int moved = 0;
    for (String list : List.of("scenes", "nodes")) {
      if (json.get(list) instanceof JsonArray carriers) {
        for (int i = 0; i < carriers.size(); i++) {
          if (carriers.get(i) instanceof JsonObject carrier
              && carrier.get("extras") instanceof JsonObject extras
              && extras.has(BoundsStep.EXTRAS)) {
            JsonObject entry = moved(extras.get(BoundsStep.EXTRAS), motion);
            if (entry == null) {
              extras.remove(BoundsStep.EXTRAS);
              notes.add(list + " " + i + ": its bounds cannot be read and are removed");
            } else {
              extras.add(BoundsStep.EXTRAS, entry);
              moved++;
            }
          }
        }
      }
    }
    return moved;
  }

  /** Returns moved bounds, or null if they are not as written. */
  private static @Nullable JsonObject moved(JsonElement stored, Similarity motion) {
    JsonObject out = new JsonObject();
    for (String kind : KINDS) {
      BoundsResult.Bound bound = read(member(stored, kind));
      if (bound == null) {
        return null;
      }
      out.add(kind, GSON.toJsonTree(BoundsStep.bound(bound.moved(motion))));
    }
    return out;
  }

  private static BoundsResult.@Nullable Bound read(@Nullable JsonElement bound) {
    double[] centre = numbers(member(member(bound, "sphere"), "center"));
    double[] radius = numbers(member(member(bound, "sphere"), "radius"));
    double[] min = numbers(member(member(bound, "box"), "min"));
    double[] max = numbers(member(member(bound, "box"), "max"));
    double[] tightness = numbers(member(bound, "tightness"));
    boolean complete =
        centre.length == 3
            && radius.length == 1
            && min.length == 3
            && max.length == 3
            && tightness.length == 1;
    return complete
        ? new BoundsResult.Bound(
            new Sphere(centre[0], centre[1], centre[2], radius[0]),
            new Box(min[0], min[1], min[2], max[0], max[1], max[2]),
            tightness[0])
        : null;
  }

  private static @Nullable JsonElement member(@Nullable JsonElement owner, String name) {
    return owner instanceof JsonObject object ? object.get(name) : null;
  }

  /** Returns a number, or the numbers of an array; none if there is something else. */
  private static double[] numbers(@Nullable JsonElement element) {
    List<JsonElement> items =
        element instanceof JsonArray array
            ? array.asList()
            : element == null ? List.of() : List.of(element);
    for (JsonElement item : items) {
      if (!(item instanceof JsonPrimitive value) || !value.isNumber()) {
        return new double[0];
      }
    }
    return items.stream().mapToDouble(JsonElement::getAsDouble).toArray();
  }
}
