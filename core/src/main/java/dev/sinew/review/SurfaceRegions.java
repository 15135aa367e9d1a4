package dev.sinew.review;

import dev.sinew.model.Influences;
import dev.sinew.model.Material;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The regions of a character that people have names for: its head and its hands, which the bones of
 * an avatar or the names of joints tell, each material, and each part. A triangle belongs to the
 * head if the joints of the head have at least half of the weight of its corners. Triangles are
 * those of {@link CharacterSurface}.
 */
public final class SurfaceRegions {
  /** What a region is. */
  public enum Kind {
    /** The head, the hands. */
    BODY,
    /** What has a material of some name. */
    MATERIAL,
    /** The meshes of some name. */
    PART;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A region.
   *
   * @param kind what it is
   * @param name its name
   */
  public record Region(Kind kind, String name) {}

  private final Map<Region, BitSet> triangles = new LinkedHashMap<>();
  private final int triangleCount;

  /** Finds the regions of a character. */
  public SurfaceRegions(SkinnedCharacter character) {
    BodyJoints body = new BodyJoints(character.skeleton());
    BitSet head = body.head();
    BitSet hands = body.hands();
    int first = 0;
    for (Part part : character.parts()) {
      TriMesh mesh = character.geometry(part).mesh();
      addBody(new Region(Kind.BODY, "head"), head, character, part, first);
      addBody(new Region(Kind.BODY, "hands"), hands, character, part, first);
      for (int t = 0; t < mesh.triangleCount(); t++) {
        String name = character.material(part.mesh(), mesh.group(t)).map(Material::name).orElse("");
        add(new Region(Kind.MATERIAL, name), first + t);
        add(new Region(Kind.PART, nameOf(character, part)), first + t);
      }
      first += mesh.triangleCount();
    }
    triangleCount = first;
  }

  private static String nameOf(SkinnedCharacter character, Part part) {
    String own = character.geometry(part).name();
    return own.isEmpty() ? part.name() : own;
  }

  private void add(Region region, int triangle) {
    if (!region.name.isEmpty()) {
      triangles.computeIfAbsent(region, r -> new BitSet()).set(triangle);
    }
  }

  private void addBody(
      Region region, BitSet joints, SkinnedCharacter character, Part part, int first) {
    Geometry geometry = character.geometry(part);
    Influences rows = character.skinning(part).influences().orElse(null);
    double[] share = new double[geometry.mesh().vertexCount()];
    for (int v = 0; v < share.length; v++) {
      if (rows == null) {
        share[v] = joints.get(part.node()) ? 1 : 0;
      } else {
        for (int i = 0; i < rows.count(v); i++) {
          int joint = character.skins().get(part.skin()).joint(rows.joint(v, i));
          share[v] += joints.get(joint) ? rows.weight(v, i) : 0;
        }
      }
    }
    for (int t = 0; t < geometry.mesh().triangleCount(); t++) {
      double sum = 0;
      for (int c = 0; c < 3; c++) {
        sum += share[geometry.mesh().vertex(t, c)];
      }
      if (sum >= 1.5) {
        add(region, first + t);
      }
    }
  }

  /** Returns the regions that are not the whole character: the body's, materials, parts. */
  public List<Region> regions() {
    return triangles.keySet().stream()
        .filter(region -> count(region) < triangleCount)
        .sorted((a, b) -> a.kind.compareTo(b.kind))
        .toList();
  }

  /** Returns the triangles of a region; none if the character has no such region. */
  public BitSet triangles(Region region) {
    return (BitSet) triangles.getOrDefault(region, new BitSet()).clone();
  }

  /** Returns the number of triangles of a region. */
  public int count(Region region) {
    return triangles.getOrDefault(region, new BitSet()).cardinality();
  }

  /** Returns the number of triangles of the character. */
  public int triangleCount() {
    return triangleCount;
  }
}
