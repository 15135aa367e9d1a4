package dev.sinew.io.gltf;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The instances of a mesh on one node, {@code EXT_mesh_gpu_instancing}: what viewers draw in its
 * place. Other commands change the mesh, which the file has once.
 */
final class Instances {
  /** The extension. */
  static final String NAME = "EXT_mesh_gpu_instancing";

  /** The maximum number of vertices of all instances of a character together. */
  private static final long MAX_WEDGES = 1L << 25;

  private final GltfAsset asset;
  private final Accessors accessors;

  private Instances(GltfAsset asset) throws MalformedAssetException {
    this.asset = asset;
    accessors = new Accessors(asset.document());
  }

  /** Returns the instances of a node; null if it has none. */
  private static @Nullable JsonPlace attributes(JsonPlace node) throws MalformedAssetException {
    JsonPlace extensions = node.find("extensions");
    JsonPlace own = extensions == null ? null : extensions.find(NAME);
    return own == null ? null : own.find("attributes");
  }

  /** Notes the instances of a document. */
  static void note(JsonPlace root, Accessors accessors, List<Issue> issues)
      throws MalformedAssetException {
    for (JsonPlace node : root.items("nodes")) {
      JsonPlace own = attributes(node);
      if (own != null && node.find("mesh") != null) {
        boolean skinned = node.find("skin") != null;
        issues.add(
            Issue.info(
                own.pointer(),
                count(own, accessors)
                    + " instances of its mesh"
                    + (skinned ? "; with a skin they are kept, but not shown" : "")));
      }
    }
  }

  /** Returns the number of instances in a document. */
  static long count(GltfDocument document) throws MalformedAssetException {
    Accessors accessors = new Accessors(document);
    long out = 0;
    for (JsonPlace node : document.root().items("nodes")) {
      JsonPlace own = attributes(node);
      out += own == null || node.find("mesh") == null ? 0 : count(own, accessors);
    }
    return out;
  }

  private static int count(JsonPlace attributes, Accessors accessors)
      throws MalformedAssetException {
    int count = 1;
    for (String name : attributes.members()) {
      int own = accessors.layout(attributes.get(name)).count();
      if (!name.equals(attributes.members().getFirst()) && own != count) {
        throw attributes.get(name).error("expected " + count + " instances, got " + own);
      }
      count = own;
    }
    return count;
  }

  /**
   * Returns an asset whose character has a part for each instance of a mesh without a skin, on a
   * joint of its own after all others; it cannot be written.
   */
  static GltfAsset shown(GltfAsset asset) throws MalformedAssetException {
    return new Instances(asset).shown();
  }

  private GltfAsset shown() throws MalformedAssetException {
    SkinnedCharacter character = asset.character();
    List<JsonPlace> places = asset.document().root().items("nodes");
    Skeleton.Builder skeleton = Skeleton.builder(character.skeleton());
    List<Integer> nodes = new ArrayList<>(asset.nodes());
    List<Part> parts = new ArrayList<>();
    List<Clip> clips = new ArrayList<>(character.clips());
    long wedges = 0;
    for (Part part : character.parts()) {
      JsonPlace own = attributes(places.get(asset.nodes().get(part.node())));
      if (own == null || part.skin() != SkinnedCharacter.NO_SKIN) {
        parts.add(part);
        continue;
      }
      int count = count(own, accessors);
      wedges += (long) count * character.geometry(part).mesh().wedgeCount();
      if (wedges > MAX_WEDGES) {
        throw new RequestException(
            "the instances have more than " + MAX_WEDGES + " vertices: too many to show");
      }
      float[] translations = values(own, "TRANSLATION", count, 0, 0, 0);
      float[] rotations = values(own, "ROTATION", count, 0, 0, 0, 1);
      float[] scales = values(own, "SCALE", count, 1, 1, 1);
      for (int i = 0; i < count; i++) {
        String name = part.name() + "[" + i + "]";
        int joint =
            skeleton.add(
                name,
                part.node(),
                row(translations, i, 3),
                row(rotations, i, 4),
                row(scales, i, 3));
        nodes.add(asset.nodes().get(part.node()));
        parts.add(new Part(name, joint, part.mesh(), part.skin(), part.morphWeights()));
        clips.replaceAll(clip -> alsoMorphing(clip, part.node(), joint));
      }
    }
    return new GltfAsset(
        asset.document(),
        new SkinnedCharacter(
            skeleton.build(),
            character.skins(),
            character.meshes(),
            parts,
            clips,
            character.materials()),
        nodes,
        asset.meshes(),
        asset.issues(),
        asset.lent());
  }

  private float[] values(JsonPlace attributes, String name, int count, float... otherwise)
      throws MalformedAssetException {
    JsonPlace reference = attributes.find(name);
    if (reference != null) {
      return accessors.finiteFloats(reference, otherwise.length);
    }
    float[] out = new float[count * otherwise.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = otherwise[i % otherwise.length];
    }
    return out;
  }

  private static double[] row(float[] values, int index, int width) {
    double[] out = new double[width];
    for (int k = 0; k < width; k++) {
      out[k] = values[width * index + k];
    }
    return out;
  }

  /** Returns a clip that morphs an instance as it morphs its node. */
  private static Clip alsoMorphing(Clip clip, int node, int joint) {
    List<Clip.Track> tracks = new ArrayList<>(clip.tracks());
    for (Clip.Track track : clip.tracks()) {
      if (track.joint() == node && track.property() == Clip.Property.WEIGHTS) {
        tracks.add(
            new Clip.Track(
                joint,
                Clip.Property.WEIGHTS,
                track.interpolation(),
                track.times(),
                track.values()));
      }
    }
    return tracks.size() == clip.tracks().size() ? clip : new Clip(clip.name(), tracks);
  }
}
