package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.bounds.Bounds;
import dev.sinew.bounds.BoundsResult;
import dev.sinew.bounds.Sphere;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.math.Similarity;
import dev.sinew.model.Box;
import dev.sinew.model.Issue;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Bounds in the extras of scenes and nodes. Whatever changes a surface or its motion moves them or
 * computes them anew, so that they stay true.
 */
public final class StoredBounds {
  /** The name of the bounds in extras. */
  public static final String EXTRAS = "sinewBounds";

  /** The three bounds of an entry. */
  private static final List<String> KINDS = List.of("clips", "range", "any");

  /** The lists of objects that may have bounds. */
  private static final List<String> CARRIERS = List.of("scenes", "nodes");

  /** Marks an entry whose range is not that of the clips. */
  private static final String GIVEN = "givenRanges";

  private StoredBounds() {}

  /**
   * Adds the bounds of the character to the scene, and those of each mesh to its node.
   *
   * @param asset an asset whose document is modified
   * @param found the bounds of its character
   * @param givenRanges whether they hold in given joint ranges, which only their user knows
   * @param remarks receives what is said of bounds that are not written
   */
  public static void write(
      GltfAsset asset, BoundsResult found, boolean givenRanges, Consumer<Issue> remarks) {
    JsonObject json = asset.document().json();
    if (json.get("scenes") instanceof JsonArray scenes && !scenes.isEmpty()) {
      int shown = json.get("scene") instanceof JsonPrimitive index ? index.getAsInt() : 0;
      JsonObject scene = scenes.get(shown).getAsJsonObject();
      put(scene, "scene " + shown, entry(found.whole(), givenRanges), remarks);
    } else {
      remarks.accept(
          remark("the file has no scene: the bounds of the whole character are not written"));
    }
    for (BoundsResult.MeshEntry mesh : found.meshes()) {
      int joint = asset.character().parts().get(mesh.part()).node();
      if (joint >= json.getAsJsonArray("nodes").size()) {
        continue; // An instance, which is no node of its own.
      }
      int node = asset.nodes().get(joint);
      JsonObject carrier = json.getAsJsonArray("nodes").get(node).getAsJsonObject();
      put(carrier, "node " + node, entry(mesh.bounds(), givenRanges), remarks);
    }
  }

  private static JsonObject entry(BoundsResult.Entry entry, boolean givenRanges) {
    JsonObject out = new JsonObject();
    out.add("clips", json(entry.clips()));
    out.add("range", json(entry.range()));
    out.add("any", json(entry.any()));
    if (givenRanges) {
      out.addProperty(GIVEN, true);
    }
    return out;
  }

  private static JsonObject json(BoundsResult.Bound bound) {
    Sphere sphere = bound.sphere();
    Box box = bound.box();
    JsonObject ball = new JsonObject();
    ball.add("center", array(sphere.x(), sphere.y(), sphere.z()));
    ball.addProperty("radius", sphere.radius());
    JsonObject corners = new JsonObject();
    corners.add("min", array(box.minX(), box.minY(), box.minZ()));
    corners.add("max", array(box.maxX(), box.maxY(), box.maxZ()));
    JsonObject out = new JsonObject();
    out.add("sphere", ball);
    out.add("box", corners);
    out.addProperty("tightness", bound.tightness());
    return out;
  }

  private static JsonArray array(double x, double y, double z) {
    JsonArray out = new JsonArray();
    out.add(x);
    out.add(y);
    out.add(z);
    return out;
  }

  private static void put(
      JsonObject carrier, String where, JsonObject entry, Consumer<Issue> remarks) {
    JsonElement extras = carrier.get("extras");
    if (extras != null && !extras.isJsonNull() && !extras.isJsonObject()) {
      remarks.accept(
          remark(where + " has extras that are not an object: its bounds are not written"));
      return;
    }
    if (!(extras instanceof JsonObject)) {
      carrier.add("extras", new JsonObject());
    }
    carrier.getAsJsonObject("extras").add(EXTRAS, entry);
  }

  /**
   * Computes the bounds anew if a document has some, after its surface or its clips changed. Those
   * for given joint ranges are removed, since the document does not contain these ranges.
   *
   * @param document the document, which is modified
   * @param remarks receives what happened to the bounds
   * @return the document
   */
  public static GltfDocument renewed(
      GltfDocument document, Consumer<Issue> remarks, RunContext context)
      throws MalformedAssetException {
    List<JsonObject> carriers = carriers(document.json());
    if (carriers.isEmpty()) {
      return document;
    }
    boolean givenRanges =
        carriers.stream().anyMatch(extras -> member(extras.get(EXTRAS), GIVEN) != null);
    carriers.forEach(extras -> extras.remove(EXTRAS));
    if (givenRanges) {
      remarks.accept(
          remark(
              "the stored bounds hold for joint ranges of another file: they are removed and can be"
                  + " computed anew with these ranges"));
      return document;
    }
    try {
      GltfAsset asset = GltfReader.read(document).allLevels();
      write(asset, Bounds.run(asset.character(), context), false, remarks);
      remarks.accept(remark("the stored bounds are computed anew"));
    } catch (RequestException e) {
      remarks.accept(remark("the stored bounds are removed: " + e.getMessage()));
    }
    return document;
  }

  private static Issue remark(String what) {
    return Issue.info("/extras/" + EXTRAS, what);
  }

  /** Returns the number of scenes and nodes with bounds. */
  public static int count(GltfDocument document) {
    return carriers(document.json()).size();
  }

  /** Returns the extras with bounds. */
  private static List<JsonObject> carriers(JsonObject json) {
    List<JsonObject> out = new ArrayList<>();
    for (String list : CARRIERS) {
      if (json.get(list) instanceof JsonArray items) {
        for (JsonElement item : items) {
          if (member(item, "extras") instanceof JsonObject extras && extras.has(EXTRAS)) {
            out.add(extras);
          }
        }
      }
    }
    return out;
  }

  /**
   * Moves all stored bounds of a document.
   *
   * @param json the tree of the document, which is modified
   * @param remarks receives a remark about bounds that cannot be read; they are removed
   */
  static void move(JsonObject json, Similarity motion, Consumer<Issue> remarks) {
    for (String list : CARRIERS) {
      if (json.get(list) instanceof JsonArray carriers) {
        for (int i = 0; i < carriers.size(); i++) {
          if (carriers.get(i) instanceof JsonObject carrier
              && carrier.get("extras") instanceof JsonObject extras
              && extras.has(EXTRAS)) {
            JsonObject entry = moved(extras.get(EXTRAS), motion);
            if (entry == null) {
              extras.remove(EXTRAS);
              remarks.accept(
                  remark(list + " " + i + ": its bounds cannot be read and are removed"));
            } else {
              extras.add(EXTRAS, entry);
            }
          }
        }
      }
    }
  }

  /** Returns moved bounds, or null if they are not as written. */
  private static @Nullable JsonObject moved(JsonElement stored, Similarity motion) {
    JsonObject out = new JsonObject();
    for (String kind : KINDS) {
      BoundsResult.Bound bound = read(member(stored, kind));
      if (bound == null) {
        return null;
      }
      out.add(kind, json(bound.moved(motion)));
    }
    if (member(stored, GIVEN) != null) {
      out.addProperty(GIVEN, true);
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
