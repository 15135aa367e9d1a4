package dev.sinew.io.gltf.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

class NullMembersTest {
  @Test
  void membersThatAreNullAreRemovedEverywhere() {
    assertThat(without("{'scene': null, 'nodes': [{'mesh': 0, 'skin': null}, {'mesh': null}]}"))
        .isEqualTo(JsonParser.parseString("{'nodes': [{'mesh': 0}, {}]}"));
  }

  @Test
  void extrasExtensionsAndItemsStay() {
    String kept =
        "{'nodes': [null, {'extras': {'a': null}, 'extensions': {'EXT_x': {'b': [null]}}}]}";
    assertThat(without(kept)).isEqualTo(JsonParser.parseString(kept));
  }

  private static JsonElement without(String text) {
    JsonElement tree = JsonParser.parseString(text);
    NullMembers.remove(tree);
    return tree;
  }
}
