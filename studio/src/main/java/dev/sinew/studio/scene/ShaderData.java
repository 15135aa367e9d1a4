package dev.sinew.studio.scene;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfAsset.PrimitiveBinding;
import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.RequestException;
import dev.sinew.skin.PointData;
import dev.sinew.skin.SkinningMethod;

/**
 * What the page's vertex shader needs of a character besides its file: per part the influences of
 * every vertex, any number of them, and the values that a skinning model computes once (Merry's
 * thesis "Animation Space", 2007, section 7.4.3). Values that change with the pose are computed by
 * the page from the joints' transforms.
 *
 * <p>Nodes, meshes and primitives are numbered as in the file; the points of a part are its wedges,
 * which are the vertices of its primitives one after the other.
 */
final class ShaderData {
  private final GltfAsset asset;
  private final SkinnedCharacter character;
  private final SkinningMethod method;
  private final ArrayPack pack = new ArrayPack();

  private ShaderData(GltfAsset asset, SkinningMethod method) {
    this.asset = asset;
    character = asset.character();
    this.method = method;
  }

  /** Returns the data of a model as an {@link ArrayPack}. */
  static byte[] of(GltfAsset asset, SkinningMethod method) {
    return new ShaderData(asset, method).build();
  }

  private byte[] build() {
    JsonArray parts = new JsonArray();
    for (Part part : character.parts()) {
      if (character.geometry(part).mesh().wedgeCount() > 0) {
        parts.add(part(part));
      }
    }
    JsonObject text = new JsonObject();
    text.addProperty("method", method.toString());
    text.add("parts", parts);
    return pack.build(text);
  }

  private JsonObject part(Part part) {
    if (method == SkinningMethod.MWE && character.skinning(part).multiWeights().isPresent()) {
      throw new RequestException("the page cannot draw the multi-weights of this model");
    }
    PointData data = PointData.of(character, part);
    JsonObject out = new JsonObject();
    out.addProperty("node", asset.nodes().get(part.node()));
    out.addProperty("mesh", part.mesh());
    out.add("primitives", primitives(part.mesh()));
    addSkin(data, out);
    out.add("rowStart", pack.add(data.rowStarts()));
    out.add("rowJoint", pack.add(data.joints()));
    out.add("rowWeight", pack.add(data.weights()));
    switch (method) {
      case SSD -> {}
      case AS, MWE -> addCoords(part, out);
      case DQS -> out.add("centres", pack.add(data.meetingPoints()));
      case SBS -> addSets(data.sets(), out);
      case STBS -> {
        out.add("centres", pack.add(data.meetingPoints()));
        addBones(data.bones(), out);
      }
    }
    return out;
  }

  private JsonArray primitives(int mesh) {
    JsonArray out = new JsonArray();
    for (PrimitiveBinding binding : asset.meshes().get(mesh).primitives()) {
      JsonObject one = new JsonObject();
      one.addProperty("primitive", binding.primitive());
      one.addProperty("first", binding.firstWedge());
      one.addProperty("count", binding.wedgeCount());
      out.add(one);
    }
    return out;
  }

  private void addSkin(PointData data, JsonObject out) {
    Skin skin = data.skin();
    JsonArray nodes = new JsonArray();
    double[] binds = new double[Affine.SIZE * skin.jointCount()];
    for (int j = 0; j < skin.jointCount(); j++) {
      nodes.add(asset.nodes().get(skin.joint(j)));
      skin.copyInverseBind(j, binds, Affine.SIZE * j);
    }
    out.add("joints", nodes);
    out.add("inverseBinds", pack.add(binds));
    out.add("parents", pack.add(data.parents()));
    out.add("order", pack.add(data.order()));
    out.add("origins", pack.add(data.origins()));
  }

  /** A part without coordinates of its own is linearly blended, to the same positions. */
  private void addCoords(Part part, JsonObject out) {
    AnimationCoords coords = character.skinning(part).coords().orElse(null);
    if (coords == null) {
      return;
    }
    AnimationCoords rows = coords.rows(character.geometry(part).mesh().wedgeVertices());
    out.add("coordStart", pack.add(rows.rowStarts()));
    out.add("coordJoint", pack.add(rows.joints()));
    out.add("coordValue", pack.add(rows.values()));
  }

  private void addSets(PointData.Sets sets, JsonObject out) {
    out.add("setStart", pack.add(sets.starts()));
    out.add("setJoint", pack.add(sets.joints()));
    out.add("setOfPoint", pack.add(sets.setOfPoint()));
    out.add("rowMember", pack.add(sets.memberOfInfluence()));
    out.add("setMeeting", pack.add(sets.meetings()));
  }

  private void addBones(PointData.BoneData bones, JsonObject out) {
    out.add("boneEnd", pack.add(bones.ends()));
    out.add("boneAxis", pack.add(bones.axes()));
    out.add("boneLength", pack.add(bones.lengths()));
    out.add("rowEndpoint", pack.add(bones.endpointWeights()));
  }
}
