package dev.sinew.merge;

import dev.sinew.merge.Surface.Content;
import dev.sinew.merge.Surface.Mapping;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Color;
import dev.sinew.model.Material.Texture;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TextureImage;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One material for surfaces of the same rules. Slots whose textures have the same coordinates in
 * every surface share an atlas and a set of texture coordinates; others get their own. Factors that
 * differ become part of the textures.
 */
final class SharedTextures {
  /** Sets of texture coordinates that renderers know. */
  private static final int MOST_SETS = 4;

  private static final double[] NO_TRANSFORM = {1, 0, 0, 0, 1, 0};

  private final TriMesh mesh;
  private final MergeOptions options;
  private final Images images;
  private final RunContext context;
  private final List<Surface> surfaces;
  private final List<SlotSet> sets = new ArrayList<>();

  /** Slots with a common layout, and what the surfaces show in it. */
  private static final class SlotSet {
    final List<String> slots = new ArrayList<>();
    final List<Tile> tiles = new ArrayList<>();
    final Map<Map<String, Content>, Tile> byContents = new HashMap<>();
    final IdentityHashMap<Surface, Tile> bySurface = new IdentityHashMap<>();
    @Nullable AtlasLayout layout;
  }

  /**
   * The material and the texture coordinates of its corners.
   *
   * @param material the shared material
   * @param uvs u and v of every corner of the joined mesh, by set; only its own corners have values
   * @param tangents coordinates that tangents follow; null if the mesh needs none
   * @param needsTangents whether tangents of the new coordinates would be others
   * @param atlases what was made
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  record Shared(
      Material material,
      List<float[]> uvs,
      float @Nullable [] tangents,
      boolean needsTangents,
      List<MergeResult.Atlas> atlases) {}

  /**
   * @param mesh the joined mesh
   * @param surfaces at least one, all of the same rules
   */
  SharedTextures(
      TriMesh mesh,
      List<Surface> surfaces,
      MergeOptions options,
      Images images,
      RunContext context) {
    this.mesh = mesh;
    this.surfaces = surfaces;
    this.options = options;
    this.images = images;
    this.context = context;
    divideSlots();
    for (SlotSet set : sets) {
      addTiles(set);
    }
  }

  /** Returns the surfaces whose textures repeat too often. */
  List<Surface> misfits() {
    return surfaces.stream()
        .filter(
            surface ->
                sets.stream()
                    .anyMatch(
                        set -> {
                          Tile tile = set.bySurface.get(surface);
                          return tile != null && !tile.fits();
                        }))
        .toList();
  }

  // ---- slots -----------------------------------------------------------------------------------

  private void divideSlots() {
    Set<String> slots = new TreeSet<>();
    surfaces.forEach(surface -> slots.addAll(surface.slots()));
    for (String slot : Surface.WITH_FACTOR) {
      boolean matters = !surfaces.getFirst().material().unlit() || slot.equals(Material.BASE_COLOR);
      long factors = surfaces.stream().map(one -> one.material().factor(slot)).distinct().count();
      if (matters && factors > 1) {
        slots.add(slot);
      }
    }
    List<String> ordered = new ArrayList<>(slots);
    // Most programs show the first set best.
    if (ordered.remove(Material.BASE_COLOR)) {
      ordered.addFirst(Material.BASE_COLOR);
    }
    for (String slot : ordered) {
      SlotSet set =
          sets.stream()
              .filter(known -> surfaces.stream().allMatch(one -> haveSameMapping(one, known, slot)))
              .findFirst()
              .orElse(null);
      if (set == null) {
        set = new SlotSet();
        sets.add(set);
      }
      set.slots.add(slot);
    }
  }

  private static boolean haveSameMapping(Surface surface, SlotSet set, String slot) {
    Optional<Mapping> own = surface.texture(slot).map(Mapping::of);
    Optional<Mapping> known = mapping(surface, set);
    return own.isEmpty() || known.isEmpty() || own.equals(known);
  }

  private static Optional<Mapping> mapping(Surface surface, SlotSet set) {
    return set.slots.stream()
        .flatMap(slot -> surface.texture(slot).stream())
        .findFirst()
        .map(Mapping::of);
  }

  // ---- tiles -----------------------------------------------------------------------------------

  private void addTiles(SlotSet set) {
    for (Surface surface : surfaces) {
      Map<String, Content> contents = new TreeMap<>();
      set.slots.forEach(slot -> contents.put(slot, surface.content(slot, images)));
      Tile tile =
          set.byContents.computeIfAbsent(
              contents,
              own -> {
                Tile made = tile(own);
                set.tiles.add(made);
                return made;
              });
      set.bySurface.put(surface, tile);
      int[] wedges = new int[surface.corners().length];
      for (int c = 0; c < wedges.length; c++) {
        int corner = surface.corners()[c];
        wedges[c] = mesh.wedge(corner / 3, corner % 3);
      }
      tile.add(surface.corners(), wedges, coordinates(wedges, mapping(surface, set)));
    }
  }

  private static Tile tile(Map<String, Content> contents) {
    int width = 0;
    int height = 0;
    for (Content content : contents.values()) {
      if (content.image() != null) {
        Pixels pixels = Images.pixels(content.image());
        width = Math.max(width, pixels.width());
        height = Math.max(height, pixels.height());
      }
    }
    return new Tile(contents, width, height);
  }

  private double[] coordinates(int[] wedges, Optional<Mapping> mapping) {
    double[] out = new double[2 * wedges.length];
    MeshAttribute uv =
        mapping.flatMap(known -> mesh.attribute(MeshAttribute.uv(known.set()))).orElse(null);
    if (uv == null) {
      return out;
    }
    List<Double> m = mapping.orElseThrow().transform();
    for (int c = 0; c < wedges.length; c++) {
      double u = uv.value(wedges[c], 0);
      double v = uv.value(wedges[c], 1);
      out[2 * c] = m.get(0) * u + m.get(1) * v + m.get(2);
      out[2 * c + 1] = m.get(3) * u + m.get(4) * v + m.get(5);
    }
    return out;
  }

  /** Returns the texels of the largest textures of all tiles, with sides rounded to powers of 2. */
  private static long texels(SlotSet set) {
    Map<List<TextureImage>, Long> distinct = new HashMap<>();
    for (Tile tile : set.tiles) {
      if (!tile.isPlain()) {
        List<TextureImage> own =
            tile.contents().values().stream()
                .flatMap(content -> Optional.ofNullable(content.image()).stream())
                .toList();
        distinct.put(own, rounded(tile.width()) * rounded(tile.height()));
      }
    }
    return distinct.values().stream().mapToLong(Long::longValue).sum();
  }

  private static long rounded(int side) {
    return Math.round(StrictMath.pow(2, Math.rint(StrictMath.log(side) / StrictMath.log(2))));
  }

  // ---- the result ------------------------------------------------------------------------------

  /** Makes the material; empty if the textures do not fit in an atlas. */
  Optional<Shared> make() {
    if (sets.size() > MOST_SETS) {
      return Optional.empty();
    }
    for (SlotSet set : sets) {
      set.layout = AtlasLayout.of(set.tiles, texels(set), options, context).orElse(null);
      if (set.layout == null) {
        return Optional.empty();
      }
    }
    List<float[]> uvs = new ArrayList<>();
    float[] tangents = null;
    boolean stretched = false;
    for (SlotSet set : sets) {
      uvs.add(placed(set));
      if (set.slots.stream().anyMatch(Material::isNormalMap)) {
        tangents = sources(set);
        stretched |= isStretched(set);
      }
    }
    List<MergeResult.Atlas> atlases = new ArrayList<>();
    Material material = material(atlases);
    return Optional.of(new Shared(material, uvs, tangents, stretched, atlases));
  }

  private float[] placed(SlotSet set) {
    AtlasLayout layout = layout(set);
    float[] out = new float[6 * mesh.triangleCount()];
    int first = 0;
    for (Tile tile : set.tiles) {
      int start = first;
      tile.place(
          layout.scale(),
          (corner, piece, x, y) -> {
            int at = start + piece;
            int left = layout.places().x()[at] - tile.pieces().get(piece).x();
            int low = layout.places().y()[at] - tile.pieces().get(piece).y();
            out[2 * corner] = (float) ((x + (double) Tile.CELL * left) / layout.width());
            out[2 * corner + 1] = (float) ((y + (double) Tile.CELL * low) / layout.height());
          });
      first += tile.pieces().size();
    }
    return out;
  }

  /** Returns the coordinates of the sources, which tangents follow. */
  private float[] sources(SlotSet set) {
    float[] out = new float[6 * mesh.triangleCount()];
    for (Surface surface : surfaces) {
      int[] wedges = new int[surface.corners().length];
      for (int c = 0; c < wedges.length; c++) {
        wedges[c] = mesh.wedge(surface.corners()[c] / 3, surface.corners()[c] % 3);
      }
      double[] uv = coordinates(wedges, mapping(surface, set));
      for (int c = 0; c < wedges.length; c++) {
        out[2 * surface.corners()[c]] = (float) uv[2 * c];
        out[2 * surface.corners()[c] + 1] = (float) uv[2 * c + 1];
      }
    }
    return out;
  }

  /** Returns true if u and v do not keep their ratio. */
  private static boolean isStretched(SlotSet set) {
    AtlasLayout layout = layout(set);
    return set.tiles.stream()
        .filter(tile -> !tile.isPlain())
        .anyMatch(
            tile -> tile.width() * (long) layout.height() != tile.height() * (long) layout.width());
  }

  private static AtlasLayout layout(SlotSet set) {
    AtlasLayout layout = set.layout;
    if (layout == null) {
      throw new IllegalStateException("the atlas has no layout yet");
    }
    return layout;
  }

  private Material material(List<MergeResult.Atlas> atlases) {
    Surface largest = surfaces.getFirst();
    for (Surface surface : surfaces) {
      largest = surface.corners().length > largest.corners().length ? surface : largest;
    }
    Material template = largest.material();
    boolean nearest = Surface.Rules.of(template).nearest();
    Map<String, Texture> textures = new HashMap<>();
    Map<String, Color> factors = new HashMap<>(template.factors());
    factors.remove(Material.NORMAL);
    Color base = template.baseColor();
    for (int s = 0; s < sets.size(); s++) {
      SlotSet set = sets.get(s);
      Map<String, Color> kept = new LinkedHashMap<>();
      set.slots.forEach(slot -> kept.put(slot, largestFactor(slot)));
      Map<String, TextureImage> made = paint(set, kept, template, atlases);
      for (Map.Entry<String, TextureImage> image : made.entrySet()) {
        textures.put(
            image.getKey(), new Texture(image.getValue(), s, false, false, NO_TRANSFORM, nearest));
      }
      for (Map.Entry<String, Color> factor : kept.entrySet()) {
        if (factor.getKey().equals(Material.BASE_COLOR)) {
          base = factor.getValue();
        } else if (factor.getValue().equals(Color.WHITE)) {
          factors.remove(factor.getKey());
        } else {
          factors.put(factor.getKey(), factor.getValue());
        }
      }
    }
    return template.withTextures(textures).withFactors(base, factors);
  }

  /** Returns the factor that the material keeps: the largest, so that texels are up to white. */
  private Color largestFactor(String slot) {
    if (!Surface.WITH_FACTOR.contains(slot)) {
      return Color.WHITE;
    }
    Color out = new Color(0, 0, 0, 0);
    DoubleBinaryOperator max = Math::max;
    for (Surface surface : surfaces) {
      Color own = surface.material().factor(slot);
      out =
          new Color(
              max.applyAsDouble(out.red(), own.red()),
              max.applyAsDouble(out.green(), own.green()),
              max.applyAsDouble(out.blue(), own.blue()),
              max.applyAsDouble(out.alpha(), own.alpha()));
    }
    return out;
  }

  private Map<String, TextureImage> paint(
      SlotSet set, Map<String, Color> kept, Material template, List<MergeResult.Atlas> atlases) {
    AtlasLayout layout = layout(set);
    boolean seeThrough = template.opacity().alpha() != Material.Alpha.OPAQUE;
    AtlasImages painter = new AtlasImages(set.tiles, layout, seeThrough, context);
    Map<String, Pixels> painted = new HashMap<>();
    for (String slot : set.slots) {
      Color factor = kept.getOrDefault(slot, Color.WHITE);
      painted.put(slot, painter.paint(slot, factor, painter.halvings(slot)));
    }
    Map<String, TextureImage> out = new HashMap<>();
    Pixels occlusion = painted.get(Material.OCCLUSION);
    Pixels others = painted.get(Material.METALLIC_ROUGHNESS);
    if (occlusion != null && others != null && occlusion.width() == others.width()) {
      TextureImage both = TextureImage.of(AtlasImages.combined(occlusion, others));
      out.put(Material.OCCLUSION, both);
      out.put(Material.METALLIC_ROUGHNESS, both);
    }
    painted.forEach((slot, pixels) -> out.computeIfAbsent(slot, s -> TextureImage.of(pixels)));
    atlases.add(
        new MergeResult.Atlas(
            template.name(),
            surfaces.size(),
            layout.width(),
            layout.height(),
            (int) out.values().stream().distinct().count(),
            layout.scale(),
            layout.filled(set.tiles)));
    return out;
  }
}
