package dev.sinew.skin;

import dev.sinew.math.Affine;
import dev.sinew.model.Deformer;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All parts of a character as one mesh in scene space, for rendering, mesh files and point caches.
 * The vertices and wedges of the parts follow each other in the order of the parts.
 */
public final class CharacterSurface {
  /** The maximum number of wedges or triangles, three values each, that fit into one array. */
  private static final int MAX_ELEMENTS = (Integer.MAX_VALUE - 8) / 3;

  private final SkinnedCharacter character;
  private final List<Deformer> deformers = new ArrayList<>();
  private final int[] firstWedge;
  private final int[] wedgeVertex;
  private final int[] corners;
  private final int[] groups;
  private final int vertexCount;
  private final List<MeshAttribute> fixedAttributes;
  private final boolean hasNormals;
  private final List<TangentsFromTriangles> tangents = new ArrayList<>();

  /**
   * Joins the parts of a character.
   *
   * @param method returns the deformer of a part's wedges
   */
  public CharacterSurface(SkinnedCharacter character, Function<Part, Deformer> method) {
    this.character = character;
    List<Part> parts = character.parts();
    checkSizes(character);
    firstWedge = new int[parts.size() + 1];
    int vertices = 0;
    int triangles = 0;
    for (int p = 0; p < parts.size(); p++) {
      TriMesh mesh = character.geometry(parts.get(p)).mesh();
      deformers.add(method.apply(parts.get(p)));
      firstWedge[p + 1] = firstWedge[p] + mesh.wedgeCount();
      triangles += mesh.triangleCount();
    }
    wedgeVertex = new int[firstWedge[parts.size()]];
    corners = new int[3 * triangles];
    groups = new int[triangles];
    int triangle = 0;
    int group = 0;
    for (int p = 0; p < parts.size(); p++) {
      TriMesh mesh = character.geometry(parts.get(p)).mesh();
      for (int w = 0; w < mesh.wedgeCount(); w++) {
        wedgeVertex[firstWedge[p] + w] = vertices + mesh.vertexOfWedge(w);
      }
      for (int t = 0; t < mesh.triangleCount(); t++, triangle++) {
        for (int k = 0; k < 3; k++) {
          corners[3 * triangle + k] = firstWedge[p] + mesh.wedge(t, k);
        }
        groups[triangle] = group + mesh.group(t);
      }
      vertices += mesh.vertexCount();
      group += Math.max(1, mesh.groupCount());
    }
    vertexCount = vertices;
    hasNormals = !deformers.isEmpty() && deformers.stream().allMatch(Deformer::hasNormals);
    fixedAttributes = joinFixedAttributes();
    boolean hasTangents =
        hasNormals
            && parts.stream()
                .map(part -> character.geometry(part).mesh())
                .allMatch(mesh -> mesh.attribute(MeshAttribute.TANGENT).isPresent());
    for (int p = 0; p < parts.size() && hasTangents; p++) {
      tangents.add(new TangentsFromTriangles(character.geometry(parts.get(p)).mesh()));
    }
  }

  /** Returns the surface as one of the skinning models deforms it. */
  public static CharacterSurface of(SkinnedCharacter character, SkinningMethod method) {
    return new CharacterSurface(character, part -> method.deformer(character, part));
  }

  /** Returns the surface as the character's own skinning model deforms it. */
  public static CharacterSurface of(SkinnedCharacter character) {
    return of(character, SkinningMethod.of(character));
  }

  /** Checks the sums over all parts: several parts can share one large mesh. */
  private static void checkSizes(SkinnedCharacter character) {
    long wedges = 0;
    long triangles = 0;
    long groups = 0;
    for (Part part : character.parts()) {
      TriMesh mesh = character.geometry(part).mesh();
      wedges += mesh.wedgeCount();
      triangles += mesh.triangleCount();
      groups += Math.max(1, mesh.groupCount());
    }
    if (Math.max(wedges, triangles) > MAX_ELEMENTS || groups > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "parts: expected up to "
              + MAX_ELEMENTS
              + " vertices and as many triangles in all, got "
              + wedges
              + " and "
              + triangles);
    }
  }

  /** Returns the number of vertices. */
  public int vertexCount() {
    return vertexCount;
  }

  /** Returns the number of wedges. */
  public int wedgeCount() {
    return wedgeVertex.length;
  }

  /** Returns the index of a part's first wedge. */
  public int firstWedge(int part) {
    return firstWedge[part];
  }

  /** Returns new working memory for one pose at a time. */
  public Posed newPosed() {
    return new Posed();
  }

  /** Joins texture coordinates and colours; a part without them gets zeros and white. */
  private List<MeshAttribute> joinFixedAttributes() {
    Map<String, float[]> joined = new LinkedHashMap<>();
    Map<String, Integer> widths = new LinkedHashMap<>();
    for (Part part : character.parts()) {
      for (MeshAttribute attribute : character.geometry(part).mesh().attributes()) {
        widths.merge(attribute.name(), attribute.components(), Math::max);
      }
    }
    widths.remove(MeshAttribute.NORMAL);
    widths.remove(MeshAttribute.TANGENT);
    widths.forEach(
        (name, width) -> {
          float[] values = new float[Math.multiplyExact(width, wedgeCount())];
          Arrays.fill(values, name.startsWith("COLOR_") ? 1 : 0);
          joined.put(name, values);
        });
    for (int p = 0; p < character.parts().size(); p++) {
      for (MeshAttribute attribute :
          character.geometry(character.parts().get(p)).mesh().attributes()) {
        float[] out = joined.get(attribute.name());
        if (out != null) {
          copyRows(attribute, out, out.length / Math.max(1, wedgeCount()), firstWedge[p]);
        }
      }
    }
    List<MeshAttribute> out = new ArrayList<>();
    joined.forEach(
        (name, values) -> out.add(new MeshAttribute(name, widths.getOrDefault(name, 1), values)));
    return out;
  }

  private static void copyRows(MeshAttribute attribute, float[] out, int width, int first) {
    for (int w = 0; w < attribute.count(); w++) {
      for (int c = 0; c < width; c++) {
        // Colours may lack alpha; it is 1 then.
        out[width * (first + w) + c] = c < attribute.components() ? attribute.value(w, c) : 1;
      }
    }
  }

  /** The surface in one pose; reused for every pose. */
  public final class Posed {
    private final List<Deformer.Posed> posed = deformers.stream().map(Deformer::newPosed).toList();
    private final float[] positions = new float[3 * wedgeCount()];
    private final float @Nullable [] normals = hasNormals ? new float[3 * wedgeCount()] : null;

    private final boolean[] mirrored = new boolean[deformers.size()];

    private Posed() {}

    /** Deforms every part. */
    public void set(Pose pose) {
      double[] global = new double[Affine.SIZE];
      for (int p = 0; p < posed.size(); p++) {
        Part part = character.parts().get(p);
        pose.copyGlobal(part.node(), global, 0);
        mirrored[p] = part.skin() == SkinnedCharacter.NO_SKIN && Affine.determinant(global, 0) < 0;
        posed.get(p).set(pose);
        posed
            .get(p)
            .fill(
                0,
                deformers.get(p).pointCount(),
                new PointBuffer(positions, normals, firstWedge[p]));
      }
    }

    /** Returns the index of a part's first wedge. */
    public int firstWedge(int part) {
      return firstWedge[part];
    }

    /**
     * Returns true if a part without a skin is mirrored by its node, so that its triangles flip.
     */
    public boolean isMirrored(int part) {
      return mirrored[part];
    }

    /** Returns x, y, z of every wedge; the next {@link #set} overwrites the array. */
    public float[] wedgePositions() {
      return positions;
    }

    /** Returns the normal of every wedge, or null if a part has none; overwritten likewise. */
    public float @Nullable [] wedgeNormals() {
      return normals;
    }

    /** Returns the tangents with the bitangent's sign per wedge, or null if a part has none. */
    public float @Nullable [] wedgeTangents() {
      if (tangents.isEmpty() || normals == null) {
        return null;
      }
      float[] out = new float[4 * wedgeCount()];
      for (int p = 0; p < tangents.size(); p++) {
        tangents.get(p).fill(positions, normals, firstWedge[p], out);
      }
      return out;
    }

    /** Writes x, y, z of every vertex. */
    public void copyVertexPositions(float[] out) {
      for (int w = 0; w < wedgeVertex.length; w++) {
        System.arraycopy(positions, 3 * w, out, 3 * wedgeVertex[w], 3);
      }
    }

    /** Returns the posed mesh with normals, tangents, texture coordinates and colours. */
    public TriMesh mesh() {
      float[] vertices = new float[3 * vertexCount];
      copyVertexPositions(vertices);
      double[] wide = new double[vertices.length];
      Arrays.setAll(wide, i -> vertices[i]);
      List<MeshAttribute> attributes = new ArrayList<>(fixedAttributes);
      if (normals != null) {
        attributes.addFirst(new MeshAttribute(MeshAttribute.NORMAL, 3, normals));
      }
      float[] posedTangents = wedgeTangents();
      if (posedTangents != null) {
        attributes.add(new MeshAttribute(MeshAttribute.TANGENT, 4, posedTangents));
      }
      return new TriMesh(wide, wedgeVertex, orientedCorners(), groups, attributes);
    }

    /** Returns the corners; the triangles of mirrored parts are flipped. */
    private int[] orientedCorners() {
      int[] out = corners.clone();
      for (int c = 0; c < out.length; c += 3) {
        int part = partOfWedge(out[c]);
        if (mirrored[part]) {
          int swap = out[c + 1];
          out[c + 1] = out[c + 2];
          out[c + 2] = swap;
        }
      }
      return out;
    }

    private int partOfWedge(int wedge) {
      int found = Arrays.binarySearch(firstWedge, wedge);
      int part = found >= 0 ? found : -found - 2;
      // An empty part has the same first wedge as the next one.
      while (firstWedge[part + 1] <= wedge) {
        part++;
      }
      return part;
    }
  }
}
