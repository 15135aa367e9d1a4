package dev.sinew.skin.surface;

import dev.sinew.math.Affine;
import dev.sinew.model.Box;
import dev.sinew.model.Deformer;
import dev.sinew.model.Material;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MeshJoiner;
import dev.sinew.model.MovingPosed;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.skin.DeformerChoice;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.TangentsFromTriangles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All parts of a character as one mesh in scene space, for rendering, mesh files and point caches.
 * The vertices and wedges of the parts follow each other in the order of the parts.
 */
public final class CharacterSurface {
  /** Points deformed between two checks for cancellation. */
  private static final int POINTS_PER_CHECK = 8192;

  private final SkinnedCharacter character;
  private final List<Deformer> deformers = new ArrayList<>();
  private final MeshJoiner joiner;
  private final int[] wedgeVertex;
  private final int[] corners;
  private final int[] groups;
  private final List<MeshAttribute> fixedAttributes;
  private final boolean hasNormals;
  private final boolean allNormals;
  private final List<TangentsFromTriangles> tangents = new ArrayList<>();

  /**
   * Joins the parts of a character.
   *
   * @param method returns the deformer of a part's wedges
   */
  public CharacterSurface(SkinnedCharacter character, Function<Part, Deformer> method) {
    this.character = character;
    List<TriMesh> meshes =
        character.parts().stream().map(part -> character.geometry(part).mesh()).toList();
    joiner = new MeshJoiner(meshes);
    wedgeVertex = joiner.wedgeVertices();
    corners = joiner.corners();
    groups = joiner.groups();
    // Normals and tangents change with the pose.
    fixedAttributes =
        joiner.attributes(
            MeshJoiner.Missing.WHITE,
            name -> !name.equals(MeshAttribute.NORMAL) && !name.equals(MeshAttribute.TANGENT));
    character.parts().forEach(part -> deformers.add(method.apply(part)));
    hasNormals = deformers.stream().anyMatch(Deformer::hasNormals);
    allNormals = hasNormals && deformers.stream().allMatch(Deformer::hasNormals);
    boolean hasTangents =
        allNormals
            && meshes.stream().allMatch(mesh -> mesh.attribute(MeshAttribute.TANGENT).isPresent());
    if (hasTangents) {
      meshes.forEach(mesh -> tangents.add(new TangentsFromTriangles(mesh)));
    }
  }

  /** Returns the surface as a skinning model, or one with correctives, deforms it. */
  public static CharacterSurface of(SkinnedCharacter character, DeformerChoice method) {
    return new CharacterSurface(character, part -> method.deformer(character, part));
  }

  /** Returns the surface as the character's own skinning model deforms it. */
  public static CharacterSurface of(SkinnedCharacter character) {
    return of(character, SkinningMethod.of(character));
  }

  /**
   * Returns the same with the parts in the order of their meshes, which is that of the triangles of
   * a {@link dev.sinew.model.JoinedCharacter}.
   */
  public static CharacterSurface inOrderOfMeshes(SkinnedCharacter character) {
    List<Part> parts = new ArrayList<>(character.parts());
    parts.sort(Comparator.comparingInt(Part::mesh));
    return of(character.withParts(parts));
  }

  /**
   * Returns the box of a character at rest in the scene; its longest side is the unit of errors.
   */
  public static Box restBox(SkinnedCharacter character) {
    Posed rest = of(character).newPosed();
    rest.set(character.restPose());
    return Box.of(rest.wedgePositions());
  }

  /** Returns the number of vertices. */
  public int vertexCount() {
    return joiner.vertexCount();
  }

  /** Returns the number of wedges. */
  public int wedgeCount() {
    return wedgeVertex.length;
  }

  /** Returns the index of a part's first wedge. */
  public int firstWedge(int part) {
    return joiner.firstWedge(part);
  }

  /** Returns the material of a group of the joined mesh; empty if it is not known. */
  public Optional<Material> material(int group) {
    int part = joiner.meshOfGroup(group);
    return character.material(character.parts().get(part).mesh(), group - joiner.firstGroup(part));
  }

  /** Returns new working memory for one pose at a time. */
  public Posed newPosed() {
    return new Posed();
  }

  /** The surface in one pose; reused from pose to pose. */
  public final class Posed {
    private final List<Deformer.Posed> posed = deformers.stream().map(Deformer::newPosed).toList();
    private final float[] positions = new float[3 * wedgeCount()];
    private final float @Nullable [] normals = hasNormals ? new float[3 * wedgeCount()] : null;

    private final boolean[] mirrored = new boolean[deformers.size()];

    private Posed() {}

    /** Deforms every part. */
    public void set(Pose pose) {
      set(pose, RunContext.ofThreads(1));
    }

    /**
     * Deforms every part in a run that can be cancelled.
     *
     * @throws CancellationException if the run was cancelled; the shape is then incomplete
     */
    public void set(Pose pose, RunContext context) {
      posed.forEach(part -> part.set(pose));
      fill(pose, context);
    }

    /** Returns true if the shape of a part depends on the poses before; see {@link ClipPoser}. */
    public boolean isMoving() {
      return posed.stream().anyMatch(MovingPosed.class::isInstance);
    }

    /** Forgets all motion. The next pose is the one to start from. */
    public void reset() {
      for (Deformer.Posed part : posed) {
        if (part instanceof MovingPosed moving) {
          moving.reset();
        }
      }
    }

    /**
     * Advances what depends on motion to a pose; the shape stays that of the last {@link #set}.
     *
     * @param seconds the time since the last pose, above 0
     */
    void advance(Pose pose, double seconds) {
      for (Deformer.Posed part : posed) {
        if (part instanceof MovingPosed moving) {
          moving.step(pose, seconds);
        }
      }
    }

    /**
     * Deforms every part; those that depend on motion advance by a time of their own.
     *
     * @param seconds the time since the last pose, above 0
     */
    void set(Pose pose, double seconds, RunContext context) {
      for (Deformer.Posed part : posed) {
        if (part instanceof MovingPosed moving) {
          moving.step(pose, seconds);
        } else {
          part.set(pose);
        }
      }
      fill(pose, context);
    }

    private void fill(Pose pose, RunContext context) {
      double[] global = new double[Affine.SIZE];
      for (int p = 0; p < posed.size(); p++) {
        Part part = character.parts().get(p);
        pose.copyGlobal(part.node(), global, 0);
        // As glTF asks, also with a skin, whose joints are then usually mirrored with the node.
        mirrored[p] = Affine.determinant(global, 0) < 0;
        int points = deformers.get(p).pointCount();
        PointBuffer buffer =
            new PointBuffer(positions, hasNormals(p) ? normals : null, joiner.firstWedge(p));
        for (int from = 0; from < points; from += POINTS_PER_CHECK) {
          context.checkCancelled();
          int to = Math.min(points, from + POINTS_PER_CHECK);
          posed.get(p).fill(from, to, buffer);
        }
      }
    }

    /** Returns the index of a part's first wedge. */
    public int firstWedge(int part) {
      return joiner.firstWedge(part);
    }

    /** Returns true if the node of a part mirrors, so that its triangles flip. */
    public boolean isMirrored(int part) {
      return mirrored[part];
    }

    /** Returns x, y, z of every wedge; the next {@link #set} overwrites the array. */
    public float[] wedgePositions() {
      return positions;
    }

    /** Returns true if a part has normals; one without is shown flat, as glTF asks. */
    public boolean hasNormals(int part) {
      return deformers.get(part).hasNormals();
    }

    /**
     * Returns the normal of every wedge, or null if no part has some; overwritten likewise. Those
     * of a part without normals are 0.
     */
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
        tangents.get(p).fill(positions, normals, joiner.firstWedge(p), out);
      }
      return out;
    }

    /** Writes x, y, z of every vertex. */
    public void copyVertexPositions(float[] out) {
      for (int w = 0; w < wedgeVertex.length; w++) {
        System.arraycopy(positions, 3 * w, out, 3 * wedgeVertex[w], 3);
      }
    }

    /**
     * Returns if all posed coordinates and normals are finite.
     *
     * @throws RequestException naming the first that is not
     */
    public void requireFinite() {
      requireFinite("is posed at", 3, positions);
      if (normals != null) {
        requireFinite("has the posed normal", 3, normals);
      }
    }

    private static void requireFinite(String what, int width, float[] values) {
      for (int i = 0; i < values.length; i++) {
        if (!Float.isFinite(values[i])) {
          throw new RequestException(
              String.format(
                  Locale.ROOT,
                  "vertex %d %s %s: its transforms or morph weights are out of range",
                  i / width,
                  what,
                  values[i]));
        }
      }
    }

    /**
     * Returns the posed mesh with normals, tangents, texture coordinates and colours; without
     * normals if a part has none.
     *
     * @throws RequestException if a coordinate is not finite
     */
    public TriMesh mesh() {
      requireFinite();
      float[] vertices = new float[3 * vertexCount()];
      copyVertexPositions(vertices);
      double[] wide = new double[vertices.length];
      Arrays.setAll(wide, i -> vertices[i]);
      List<MeshAttribute> attributes = new ArrayList<>(fixedAttributes);
      if (normals != null && allNormals) {
        attributes.addFirst(new MeshAttribute(MeshAttribute.NORMAL, 3, normals));
      }
      float[] posedTangents = wedgeTangents();
      if (posedTangents != null) {
        requireFinite("has the posed tangent", 4, posedTangents);
        attributes.add(new MeshAttribute(MeshAttribute.TANGENT, 4, posedTangents));
      }
      return new TriMesh(wide, wedgeVertex, orientedCorners(), groups, attributes);
    }

    /** Returns the corners; the triangles of mirrored parts are flipped. */
    private int[] orientedCorners() {
      int[] out = corners.clone();
      for (int c = 0; c < out.length; c += 3) {
        int part = joiner.meshOfWedge(out[c]);
        if (mirrored[part]) {
          int swap = out[c + 1];
          out[c + 1] = out[c + 2];
          out[c + 2] = swap;
        }
      }
      return out;
    }
  }
}
