package dev.sinew.io.gltf;

import com.google.gson.JsonObject;
import dev.sinew.io.gltf.write.DocumentPart;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.io.gltf.write.MotionWriter;
import dev.sinew.io.gltf.write.SameValues;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The skins of levels in one file. A level with fewer joints has skins of its own over the same
 * nodes, so that clips move all levels.
 */
final class LevelSkins implements DocumentPart {
  private final GltfAsset file;
  private final List<Skin> added = new ArrayList<>();

  /** Per level, the index of the skin in place of one of the file's. */
  private final List<Map<Integer, Integer>> places = new ArrayList<>();

  LevelSkins(GltfAsset file, List<SkinnedCharacter> levels) {
    this.file = file;
    List<Skin> known = new ArrayList<>(file.character().skins());
    SameValues same = new SameValues(0);
    for (SkinnedCharacter level : levels) {
      Map<Integer, Integer> place = new HashMap<>();
      for (int s = 0; s < level.skins().size(); s++) {
        Skin skin = level.skins().get(s);
        if (!same.skins(file.character().skins().get(s), skin)) {
          place.put(s, known.size());
          known.add(skin);
          added.add(skin);
        }
      }
      places.add(place);
    }
  }

  /** Returns the skin of a level in place of one of the file. */
  int of(int level, int skin) {
    return places.get(level).getOrDefault(skin, skin);
  }

  @Override
  public void drop(GltfBuilder builder) {
    // Skins are only added.
  }

  @Override
  public void write(GltfBuilder builder) {
    for (Skin skin : added) {
      JsonObject object = new JsonObject();
      object.addProperty("name", skin.name());
      object.add("joints", SkeletonEdit.joints(skin, file.nodes()::get));
      object.addProperty("inverseBindMatrices", MotionWriter.inverseBinds(builder, skin));
      builder.add("skins", object);
    }
  }
}
