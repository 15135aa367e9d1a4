package dev.sinew.inspect;

import dev.sinew.math.Vec3;
import dev.sinew.model.Influences;
import dev.sinew.model.Issue;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Topology;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Counts of a character, and what may cause trouble later although its file is valid.
 *
 * @param wedges of all meshes: what a glTF file stores as vertices
 * @param vertices of all meshes: wedges of one place on the surface count once
 * @param triangles of all meshes
 * @param joints of all skins, each once
 * @param influences of the wedges
 * @param issues what was found
 */
public record CharacterFindings(
    long wedges,
    long vertices,
    long triangles,
    int joints,
    InfluenceCounts influences,
    List<Issue> issues) {

  /** Height over longest side below which a triangle counts as degenerate. */
  private static final double FLATNESS = 1e-10;

  private static final int NAMES_SHOWN = 5;

  /** Inspects a character. */
  public static CharacterFindings of(SkinnedCharacter character) {
    List<Issue> issues = new ArrayList<>();
    long wedges = 0;
    long vertices = 0;
    long triangles = 0;
    for (int m = 0; m < character.meshes().size(); m++) {
      Geometry geometry = character.meshes().get(m);
      wedges += geometry.mesh().wedgeCount();
      vertices += geometry.mesh().vertexCount();
      triangles += geometry.mesh().triangleCount();
      issues.addAll(meshIssues("/meshes/" + m, geometry.mesh()));
    }
    issues.addAll(influenceIssues(character));
    issues.addAll(unusedJoints(character));
    Set<Integer> joints = new HashSet<>();
    for (Skin skin : character.skins()) {
      for (int i = 0; i < skin.jointCount(); i++) {
        joints.add(skin.joint(i));
      }
    }
    return new CharacterFindings(
        wedges, vertices, triangles, joints.size(), InfluenceCounts.of(character.meshes()), issues);
  }

  /** Finds meshes with more influences per vertex than many viewers show. */
  public static List<Issue> influenceIssues(SkinnedCharacter character) {
    List<Issue> issues = new ArrayList<>();
    for (int m = 0; m < character.meshes().size(); m++) {
      int max = character.meshes().get(m).skinning().asLinear().maxInfluences();
      if (max > Influences.VIEWER_LIMIT) {
        issues.add(
            Issue.warning(
                "/meshes/" + m,
                "up to "
                    + max
                    + " influences per vertex: many viewers show the first "
                    + Influences.VIEWER_LIMIT
                    + " only; see limit"));
      }
    }
    return issues;
  }

  /** Finds issues of a surface, whatever moves it. */
  public static List<Issue> meshIssues(String where, TriMesh mesh) {
    List<Issue> issues = new ArrayList<>();
    Topology topology = Topology.of(mesh);
    int flat = flatTriangles(mesh);
    addCounted(issues, where, flat, "degenerate triangles (no area)");
    addCounted(
        issues, where, topology.nonManifoldEdges().length, "non-manifold edges (over 2 triangles)");
    addCounted(
        issues,
        where,
        topology.nonManifoldVertices().length,
        "non-manifold vertices (fans that meet in one vertex)");
    int boundary = topology.boundaryEdgeCount();
    if (boundary > 0) {
      issues.add(Issue.info(where, boundary + " boundary edges: the surface is open"));
    }
    int unused = topology.isolatedVertexCount();
    if (unused > 0) {
      issues.add(Issue.info(where, unused + " vertices that no triangle with an area uses"));
    }
    return issues;
  }

  private static void addCounted(List<Issue> issues, String where, int count, String what) {
    if (count > 0) {
      issues.add(Issue.warning(where, count + " " + what));
    }
  }

  private static int flatTriangles(TriMesh mesh) {
    int flat = 0;
    for (int t = 0; t < mesh.triangleCount(); t++) {
      double[] a = edge(mesh, t, 0, 1);
      double[] b = edge(mesh, t, 0, 2);
      double[] c = edge(mesh, t, 1, 2);
      double[] n = Vec3.cross(a, b);
      double longest = Math.max(Vec3.dot(a, a), Math.max(Vec3.dot(b, b), Vec3.dot(c, c)));
      if (Vec3.dot(n, n) <= FLATNESS * FLATNESS * longest * longest) {
        flat++;
      }
    }
    return flat;
  }

  private static double[] edge(TriMesh mesh, int t, int from, int to) {
    double[] out = new double[3];
    for (int k = 0; k < 3; k++) {
      out[k] = mesh.position(mesh.vertex(t, to), k) - mesh.position(mesh.vertex(t, from), k);
    }
    return out;
  }

  private static List<Issue> unusedJoints(SkinnedCharacter character) {
    // Each mesh is scanned once, however many parts show it.
    List<BitSet> moving = character.meshes().stream().map(CharacterFindings::movingJoints).toList();
    BitSet[] used = new BitSet[character.skins().size()];
    Arrays.setAll(used, s -> new BitSet());
    boolean[] inUse = new boolean[used.length];
    for (Part part : character.parts()) {
      if (part.skin() != SkinnedCharacter.NO_SKIN) {
        inUse[part.skin()] = true;
        used[part.skin()].or(moving.get(part.mesh()));
      }
    }
    List<Issue> issues = new ArrayList<>();
    for (int s = 0; s < used.length; s++) {
      Skin skin = character.skins().get(s);
      List<String> names = new ArrayList<>();
      for (int i = 0; i < skin.jointCount(); i++) {
        if (!used[s].get(i)) {
          names.add(character.skeleton().name(skin.joint(i)));
        }
      }
      if (!inUse[s]) {
        issues.add(Issue.info("/skins/" + s, "no mesh in the scene uses this skin"));
      } else if (!names.isEmpty()) {
        issues.add(
            Issue.info(
                "/skins/" + s + "/joints",
                names.size() + " unused joints that move no vertex: " + firstNames(names)));
      }
    }
    return issues;
  }

  private static BitSet movingJoints(Geometry geometry) {
    BitSet joints = new BitSet();
    Influences influences = geometry.skinning().influences().orElse(null);
    for (int v = 0; influences != null && v < influences.vertexCount(); v++) {
      for (int i = 0; i < influences.count(v); i++) {
        joints.set(influences.joint(v, i));
      }
    }
    return joints;
  }

  private static String firstNames(List<String> names) {
    String shown = String.join(", ", names.subList(0, Math.min(NAMES_SHOWN, names.size())));
    return names.size() > NAMES_SHOWN ? shown + ", ..." : shown;
  }
}
