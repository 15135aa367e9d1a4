package dev.sinew.pipeline;

import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.MeshEdit;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.Issue;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.skin.LinearApproximation;
import dev.sinew.subdivide.MaskChain;
import dev.sinew.subdivide.Refined;
import dev.sinew.subdivide.SparseRows;
import dev.sinew.subdivide.Subdivision;
import dev.sinew.subdivide.SubdivisionOptions;
import dev.sinew.subdivide.SubdivisionScheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Subdivides a character in animation space, so that the refined skin in any pose is the refinement
 * of the posed skin (Merry's thesis "Animation Space", section 4.2). The file carries the result
 * exactly, and the best linear blend approximation for viewers that know no animation space.
 */
public final class SubdivideStep implements Step<SubdivideStep.Options, SubdivideStep.Subdivided> {

  /** Poses the linear approximation is fitted to. */
  private static final int FITTED_POSES = 24;

  /**
   * What to subdivide.
   *
   * @param model a character
   * @param scheme how
   * @param subdivision how often, and what stays sharp
   * @param output a .glb or .gltf file
   */
  public record Options(
      Path model, SubdivisionScheme scheme, SubdivisionOptions subdivision, Path output) {}

  /**
   * What came out.
   *
   * @param scheme how it was subdivided
   * @param levels how often
   * @param before the character as it was
   * @param after the character as it is
   * @param influences joints a vertex of the new animation-space skin, on average
   * @param linearRms distance of the linear approximation from it over {@value #FITTED_POSES}
   *     poses, in units of the longest box side
   * @param issues what could not be carried over
   */
  public record Subdivided(
      String scheme,
      int levels,
      Size before,
      Size after,
      double influences,
      double linearRms,
      List<Issue> issues) {}

  /**
   * How large a character is.
   *
   * @param vertices points of its meshes
   * @param triangles triangles of its meshes
   */
  public record Size(long vertices, long triangles) {
    static Size of(List<Geometry> meshes) {
      return new Size(
          meshes.stream().mapToLong(m -> m.mesh().vertexCount()).sum(),
          meshes.stream().mapToLong(m -> m.mesh().triangleCount()).sum());
    }
  }

  @Override
  public Outcome<Subdivided> run(Options options, RunContext context) throws IOException {
    ModelFile.requireGltfOutput(options.output);
    GltfAsset asset = ModelFile.read(options.model);
    SkinnedCharacter character = asset.character();
    List<Pose> poses = PoseSampling.of(character, FITTED_POSES, context.seed());
    MeshEdit edit = new MeshEdit(asset);
    List<Geometry> refined = new ArrayList<>();
    Fit fit = new Fit(poses);
    for (int m = 0; m < character.meshes().size(); m++) {
      Geometry geometry = character.meshes().get(m);
      if (geometry.mesh().triangleCount() > 0) {
        geometry = refine(geometry, skinOf(character, m), options, fit);
        edit.replace(m, geometry);
      }
      refined.add(geometry);
      context.report("subdividing", m + 1, character.meshes().size());
    }
    edit.build().write(options.output);
    double side =
        character.meshes().stream()
            .mapToDouble(g -> g.mesh().bounds().longestSide())
            .max()
            .orElse(0);
    return new Outcome<>(
        new Subdivided(
            options.scheme.toString(),
            options.subdivision.levels(),
            Size.of(character.meshes()),
            Size.of(refined),
            fit.points == 0 ? 0 : (double) fit.entries / fit.points,
            side > 0 ? fit.rms() / side : 0,
            edit.issues()),
        List.of(options.model),
        List.of(options.output));
  }

  /** The skin a mesh wears in the scene; none when it is rigid or not shown. */
  private static Optional<Skin> skinOf(SkinnedCharacter character, int mesh) {
    return character.parts().stream()
        .filter(part -> part.mesh() == mesh && part.skin() != SkinnedCharacter.NO_SKIN)
        .map(Part::skin)
        .map(character.skins()::get)
        .findFirst();
  }

  /** Sums up what the linear approximations leave. */
  private static final class Fit {
    private final List<Pose> poses;
    private long points;
    private long entries;
    private double squares;

    Fit(List<Pose> poses) {
      this.poses = poses;
    }

    double rms() {
      return points == 0 ? 0 : Math.sqrt(squares / points);
    }
  }

  private static Geometry refine(Geometry geometry, Optional<Skin> skin, Options options, Fit fit) {
    Refined refined = Subdivision.of(geometry.mesh(), options.scheme, options.subdivision);
    MorphTargets morphs = refineMorphs(geometry, refined);
    Influences influences = geometry.influences();
    if (skin.isEmpty() || influences == null) {
      return new Geometry(geometry.name(), refined.mesh(), null, morphs);
    }
    AnimationCoords given = geometry.coords();
    AnimationCoords coords =
        given != null
            ? given
            : AnimationCoords.ofLinearBlend(skin.get(), influences, geometry.mesh().positions());
    AnimationCoords fine = refine(coords, refined.vertices(), skin.get().jointCount());
    LinearApproximation linear = LinearApproximation.of(skin.get(), fine, fit.poses);
    fit.points += fine.rowCount();
    fit.entries += fine.totalCount();
    fit.squares += linear.rms() * linear.rms() * fine.rowCount();
    TriMesh mesh = refined.mesh().withPositions(linear.restPositions());
    return new Geometry(geometry.name(), mesh, linear.influences(), morphs, fine);
  }

  private static AnimationCoords refine(AnimationCoords coords, MaskChain masks, int joints) {
    SparseRows rows =
        masks.applySparse(
            SparseRows.of(
                joints,
                AnimationCoords.SIZE,
                coords.rowStarts(),
                coords.joints(),
                coords.values()));
    return AnimationCoords.points(rows.rowStarts(), rows.columns(), rows.values());
  }

  /**
   * Position offsets follow the vertices; normal offsets are left out, as normals are made anew.
   */
  private static @Nullable MorphTargets refineMorphs(Geometry geometry, Refined refined) {
    MorphTargets morphs = geometry.morphs();
    if (morphs == null) {
      return null;
    }
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
    return new MorphTargets(positions, normals, morphs.restWeights());
  }
}
