package dev.sinew.subdivide;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.skin.approximation.LinearApproximation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Subdivides a character in animation space, so that the refined skin in any pose is the refinement
 * of the posed skin (Merry's thesis, 2007, section 4.2). The result has the exact skin and its best
 * linear blend approximation for viewers without animation space.
 */
public final class Subdivide {
  /** The number of poses that the linear approximation is fitted to. */
  public static final int FITTED_POSES = 24;

  private final SkinnedCharacter character;
  private final SubdivisionScheme scheme;
  private final SubdivisionOptions options;
  private final List<Pose> poses;
  private final RunContext context;
  private long vertices;
  private long entries;

  private Subdivide(
      SkinnedCharacter character,
      SubdivisionScheme scheme,
      SubdivisionOptions options,
      RunContext context) {
    this.character = character;
    this.scheme = scheme;
    this.options = options;
    this.context = context;
    poses =
        PoseKnowledge.orSkeleton(PoseSource.CLIPS, character, context.seed())
            .spreadPoses(FITTED_POSES);
  }

  /**
   * A refined character.
   *
   * @param character the result
   * @param influences the mean number of influences per vertex of the animation-space skin
   */
  public record Result(SkinnedCharacter character, double influences) {}

  /** Subdivides all meshes of a character that have triangles. */
  public static Result run(
      SkinnedCharacter character,
      SubdivisionScheme scheme,
      SubdivisionOptions options,
      RunContext context) {
    return new Subdivide(character, scheme, options, context).run();
  }

  private Result run() {
    List<Geometry> refined = new ArrayList<>();
    Set<Integer> shown = character.parts().stream().map(Part::mesh).collect(Collectors.toSet());
    for (int m = 0; m < character.meshes().size(); m++) {
      Geometry geometry = character.meshes().get(m);
      // Of a mesh that is not shown, such as a coarser level, the skin is not known.
      boolean isShown = shown.contains(m) && geometry.mesh().triangleCount() > 0;
      refined.add(isShown ? refine(geometry, skinOf(m)) : geometry);
      context.report("subdividing", m + 1, character.meshes().size());
    }
    return new Result(
        character.withMeshes(refined), vertices == 0 ? 0 : (double) entries / vertices);
  }

  /** Returns the skin of a mesh; empty if it is rigid. */
  private Optional<Skin> skinOf(int mesh) {
    return character.skinsOf(mesh).stream().map(character.skins()::get).findFirst();
  }

  private Geometry refine(Geometry geometry, Optional<Skin> skin) {
    Refined refined = Subdivision.of(geometry.mesh(), scheme, options);
    context.checkCancelled();
    MorphTargets morphs = refineMorphs(geometry, refined);
    if (skin.isEmpty()) {
      return new Geometry(geometry.name(), refined.mesh(), Skinning.rigid(), morphs);
    }
    AnimationCoords fine = refined.vertices().apply(geometry.coords(skin.get()));
    context.checkCancelled();
    fine.checkPoints();
    LinearApproximation linear =
        LinearApproximation.of(skin.get(), fine, poses, Influences.VIEWER_LIMIT, context);
    vertices += fine.rowCount();
    entries += fine.totalCount();
    TriMesh mesh = refined.mesh().withPositions(linear.restPositions());
    return new Geometry(
        geometry.name(), mesh, new Skinning.AnimationSpace(fine, linear.influences()), morphs);
  }

  /** Refines position offsets; normal offsets are dropped, because normals are recomputed. */
  private static MorphTargets refineMorphs(Geometry geometry, Refined refined) {
    MorphTargets morphs = geometry.morphs();
    int[] oldVertex = geometry.mesh().wedgeVertices();
    int[] newVertex = refined.mesh().wedgeVertices();
    List<float[]> positions = new ArrayList<>();
    List<float @Nullable []> normals = new ArrayList<>();
    for (int t = 0; t < morphs.count(); t++) {
      float[] offsets = morphs.positionOffsets(t);
      float[] byVertex = new float[3 * geometry.mesh().vertexCount()];
      for (int w = 0; w < oldVertex.length; w++) {
        System.arraycopy(offsets, 3 * w, byVertex, 3 * oldVertex[w], 3);
      }
      float[] fine = refined.vertices().apply(byVertex, 3);
      float[] byWedge = new float[3 * newVertex.length];
      for (int w = 0; w < newVertex.length; w++) {
        System.arraycopy(fine, 3 * newVertex[w], byWedge, 3 * w, 3);
      }
      positions.add(byWedge);
      normals.add(null);
    }
    return morphs.withOffsets(positions, normals);
  }
}
