package dev.sinew.io.gltf.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.io.gltf.json.AvatarReferences.Item;
import dev.sinew.io.gltf.json.AvatarReferences.Target;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** References of avatars to items that move, are copied or leave. */
class AvatarReferencesTest {
  private static final String OLDER =
      """
      {'nodes':[{},{'mesh':0},{'mesh':1}],
       'materials':[{'name':'a'},{'name':'b'}],
       'extensions':{'VRM':{
        'meta':{'texture':2},
        'humanoid':{'humanBones':[{'bone':'hips','node':0},{'bone':'head','node':2}]},
        'firstPerson':{'firstPersonBone':2,'meshAnnotations':[
          {'mesh':0,'firstPersonFlag':'Both'},{'mesh':1,'firstPersonFlag':'ThirdPersonOnly'}]},
        'blendShapeMaster':{'blendShapeGroups':[{'name':'A',
          'binds':[{'mesh':0,'index':3,'weight':100},{'mesh':1,'index':0,'weight':50}],
          'materialValues':[{'materialName':'a','propertyName':'_Color'},
            {'materialName':'b','propertyName':'_Color'}]}]},
        'secondaryAnimation':{'boneGroups':[{'center':-1,'bones':[1,2],'colliderGroups':[0]}],
          'colliderGroups':[{'node':2}]},
        'materialProperties':[
          {'name':'a','shader':'VRM/MToon','textureProperties':{'_MainTex':0,'_SphereAdd':1}},
          {'name':'b','shader':'VRM_USE_GLTFSHADER','textureProperties':{}}]}}}
      """;

  private static final String NEWER =
      """
      {'nodes':[{},{'mesh':0},{'mesh':1,'extensions':{'VRMC_node_constraint':
         {'constraint':{'roll':{'source':1,'rollAxis':'X'}}}}}],
       'extensions':{
        'VRMC_vrm':{'meta':{'thumbnailImage':1},
         'humanoid':{'humanBones':{'hips':{'node':0},'head':{'node':2}}},
         'firstPerson':{'meshAnnotations':[{'node':1,'type':'both'},{'node':2,'type':'auto'}]},
         'expressions':{'preset':{'aa':{
           'morphTargetBinds':[{'node':1,'index':3,'weight':1},{'node':2,'index':0,'weight':0.5}],
           'materialColorBinds':[{'material':0,'type':'color','targetValue':[1,0,0,1]}],
           'textureTransformBinds':[{'material':1,'scale':[1,1]}]}},
          'custom':{'wink':{'morphTargetBinds':[{'node':1,'index':1,'weight':1.0}]}}}},
        'VRMC_springBone':{'colliders':[{'node':2,'shape':{}}],
         'springs':[{'center':0,'joints':[{'node':1},{'node':2,'hitRadius':0.1}]}]}}}
      """;

  private static JsonObject tree(String text) {
    return JsonParser.parseString(text.replace('\'', '"')).getAsJsonObject();
  }

  private static BitSet bits(int... all) {
    BitSet out = new BitSet();
    for (int bit : all) {
      out.set(bit);
    }
    return out;
  }

  /** Returns the tree after the change, and checks that it is what a change of the text gives. */
  private static void assertChanged(JsonObject root, String text, String... replaced) {
    String expected = text;
    for (int i = 0; i < replaced.length; i += 2) {
      assertThat(expected).contains(replaced[i]);
      expected = expected.replace(replaced[i], replaced[i + 1]);
    }
    assertThat(root).isEqualTo(tree(expected));
  }

  @Test
  void whatIsReferredToIsMarked() {
    BitSet used = new BitSet();
    AvatarReferences.mark(tree(OLDER), Item.TEXTURE, used);
    assertThat(used).isEqualTo(bits(0, 1, 2));
    BitSet nodes = new BitSet();
    AvatarReferences.mark(tree(NEWER), Item.NODE, nodes);
    assertThat(nodes).isEqualTo(bits(0, 1, 2));
    BitSet images = new BitSet();
    AvatarReferences.mark(tree(NEWER), Item.IMAGE, images);
    assertThat(images).isEqualTo(bits(1));
  }

  @Test
  void renumberedNodesAreFollowed() {
    JsonObject older = tree(OLDER);
    AvatarReferences.move(older, Item.NODE, n -> List.of(10 + n));
    assertChanged(
        older,
        OLDER,
        "'node':0",
        "'node':10",
        "'node':2",
        "'node':12",
        "Bone':2",
        "Bone':12",
        "'bones':[1,2]",
        "'bones':[11,12]");
    JsonObject newer = tree(NEWER);
    AvatarReferences.move(newer, Item.NODE, n -> List.of(10 + n));
    assertChanged(
        newer,
        NEWER,
        "{'hips':{'node':0},'head':{'node':2}}",
        "{'hips':{'node':10},'head':{'node':12}}",
        "'source':1",
        "'source':11",
        "[{'node':2,'shape'",
        "[{'node':12,'shape'",
        "'center':0",
        "'center':10",
        "[{'node':1},{'node':2,'hit",
        "[{'node':11},{'node':12,'hit");
  }

  @Test
  void whatRefersToALostItemLeaves() {
    JsonObject older = tree(OLDER);
    AvatarReferences.move(older, Item.NODE, n -> n == 2 ? List.of() : List.of(n));
    assertChanged(
        older,
        OLDER,
        ",{'bone':'head','node':2}",
        "",
        "'firstPersonBone':2,",
        "",
        "'bones':[1,2]",
        "'bones':[1]",
        "{'node':2}",
        "{}");
    AvatarReferences.move(older, Item.MESH, m -> m == 0 ? List.of() : List.of(m - 1));
    JsonObject vrm = older.getAsJsonObject("extensions").getAsJsonObject("VRM");
    assertThat(vrm.getAsJsonObject("firstPerson"))
        .isEqualTo(tree("{'meshAnnotations':[{'mesh':0,'firstPersonFlag':'ThirdPersonOnly'}]}"));
    JsonObject newer = tree(NEWER);
    AvatarReferences.move(newer, Item.NODE, n -> n == 1 ? List.of() : List.of(n));
    AvatarReferences.move(newer, Item.IMAGE, bits(0), new int[] {0, 1});
    assertChanged(
        newer,
        NEWER,
        ",'extensions':{'VRMC_node_constraint':\n   {'constraint':{'roll':"
            + "{'source':1,'rollAxis':'X'}}}}",
        ",'extensions':{}",
        "{'thumbnailImage':1}",
        "{}",
        "[{'node':1},{'node':2,'hit",
        "[{'node':2,'hit");
  }

  @Test
  void copiesGetCopiesOfWhatRefersToThem() {
    JsonObject newer = tree(NEWER);
    AvatarReferences.move(newer, Item.MATERIAL, m -> m == 0 ? List.of(0, 5) : List.of(m));
    AvatarReferences.move(newer, Item.NODE_OF_MESH, n -> n == 1 ? List.of(1, 7) : List.of(n));
    assertChanged(
        newer,
        NEWER,
        "[{'material':0,'type':'color','targetValue':[1,0,0,1]}]",
        "[{'material':0,'type':'color','targetValue':[1,0,0,1]},"
            + "{'material':5,'type':'color','targetValue':[1,0,0,1]}]",
        "[{'node':1,'type':'both'}",
        "[{'node':1,'type':'both'},{'node':7,'type':'both'}",
        "[{'node':1,'index':3,'weight':1}",
        "[{'node':1,'index':3,'weight':1},{'node':7,'index':3,'weight':1}",
        "[{'node':1,'index':1,'weight':1.0}]",
        "[{'node':1,'index':1,'weight':1.0},{'node':7,'index':1,'weight':1.0}]");
  }

  /** Target 3 of mesh 0 becomes 1, all others of it leave; those of mesh 1 are in mesh 0 now. */
  private static List<Target> moved(Target old) {
    return old.mesh() == 1
        ? List.of(new Target(0, 4))
        : old.target() == 3 ? List.of(new Target(0, 1)) : List.of();
  }

  @Test
  void bindsFollowTargets() {
    JsonObject older = tree(OLDER);
    AvatarReferences.moveTargets(older, AvatarReferencesTest::moved, m -> List.of());
    assertChanged(
        older,
        OLDER,
        "'mesh':0,'index':3",
        "'mesh':0,'index':1",
        "'mesh':1,'index':0",
        "'mesh':0,'index':4");
    JsonObject newer = tree(NEWER);
    AvatarReferences.moveTargets(newer, AvatarReferencesTest::moved, m -> List.of(1));
    assertChanged(
        newer,
        NEWER,
        "'node':1,'index':3",
        "'node':1,'index':1x",
        "'node':2,'index':0",
        "'node':1,'index':4",
        "[{'node':1,'index':1,'weight':1.0}]",
        "[]",
        ":1x",
        ":1");
  }

  @Test
  void aMaterialLeavesWithItsPropertiesAndValues() {
    JsonObject root = tree(OLDER);
    root.getAsJsonArray("materials").remove(0);
    AvatarMaterials.keep(root, bits(1));
    assertChanged(
        root,
        OLDER,
        "[{'name':'a'},{'name':'b'}]",
        "[{'name':'b'}]",
        "{'materialName':'a','propertyName':'_Color'},\n",
        "",
        "{'name':'a','shader':'VRM/MToon','textureProperties':{'_MainTex':0,'_SphereAdd':1}},",
        "");
  }

  @Test
  void copiedAndNewMaterialsHaveProperties() {
    JsonObject root = tree(OLDER);
    root.getAsJsonArray("materials").add(tree("{'name':'a'}"));
    AvatarMaterials.copy(root, 0);
    root.getAsJsonArray("materials").add(tree("{'name':'c'}"));
    AvatarMaterials.complete(root);
    var list =
        root.getAsJsonObject("extensions")
            .getAsJsonObject("VRM")
            .getAsJsonArray("materialProperties");
    assertThat(list).hasSize(4);
    assertThat(list.get(2)).isEqualTo(list.get(0));
    assertThat(list.get(3).getAsJsonObject().get("shader").getAsString())
        .isEqualTo("VRM_USE_GLTFSHADER");
  }

  @Test
  void firstPersonNotesOfOneMeshBecomeOne() {
    JsonObject root = tree(OLDER);
    AvatarReferences.move(root, Item.MESH, m -> List.of(0));
    AvatarReferences.uniteFirstPersonNotes(root);
    assertThat(
            root.getAsJsonObject("extensions")
                .getAsJsonObject("VRM")
                .getAsJsonObject("firstPerson")
                .getAsJsonArray("meshAnnotations"))
        .containsExactly(tree("{'mesh':0,'firstPersonFlag':'Auto'}"));
  }

  @Test
  void bindsToOneTargetBecomeOne() {
    JsonObject root = tree(NEWER);
    AvatarReferences.moveTargets(root, old -> List.of(new Target(0, 2)), m -> List.of(1));
    AvatarReferences.uniteBinds(root);
    assertChanged(
        root,
        NEWER,
        "{'node':1,'index':3,'weight':1},{'node':2,'index':0,'weight':0.5}",
        "{'node':1,'index':2,'weight':1}",
        "{'node':1,'index':1,'weight':1.0}",
        "{'node':1,'index':2,'weight':1.0}");
  }

  /** What the schema does not allow is left alone. */
  @Test
  void oddValuesAreKept() {
    for (String text :
        List.of(
            "{'extensions':{'VRM':3,'VRMC_vrm':[]}}",
            "{'extensions':{'VRM':{'humanoid':{'humanBones':{'a':{'node':'x'}}},'meta':5}}}",
            "{'extensions':{'VRM':{'blendShapeMaster':{'blendShapeGroups':[{'binds':[1,null,"
                + "{'mesh':-1,'index':0},{'mesh':9e99},{'index':[]}]}]}}}}",
            "{'nodes':[3],'extensions':{'VRMC_vrm':{'expressions':{'preset':{'aa':null,'ih':"
                + "{'morphTargetBinds':[{'node':5,'index':0},{'node':0,'index':1}]}}}}}}")) {
      JsonObject root = tree(text);
      for (Item item : Item.values()) {
        AvatarReferences.move(root, item, i -> List.of(i));
      }
      AvatarReferences.moveTargets(root, old -> List.of(), m -> List.of());
      AvatarReferences.uniteFirstPersonNotes(root);
      AvatarMaterials.complete(root);
      assertThat(root).isEqualTo(tree(text));
    }
  }
}
