package dev.sinew.metric;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Clip;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSamples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Tangent planes of the wedges of a mesh, fitted to its triangles in animation space ({@link
 * TangentPlaneFit}). Wedges of a vertex with the same normal, which differ in texture coordinates
 * or colours only, share a plane; wedges with different normals, at a hard edge, have planes of
 * their own triangles.
 */
public final class WedgePlanes {
  /** The cosine of the angle below which two unit normals count as one, 0.8°. */
  private static final double SAME_NORMAL = 0.9999;

  /** The number of poses to which planes are fitted. */
  private static final int POSES = 12;

  private WedgePlanes() {}

  /**
   * Fits a plane per wedge of a mesh in animation space, in poses of the character's clips. These
   * are at fixed times, so a character that was moved or read again has the same planes.
   *
   * @param first the first vectors of other planes, for wedges without triangles and characters
   *     without clips
   * @param second the second vectors of these planes
   */
  public static TangentPlaneFit of(
      SkinnedCharacter character,
      Geometry geometry,
      Skin skin,
      AnimationCoords first,
      AnimationCoords second) {
    AnimationCoords coords = geometry.skinning().coords().orElse(null);
    List<Pose> poses = poses(character);
    if (coords == null || poses.isEmpty()) {
      return new TangentPlaneFit(first, second);
    }
    return of(geometry.mesh(), coords, new SampledMetric(PoseSamples.of(poses), skin))
        .orElse(first, second);
  }

  /** Returns poses at even times of all clips; none without a clip. */
  private static List<Pose> poses(SkinnedCharacter character) {
    List<Pose> poses = new ArrayList<>();
    List<Clip> clips = PoseKnowledge.movingClips(character);
    for (int i = 0; i < POSES && !clips.isEmpty(); i++) {
      double at = (double) i * clips.size() / POSES;
      Clip clip = clips.get((int) at);
      Pose pose = new Pose(character.skeleton());
      clip.sample(clip.duration() * (at - (int) at), pose);
      poses.add(pose);
    }
    return poses;
  }

  /**
   * Fits a plane per wedge.
   *
   * @param coords a row per vertex of the mesh
   * @param metric over the joints of the coordinates
   * @return one row per wedge; an empty row if a wedge has no plane
   */
  public static TangentPlaneFit of(TriMesh mesh, AnimationCoords coords, PoseMetric metric) {
    int[] points = shadedPoints(mesh);
    int count = Arrays.stream(points).max().orElse(-1) + 1;
    int[] vertex = new int[count];
    for (int w = 0; w < points.length; w++) {
      vertex[points[w]] = mesh.vertexOfWedge(w);
    }
    int[] triangles = mesh.cornerWedges();
    for (int i = 0; i < triangles.length; i++) {
      triangles[i] = points[triangles[i]];
    }
    return TangentPlaneFit.of(triangles, coords.rows(vertex), metric).rows(points);
  }

  /** Returns the index of the vertex and normal of each wedge. */
  private static int[] shadedPoints(TriMesh mesh) {
    Optional<MeshAttribute> normals = mesh.attribute(MeshAttribute.NORMAL);
    if (normals.isEmpty()) {
      return mesh.wedgeVertices();
    }
    int[] points = new int[mesh.wedgeCount()];
    // The wedges of a vertex that have a point of their own, as lists.
    int[] head = new int[mesh.vertexCount()];
    int[] next = new int[points.length];
    Arrays.fill(head, -1);
    int count = 0;
    for (int w = 0; w < points.length; w++) {
      int v = mesh.vertexOfWedge(w);
      int same = head[v];
      while (same >= 0 && !isSame(normals.get(), w, same)) {
        same = next[same];
      }
      if (same >= 0) {
        points[w] = points[same];
      } else {
        points[w] = count++;
        next[w] = head[v];
        head[v] = w;
      }
    }
    return points;
  }

  /** Returns true if two wedges have the same normal, but for rounding. */
  private static boolean isSame(MeshAttribute normal, int a, int b) {
    double dot = 0;
    for (int axis = 0; axis < 3; axis++) {
      dot += (double) normal.value(a, axis) * normal.value(b, axis);
    }
    return dot > SAME_NORMAL;
  }
}
