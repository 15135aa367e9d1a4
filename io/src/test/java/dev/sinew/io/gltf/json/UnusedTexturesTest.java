package dev.sinew.io.gltf.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

class UnusedTexturesTest {
  private static JsonObject parse(String json) {
    return JsonParser.parseString(json.replace('\'', '"')).getAsJsonObject();
  }

  @Test
  void whatIsUsedStaysWithItsNewIndex() {
    JsonObject root =
        parse(
            "{'materials':[{'pbrMetallicRoughness':{'baseColorTexture':{'index':2}},"
                + "'extensions':{'KHR_materials_sheen':{'sheenColorTexture':{'index':3}}},"
                + "'extras':{'texture':{'index':0}}}],"
                + "'textures':[{'source':0,'sampler':0},{'source':1},{'source':2,'sampler':1},"
                + "{'extensions':{'EXT_texture_webp':{'source':3}}}],"
                + "'images':[{'uri':'a'},{'uri':'b'},{'uri':'c'},{'uri':'d'}],"
                + "'samplers':[{'wrapS':1},{'wrapS':2}]}");
    UnusedTextures.remove(root);
    assertThat(root)
        .isEqualTo(
            parse(
                "{'materials':[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}},"
                    + "'extensions':{'KHR_materials_sheen':{'sheenColorTexture':{'index':1}}},"
                    + "'extras':{'texture':{'index':0}}}],"
                    + "'textures':[{'source':0,'sampler':0},"
                    + "{'extensions':{'EXT_texture_webp':{'source':1}}}],"
                    + "'images':[{'uri':'c'},{'uri':'d'}],"
                    + "'samplers':[{'wrapS':2}]}"));
  }

  @Test
  void listsWithoutItemsDisappear() {
    JsonObject root = parse("{'materials':[{}],'textures':[{'source':0}],'images':[{'uri':'a'}]}");
    UnusedTextures.remove(root);
    assertThat(root).isEqualTo(parse("{'materials':[{}]}"));
  }
}
