package dev.sinew.simplify;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.SimplifyResult.Dropped;
import dev.sinew.simplify.weight.HiddenTriangles;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Drops the triangles of a character that are seen in no pose. */
final class HiddenDrop {
  /** Poses in which the character is looked at, beside those of its expressions. */
  private static final int POSES = 16;

  /** Morph targets that are looked at alone. */
  private static final int MOST_TARGETS = 48;

  private HiddenDrop() {}

  /**
   * A character without hidden triangles.
   *
   * @param character the character
   * @param dropped how many triangles its meshes have lost
   */
  record Result(SkinnedCharacter character, List<Dropped> dropped) {}

  static Result of(JoinedCharacter joined, SimplifyOptions options, RunContext context) {
    SkinnedCharacter character = joined.character();
    CollapseSetup setup = new CollapseSetup(character, options, context, new ArrayList<>());
    BitSet hidden = HiddenTriangles.of(joined, poses(joined, setup), context);
    if (hidden.cardinality() == joined.mesh().triangleCount()) {
      hidden.clear(); // Nothing that could be seen would be left.
    }
    List<Geometry> meshes = new ArrayList<>();
    List<Dropped> dropped = new ArrayList<>();
    int first = 0;
    for (int m = 0; m < character.meshes().size(); m++) {
      Geometry geometry = character.meshes().get(m);
      int count = joined.isShown(m) ? geometry.mesh().triangleCount() : 0;
      BitSet own = hidden.get(first, first + count);
      meshes.add(own.isEmpty() ? geometry : without(geometry, own));
      if (!own.isEmpty()) {
        dropped.add(new Dropped(geometry.name(), own.cardinality(), count));
      }
      first += count;
    }
    return new Result(character.withMeshes(meshes), dropped);
  }

  /** Returns poses of joints, of expressions, and of every morph target alone. */
  private static List<Pose> poses(JoinedCharacter joined, CollapseSetup setup) {
    List<Pose> out = new ArrayList<>();
    out.add(joined.character().restPose());
    out.addAll(setup.samplePoses(POSES).poses());
    if (setup.knowledge().source() != PoseSource.REST) {
      out.addAll(setup.knowledge().spreadPoses(POSES));
    }
    int targets = 0;
    for (int m = 0; m < joined.character().meshes().size(); m++) {
      MorphTargets morphs = joined.character().meshes().get(m).morphs();
      for (int t = 0; joined.isShown(m) && t < morphs.count() && targets < MOST_TARGETS; t++) {
        double[] weights = new double[morphs.count()];
        weights[t] = 1;
        Pose pose = joined.character().restPose();
        pose.setMorphWeights(joined.node(m), weights);
        out.add(pose);
        targets++;
      }
    }
    return out;
  }

  /** Returns a mesh without some triangles, and without the vertices that only these have. */
  private static Geometry without(Geometry geometry, BitSet triangles) {
    TriMesh mesh = geometry.mesh();
    int[] kept = IntStream.range(0, mesh.triangleCount()).filter(t -> !triangles.get(t)).toArray();
    BitSet usedWedges = new BitSet();
    BitSet usedVertices = new BitSet();
    for (int t : kept) {
      for (int c = 0; c < 3; c++) {
        usedWedges.set(mesh.wedge(t, c));
        usedVertices.set(mesh.vertex(t, c));
      }
    }
    int[] wedges = usedWedges.stream().toArray();
    int[] vertices = usedVertices.stream().toArray();
    int[] newWedge = inverse(wedges, mesh.wedgeCount());
    int[] newVertex = inverse(vertices, mesh.vertexCount());
    int[] corners = new int[3 * kept.length];
    for (int c = 0; c < corners.length; c++) {
      corners[c] = newWedge[mesh.wedge(kept[c / 3], c % 3)];
    }
    double[] positions = new double[3 * vertices.length];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = mesh.position(vertices[i / 3], i % 3);
    }
    TriMesh smaller =
        new TriMesh(
            positions,
            IntStream.of(wedges).map(w -> newVertex[mesh.vertexOfWedge(w)]).toArray(),
            corners,
            IntStream.of(kept).map(mesh::group).toArray(),
            mesh.attributes().stream().map(attribute -> attribute.wedges(wedges)).toList());
    return new Geometry(
        geometry.name(),
        smaller,
        geometry.skinning().rows(vertices),
        geometry.morphs().isEmpty() ? geometry.morphs() : geometry.morphs().wedges(wedges));
  }

  private static int[] inverse(int[] kept, int count) {
    int[] out = new int[count];
    for (int i = 0; i < kept.length; i++) {
      out[kept[i]] = i;
    }
    return out;
  }
}
