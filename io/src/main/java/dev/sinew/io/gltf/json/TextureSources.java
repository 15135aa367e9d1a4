package dev.sinew.io.gltf.json;

import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The images of textures, which extensions may store in other formats. */
public final class TextureSources {
  private static final String WEBP = "EXT_texture_webp";

  /** Extensions of textures with an image of their own. */
  private static final List<String> FORMATS =
      List.of(WEBP, "KHR_texture_basisu", "EXT_texture_avif", "MSFT_texture_dds");

  private TextureSources() {}

  /** Returns the reference to a texture's image that can be read; null if there is none. */
  public static @Nullable JsonPlace readable(JsonPlace texture) throws MalformedAssetException {
    JsonPlace extensions = texture.find("extensions");
    JsonPlace webp = extensions == null ? null : extensions.find(WEBP);
    JsonPlace source = webp == null ? null : webp.find("source");
    return source == null ? texture.find("source") : source;
  }

  /** Removes the names of formats that no texture has any more. */
  static void removeUnusedNames(JsonObject root) {
    List<String> unused = new ArrayList<>(FORMATS);
    for (JsonObject texture : JsonPlace.objectsOf(root, "textures")) {
      unused.removeAll(JsonPlace.objectOf(texture, "extensions").keySet());
    }
    ExtensionNames.remove(root, unused);
  }
}
