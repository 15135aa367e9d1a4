package dev.sinew.merge;

import dev.sinew.merge.SharedTextures.Shared;
import dev.sinew.merge.Surface.Rules;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Texture;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TangentSpace;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Gives the joined mesh as few materials as possible: one for all that are shown by the same rules.
 * What cannot be moved into an atlas keeps its material, with a note.
 */
final class SharedMaterials {
  private final TriMesh mesh;
  private final List<Material> materials;
  private final MergeOptions options;
  private final List<String> notes;
  private final RunContext context;
  private final Images images = new Images();

  /** The new group of every triangle, and its material. */
  private final int[] groups;

  private final List<Material> made = new ArrayList<>();
  private final List<Shared> shared = new ArrayList<>();

  /** The shared textures of every new group; null if it keeps its coordinates. */
  private final List<@Nullable Shared> sharedOf = new ArrayList<>();

  /**
   * The joined mesh with its materials.
   *
   * @param mesh with other wedges
   * @param source the wedge of the joined mesh for each
   * @param materials the material of every group
   * @param atlases what was made
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  record Materials(
      TriMesh mesh, int[] source, List<Material> materials, List<MergeResult.Atlas> atlases) {}

  /**
   * @param mesh the joined mesh
   * @param materials the material of each of its groups
   * @param notes gets remarks
   */
  SharedMaterials(
      TriMesh mesh,
      List<Material> materials,
      MergeOptions options,
      List<String> notes,
      RunContext context) {
    this.mesh = mesh;
    this.materials = materials;
    this.options = options;
    this.notes = notes;
    this.context = context;
    groups = new int[mesh.triangleCount()];
  }

  Materials make() {
    Map<Rules, List<Surface>> kinds = new LinkedHashMap<>();
    for (Surface surface : surfaces()) {
      Optional<String> why = whyApart(surface.material());
      if (why.isPresent()) {
        keep(List.of(surface), surface.material());
        if (!why.get().isEmpty()) {
          notes.add(
              "material \"%s\" stays apart: %s".formatted(surface.material().name(), why.get()));
        }
      } else {
        kinds.computeIfAbsent(Rules.of(surface.material()), k -> new ArrayList<>()).add(surface);
      }
    }
    kinds.values().forEach(this::merge);
    return new WedgeBuild().build();
  }

  /** Returns the triangles of each material. */
  private List<Surface> surfaces() {
    IdentityHashMap<Material, IntStream.Builder> corners = new IdentityHashMap<>();
    List<Material> order = new ArrayList<>();
    for (int t = 0; t < mesh.triangleCount(); t++) {
      Material material = materials.get(mesh.group(t));
      IntStream.Builder own = corners.get(material);
      if (own == null) {
        own = IntStream.builder();
        corners.put(material, own);
        order.add(material);
      }
      own.add(3 * t).add(3 * t + 1).add(3 * t + 2);
    }
    List<Surface> out = new ArrayList<>();
    for (Material material : order) {
      IntStream.Builder own = Objects.requireNonNull(corners.get(material));
      out.add(new Surface(material, own.build().toArray()));
    }
    return out;
  }

  /** Returns why a material cannot be shared; an empty text if that was asked for. */
  private Optional<String> whyApart(Material material) {
    if (options.keeps(material.name())) {
      return Optional.of("");
    }
    if (material.use().unknown() || material.shading().others().isEmpty()) {
      return Optional.of(
          "something in it is not understood, such as an extension, variants or mirrored textures");
    }
    for (Map.Entry<String, Texture> slot : material.textures().entrySet()) {
      if (slot.getValue().image().pixels().isEmpty()) {
        return Optional.of(
            "the image of %s cannot be read; convert it to PNG or JPEG".formatted(slot.getKey()));
      }
    }
    return Optional.empty();
  }

  private void keep(List<Surface> surfaces, Material material) {
    add(surfaces, material, null);
  }

  private void add(List<Surface> surfaces, Material material, @Nullable Shared textures) {
    for (Surface surface : surfaces) {
      for (int corner : surface.corners()) {
        groups[corner / 3] = made.size();
      }
    }
    made.add(material);
    sharedOf.add(textures);
    if (textures != null) {
      shared.add(textures);
    }
  }

  /** Gives surfaces of the same rules one material. */
  private void merge(List<Surface> kind) {
    List<Surface> left = new ArrayList<>(kind);
    Set<Map<String, Object>> looks =
        left.stream().map(surface -> surface.look(images)).collect(Collectors.toSet());
    if (looks.size() == 1) {
      keep(left, left.getFirst().material());
      return;
    }
    SharedTextures textures = new SharedTextures(mesh, left, options, images, context);
    List<Surface> misfits = textures.misfits();
    if (!misfits.isEmpty()) {
      for (Surface surface : misfits) {
        left.remove(surface);
        keep(List.of(surface), surface.material());
        notes.add(
            "material \""
                + surface.material().name()
                + "\" stays apart: its texture repeats more than "
                + Tile.MAX_REPEATS
                + " times");
      }
      if (!left.isEmpty()) {
        merge(left);
      }
      return;
    }
    Optional<Shared> made = textures.make();
    if (made.isPresent()) {
      add(left, made.get().material(), made.get());
      return;
    }
    left.forEach(surface -> keep(List.of(surface), surface.material()));
    notes.add(
        "materials "
            + left.stream().map(one -> '"' + one.material().name() + '"').toList()
            + " stay apart: their textures do not fit in an atlas of "
            + options.size()
            + " texels");
  }

  /** Divides wedges between materials and places in atlases. */
  private final class WedgeBuild {
    private final int sets;
    private final float[][] uvs;
    private final int[] corners = new int[3 * mesh.triangleCount()];
    private int[] source = {};
    private int[] cornerOf = {};

    WedgeBuild() {
      Set<Integer> known = new TreeSet<>();
      for (MeshAttribute attribute : mesh.attributes()) {
        if (attribute.uvSet() >= 0) {
          known.add(attribute.uvSet());
        }
      }
      int most = shared.stream().mapToInt(one -> one.uvs().size()).max().orElse(0);
      for (int g = 0; g < made.size(); g++) {
        if (sharedOf.get(g) == null) {
          most =
              Math.max(
                  most, 1 + made.get(g).use().sets().stream().max(Integer::compare).orElse(-1));
          boolean unknown = made.get(g).use().unknown();
          most = Math.max(most, unknown ? 1 + known.stream().max(Integer::compare).orElse(-1) : 0);
        }
      }
      sets = most;
      uvs = new float[sets][];
      for (int set = 0; set < sets; set++) {
        uvs[set] = cornerUvs(set);
      }
    }

    private float[] cornerUvs(int set) {
      MeshAttribute own = mesh.attribute(MeshAttribute.uv(set)).orElse(null);
      float[] out = new float[6 * mesh.triangleCount()];
      for (int c = 0; c < corners.length; c++) {
        Shared textures = sharedOf.get(groups[c / 3]);
        int wedge = mesh.wedge(c / 3, c % 3);
        for (int k = 0; k < 2; k++) {
          if (textures != null) {
            out[2 * c + k] = set < textures.uvs().size() ? textures.uvs().get(set)[2 * c + k] : 0;
          } else if (own != null) {
            out[2 * c + k] = own.value(wedge, k);
          }
        }
      }
      return out;
    }

    private record Key(int wedge, int group, List<Integer> uv) {}

    Materials build() {
      Map<Key, Integer> wedges = new HashMap<>();
      int[] from = new int[corners.length];
      int[] first = new int[corners.length];
      for (int c = 0; c < corners.length; c++) {
        List<Integer> bits = new ArrayList<>(2 * sets);
        for (int i = 0; i < 2 * sets; i++) {
          bits.add(Float.floatToIntBits(uvs[i / 2][2 * c + i % 2]));
        }
        Key key = new Key(mesh.wedge(c / 3, c % 3), groups[c / 3], bits);
        Integer known = wedges.get(key);
        if (known == null) {
          known = wedges.size();
          wedges.put(key, known);
          from[known] = key.wedge;
          first[known] = c;
        }
        corners[c] = known;
      }
      source = Arrays.copyOf(from, wedges.size());
      cornerOf = Arrays.copyOf(first, wedges.size());
      int[] vertices = new int[source.length];
      Arrays.setAll(vertices, w -> mesh.vertexOfWedge(source[w]));
      TriMesh built = new TriMesh(mesh.positions(), vertices, corners, groups, attributes());
      return new Materials(
          withTangents(built),
          source,
          made,
          shared.stream().flatMap(one -> one.atlases().stream()).toList());
    }

    private List<MeshAttribute> attributes() {
      List<MeshAttribute> out = new ArrayList<>();
      for (MeshAttribute attribute : mesh.attributes()) {
        if (!attribute.isUv()) {
          out.add(attribute.wedges(source));
        }
      }
      for (int set = 0; set < sets; set++) {
        out.add(new MeshAttribute(MeshAttribute.uv(set), 2, ofWedges(uvs[set])));
      }
      return out;
    }

    private float[] ofWedges(float[] ofCorners) {
      float[] out = new float[2 * source.length];
      for (int w = 0; w < source.length; w++) {
        System.arraycopy(ofCorners, 2 * cornerOf[w], out, 2 * w, 2);
      }
      return out;
    }

    /**
     * Completes the tangents of materials with normal maps: where some surfaces have tangents and
     * others have none, and where those of the new coordinates would be others.
     */
    private TriMesh withTangents(TriMesh built) {
      TriMesh out = built;
      MeshAttribute normals = built.attribute(MeshAttribute.NORMAL).orElseThrow();
      for (int g = 0; g < made.size(); g++) {
        Shared textures = sharedOf.get(g);
        float[] along = textures == null ? null : textures.tangents();
        if (textures == null || along == null) {
          continue;
        }
        MeshAttribute known = out.attribute(MeshAttribute.TANGENT).orElse(null);
        boolean some = known != null && hasTangents(known, g);
        if (!some && !textures.needsTangents()) {
          continue;
        }
        MeshAttribute uv = new MeshAttribute(MeshAttribute.UV, 2, ofWedges(along));
        float[] solved = TangentSpace.of(built, normals, uv).toArray();
        float[] values = known == null ? new float[solved.length] : known.toArray();
        for (int c = 0; c < corners.length; c++) {
          int w = corners[c];
          if (groups[c / 3] == g && isZero(values, 4 * w)) {
            System.arraycopy(solved, 4 * w, values, 4 * w, 4);
          }
        }
        out = out.withAttribute(new MeshAttribute(MeshAttribute.TANGENT, 4, values));
      }
      return out;
    }

    private boolean hasTangents(MeshAttribute tangents, int group) {
      float[] values = tangents.toArray();
      for (int c = 0; c < corners.length; c++) {
        if (groups[c / 3] == group && !isZero(values, 4 * corners[c])) {
          return true;
        }
      }
      return false;
    }

    private static boolean isZero(float[] values, int at) {
      return values[at] == 0 && values[at + 1] == 0 && values[at + 2] == 0;
    }
  }
}
