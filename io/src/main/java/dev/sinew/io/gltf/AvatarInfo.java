package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.gltf.json.JsonPlace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What an avatar says of itself: who made it, and what people may do with it.
 *
 * @param version the version of VRM: 0 or 1
 * @param title its name
 * @param authors who made it
 * @param licence the name of a licence, or its address
 * @param permissions all else that is said, as values by the names of the file
 * @param modifiable false if changed copies are forbidden, or not permitted where a permission is
 *     needed
 */
public record AvatarInfo(
    int version,
    String title,
    List<String> authors,
    String licence,
    Map<String, String> permissions,
    boolean modifiable) {
  private static final Set<String> ELSEWHERE =
      Set.of("title", "name", "author", "authors", "licenseName", "licenseUrl", "texture");

  /** Copies the collections. */
  public AvatarInfo {
    authors = List.copyOf(authors);
    permissions = Collections.unmodifiableMap(new TreeMap<>(permissions));
  }

  /** Reads what a document says; empty if it is no avatar. */
  public static Optional<AvatarInfo> of(GltfDocument document) {
    JsonObject extensions = JsonPlace.objectOf(document.json(), "extensions");
    if (extensions.get("VRMC_vrm") instanceof JsonObject newer) {
      JsonObject meta = JsonPlace.objectOf(newer, "meta");
      // Without a word, VRM 1.0 prohibits it.
      boolean modifiable = text(meta.get("modification")).startsWith("allow");
      return Optional.of(of(1, meta, "name", "authors", "licenseUrl", modifiable));
    }
    if (extensions.get("VRM") instanceof JsonObject older) {
      JsonObject meta = JsonPlace.objectOf(older, "meta");
      boolean modifiable = !text(meta.get("licenseName")).endsWith("_ND");
      return Optional.of(of(0, meta, "title", "author", "licenseName", modifiable));
    }
    return Optional.empty();
  }

  private static AvatarInfo of(
      int version,
      JsonObject meta,
      String title,
      String authors,
      String licence,
      boolean modifiable) {
    Map<String, String> permissions = new TreeMap<>();
    meta.asMap()
        .forEach(
            (name, value) -> {
              if (!ELSEWHERE.contains(name)
                  && !name.startsWith("thumbnail")
                  && !text(value).isEmpty()) {
                permissions.put(name, text(value));
              }
            });
    List<String> people = new ArrayList<>();
    if (meta.get(authors) instanceof JsonArray several) {
      several.forEach(one -> people.add(text(one)));
    } else {
      people.add(text(meta.get(authors)));
    }
    people.removeIf(String::isEmpty);
    return new AvatarInfo(
        version, text(meta.get(title)), people, text(meta.get(licence)), permissions, modifiable);
  }

  /** Returns the name, the authors and the licence in one line. */
  public String text() {
    return "\"%s\"%s%s"
        .formatted(
            title,
            authors.isEmpty() ? "" : ", by " + String.join(", ", authors),
            licence.isEmpty() ? "" : ", licence " + licence);
  }

  private static String text(@Nullable JsonElement value) {
    if (value instanceof JsonArray several) {
      return several.asList().stream().map(AvatarInfo::text).collect(Collectors.joining(", "));
    }
    return value instanceof JsonPrimitive one ? one.getAsString().strip() : "";
  }
}
