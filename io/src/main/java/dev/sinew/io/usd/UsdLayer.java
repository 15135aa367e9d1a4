package dev.sinew.io.usd;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.RequestException;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A scene as one layer: a model prim with its skeletons, their clips, the meshes and the materials.
 *
 * <p>Clips are variants that choose the animation of a skeleton. Levels of detail are variants that
 * replace meshes: the finest is outside of them, so that programs without variants show it.
 */
final class UsdLayer {
  /** The most vertices of all parts: a hostile file can show one mesh very often. */
  private static final long MAX_VERTICES = 1L << 24;

  private static final String CLIPS = "clip";
  private static final String LEVELS = "LOD";

  private final GltfDocument document;
  private final SkinnedCharacter character;
  private final List<List<Part>> levels = new ArrayList<>();
  private final UsdNames names = new UsdNames();
  private final String root;
  private final UsdTextures textures;
  private final UsdMaterials materials;
  private final UsdRig rig;
  private final Map<Part, MeshPrim> meshes = new LinkedHashMap<>();
  private final Map<String, Clip> clips = new LinkedHashMap<>();
  private final Timeline timeline;

  /** The prim of a part: its name and those of its blend shapes. */
  private record MeshPrim(String name, List<UsdClip.Shape> shapes) {}

  /**
   * Prepares a layer.
   *
   * @param name the name of the model
   * @param textureFolder the folder of images, relative to the layer
   * @param notes receives what USD does not express
   */
  UsdLayer(GltfDocument document, String name, String textureFolder, Consumer<String> notes)
      throws IOException {
    this.document = document;
    GltfAsset asset = GltfReader.read(document);
    int count = asset.levelCount();
    for (int level = 0; level < count; level++) {
      levels.add((count == 1 ? asset : asset.level(level)).character().parts());
    }
    character = (count == 1 ? asset : asset.level(0)).character();
    Set<Part> parts = new LinkedHashSet<>();
    levels.forEach(parts::addAll);
    parts.removeIf(part -> character.geometry(part).mesh().triangleCount() == 0);
    requireWritable(parts);
    root = names.unique(name);
    textures = new UsdTextures(document, textureFolder);
    materials = new UsdMaterials(document, "/" + root + "/Materials", textures, notes);
    names.unique("Materials");
    rig = new UsdRig(character, parts, names, notes);
    for (Part part : parts) {
      meshes.put(part, meshPrim(part));
    }
    timeline = Timeline.of(character.clips());
    nameClips();
    new LeftOut(document, character).note(notes);
  }

  private void requireWritable(Collection<Part> parts) {
    long vertices = 0;
    for (Part part : parts) {
      Geometry geometry = character.geometry(part);
      long influences = geometry.skinning().influences().map(own -> own.maxCount()).orElse(0);
      // Influences and morph targets cost as much as vertices.
      long each = 1 + influences / 4 + geometry.morphs().count() / 2;
      vertices += geometry.mesh().wedgeCount() * each;
    }
    if (vertices > MAX_VERTICES) {
      throw new RequestException(
          document.source(),
          "its parts have "
              + vertices
              + " vertices together, with their influences and morph targets; USD files are"
              + " written with at most "
              + MAX_VERTICES);
    }
  }

  private MeshPrim meshPrim(Part part) throws IOException {
    MorphTargets morphs = character.geometry(part).morphs();
    double[] rest = morphs.restWeights();
    for (int t = 0; t < Math.min(rest.length, part.morphWeights().size()); t++) {
      rest[t] = part.morphWeights().get(t);
    }
    String name = names.unique(part.name());
    List<String> targets = targetNames(part.mesh());
    List<UsdClip.Shape> shapes = new ArrayList<>();
    for (int t = 0; t < morphs.count(); t++) {
      String wanted = t < targets.size() ? targets.get(t) : "target_" + t;
      shapes.add(new UsdClip.Shape(names.unique(wanted), part.node(), t, rest[t]));
    }
    return new MeshPrim(name, shapes);
  }

  /** Returns the names of morph targets, which most programs write into the extras of meshes. */
  private List<String> targetNames(int mesh) throws IOException {
    JsonPlace place =
        new JsonPlace(document.source(), "", document.json()).items("meshes").get(mesh);
    List<String> out = new ArrayList<>();
    JsonArray given =
        JsonPlace.objectOf(place.object(), "extras").get("targetNames") instanceof JsonArray array
            ? array
            : new JsonArray();
    for (JsonElement name : given) {
      out.add(name.isJsonPrimitive() ? name.getAsString() : "");
    }
    return out;
  }

  /** Names the clips; a model with weights of blend shapes at rest has a clip that sets them. */
  private void nameClips() {
    UsdNames own = new UsdNames();
    character.clips().forEach(clip -> clips.put(own.unique(clip.name()), clip));
    boolean shaped =
        meshes.values().stream()
            .flatMap(mesh -> mesh.shapes().stream())
            .anyMatch(shape -> shape.rest() != 0);
    if (clips.isEmpty() && shaped) {
      clips.put("rest", new Clip("rest", List.of()));
    }
  }

  /** Returns the image files by their paths, once the layer is written. */
  Map<String, byte[]> textures() {
    return textures.files();
  }

  /** Writes the layer. */
  void write(Writer target) throws IOException {
    UsdText out = new UsdText(target);
    target.write("#usda 1.0\n");
    writeHeader(out);
    Map<UsdSkeleton, Map<String, UsdClip>> played = new LinkedHashMap<>();
    for (UsdSkeleton skeleton : rig.skeletons()) {
      played.put(skeleton, clipsOf(skeleton));
    }
    boolean choice = clips.size() > 1 && !rig.skeletons().isEmpty();
    String type = rig.skeletons().isEmpty() ? "Xform" : "SkelRoot";
    out.open("def " + type + " \"" + root + '"', () -> writeVariants(out, choice));
    for (Map.Entry<UsdSkeleton, Map<String, UsdClip>> own : played.entrySet()) {
      writeSkeleton(out, own.getKey(), own.getValue(), !choice);
    }
    for (Part part : levels.getFirst()) {
      writeMesh(out, part);
    }
    if (levels.size() > 1) {
      writeLevels(out);
    }
    if (choice) {
      writeChoice(out, played);
    }
    materials.write(out);
    out.close();
  }

  private void writeHeader(UsdText out) throws IOException {
    double duration = clips.values().stream().mapToDouble(Clip::duration).max().orElse(0);
    out.line("(");
    out.line("  defaultPrim = \"" + root + '"');
    if (!clips.isEmpty()) {
      out.line("  endTimeCode = " + UsdText.plain(timeline.code(duration)));
      out.line("  framesPerSecond = " + UsdText.text(timeline.perSecond()));
    }
    out.line("  metersPerUnit = 1");
    if (!clips.isEmpty()) {
      out.line("  startTimeCode = 0");
      out.line("  timeCodesPerSecond = " + UsdText.text(timeline.perSecond()));
    }
    out.line("  upAxis = \"Y\"");
    out.line(")");
    out.line("");
  }

  private void writeVariants(UsdText out, boolean choice) throws IOException {
    out.line("kind = \"component\"");
    List<String> sets = new ArrayList<>();
    if (choice || levels.size() > 1) {
      out.open("variants =");
      if (choice) {
        out.line("string " + CLIPS + " = \"" + clips.keySet().iterator().next() + '"');
        sets.add('"' + CLIPS + '"');
      }
      if (levels.size() > 1) {
        out.line("string " + LEVELS + " = \"" + level(0) + '"');
        sets.add('"' + LEVELS + '"');
      }
      out.close();
      out.line("prepend variantSets = [" + String.join(", ", sets) + "]");
    }
  }

  private static String level(int number) {
    return LEVELS + number;
  }

  private Map<String, UsdClip> clipsOf(UsdSkeleton skeleton) {
    List<UsdClip.Shape> shapes = new ArrayList<>();
    meshes.forEach(
        (part, mesh) -> {
          Optional<UsdRig.Binding> binding = rig.binding(part);
          if (binding.isPresent() && binding.get().skeleton() == skeleton) {
            shapes.addAll(mesh.shapes());
          }
        });
    Map<String, UsdClip> out = new LinkedHashMap<>();
    clips.forEach(
        (name, clip) -> {
          UsdClip own = new UsdClip(clip, character.skeleton(), skeleton, shapes, timeline);
          if (!own.isEmpty()) {
            out.put(name, own);
          }
        });
    return out;
  }

  private String path(UsdSkeleton skeleton) {
    return "/" + root + "/" + skeleton.name;
  }

  private void writeSkeleton(
      UsdText out, UsdSkeleton skeleton, Map<String, UsdClip> played, boolean bound)
      throws IOException {
    out.open(
        "def Skeleton \"" + skeleton.name + '"',
        () -> out.line("prepend apiSchemas = [\"SkelBindingAPI\"]"));
    skeleton.writeProperties(out);
    if (bound && !played.isEmpty()) {
      writeSource(out, skeleton, played.keySet().iterator().next());
    }
    for (Map.Entry<String, UsdClip> clip : played.entrySet()) {
      clip.getValue().write(out, clip.getKey());
    }
    out.close();
  }

  private void writeSource(UsdText out, UsdSkeleton skeleton, String clip) throws IOException {
    out.line("rel skel:animationSource = <" + path(skeleton) + "/" + clip + ">");
  }

  /** Writes the variants of clips: a relationship outside of them would hide theirs. */
  private void writeChoice(UsdText out, Map<UsdSkeleton, Map<String, UsdClip>> played)
      throws IOException {
    out.open("variantSet \"" + CLIPS + "\" =");
    for (String clip : clips.keySet()) {
      out.open('"' + clip + '"');
      for (Map.Entry<UsdSkeleton, Map<String, UsdClip>> own : played.entrySet()) {
        if (own.getValue().containsKey(clip)) {
          out.open("over \"" + own.getKey().name + '"');
          writeSource(out, own.getKey(), clip);
          out.close();
        }
      }
      out.close();
    }
    out.close();
  }

  private void writeLevels(UsdText out) throws IOException {
    out.open("variantSet \"" + LEVELS + "\" =");
    for (int level = 0; level < levels.size(); level++) {
      out.open('"' + level(level) + '"');
      for (Part part : levels.getFirst()) {
        if (meshes.containsKey(part) && !levels.get(level).contains(part)) {
          out.open("over \"" + meshes.get(part).name() + '"', () -> out.line("active = false"));
          out.close();
        }
      }
      for (Part part : levels.get(level)) {
        if (!levels.getFirst().contains(part)) {
          writeMesh(out, part);
        }
      }
      out.close();
    }
    out.close();
  }

  private void writeMesh(UsdText out, Part part) throws IOException {
    MeshPrim prim = meshes.get(part);
    if (prim == null) {
      return;
    }
    Geometry geometry = character.geometry(part);
    boolean colored = UsdMesh.isColored(geometry.mesh());
    Optional<UsdMesh.Bound> bound =
        rig.binding(part).map(own -> new UsdMesh.Bound(path(own.skeleton()), own));
    double[] place = new double[Affine.SIZE];
    new Pose(character.skeleton()).copyGlobal(part.node(), place, 0);
    new UsdMesh(out, geometry, materials.ofMesh(part.mesh(), colored))
        .write(
            new UsdMesh.Setting(
                "/" + root + "/" + prim.name(),
                bound,
                place,
                prim.shapes().stream().map(UsdClip.Shape::token).toList()));
  }
}
