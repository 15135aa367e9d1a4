package dev.sinew.inspect;

import dev.sinew.model.Clip;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A morph target, what it moves and what drives it.
 *
 * @param mesh the name of its mesh
 * @param number its number in the mesh
 * @param name its name; its number if it has none
 * @param distance how far it moves a vertex at most, in longest sides of the mesh's box at rest
 * @param vertices the number of vertices that it moves
 * @param clips the clips in which its weight is not that at rest
 * @param expressions the expressions of an avatar that it belongs to
 */
public record TargetUse(
    String mesh,
    int number,
    String name,
    double distance,
    int vertices,
    List<String> clips,
    List<String> expressions) {
  /** Copies the lists. */
  public TargetUse {
    clips = List.copyOf(clips);
    expressions = List.copyOf(expressions);
  }

  /** The expressions of an avatar. */
  public interface Expressions {
    /** Returns the names of those that a target of a mesh belongs to. */
    List<String> of(int mesh, int target);
  }

  /** Returns the targets of a character, in the order of the meshes. */
  public static List<TargetUse> of(SkinnedCharacter character, Expressions expressions) {
    List<TargetUse> out = new ArrayList<>();
    for (int m = 0; m < character.meshes().size(); m++) {
      Geometry geometry = character.meshes().get(m);
      int own = m;
      List<Part> parts = character.parts().stream().filter(part -> part.mesh() == own).toList();
      List<BitSet> driven =
          character.clips().stream().map(clip -> driven(character, clip, parts)).toList();
      double side = longestSide(geometry.mesh());
      for (int t = 0; t < geometry.morphs().count(); t++) {
        List<String> clips = new ArrayList<>();
        for (int c = 0; c < driven.size(); c++) {
          if (driven.get(c).get(t)) {
            clips.add(character.clips().get(c).name());
          }
        }
        Moved moved = Moved.of(geometry.mesh(), geometry.morphs(), t);
        out.add(
            new TargetUse(
                geometry.name(),
                t,
                geometry.morphs().name(t),
                moved.distance / side,
                moved.vertices,
                clips,
                expressions.of(m, t)));
      }
    }
    return out;
  }

  private record Moved(double distance, int vertices) {
    static Moved of(TriMesh mesh, MorphTargets morphs, int target) {
      float[] offsets = morphs.positionOffsets(target);
      BitSet vertices = new BitSet();
      double most = 0;
      for (int w = 0; w < mesh.wedgeCount(); w++) {
        double x = offsets[3 * w], y = offsets[3 * w + 1], z = offsets[3 * w + 2];
        double square = x * x + y * y + z * z;
        most = Math.max(most, square);
        vertices.set(mesh.vertexOfWedge(w), vertices.get(mesh.vertexOfWedge(w)) || square > 0);
      }
      return new Moved(Math.sqrt(most), vertices.cardinality());
    }
  }

  /** Returns the longest side of the box of a mesh; 1 if it has none. */
  private static double longestSide(TriMesh mesh) {
    double longest = 0;
    for (int k = 0; k < 3; k++) {
      double least = Double.POSITIVE_INFINITY;
      double most = Double.NEGATIVE_INFINITY;
      for (int v = 0; v < mesh.vertexCount(); v++) {
        least = Math.min(least, mesh.position(v, k));
        most = Math.max(most, mesh.position(v, k));
      }
      longest = Math.max(longest, most - least);
    }
    return longest > 0 ? longest : 1;
  }

  /** Returns the targets whose weights are others than at rest in some key of a clip. */
  private static BitSet driven(SkinnedCharacter character, Clip clip, List<Part> parts) {
    BitSet out = new BitSet();
    if (parts.isEmpty()) {
      return out;
    }
    Pose rest = character.restPose();
    for (Clip.Track track : clip.tracks()) {
      if (track.property() == Clip.Property.WEIGHTS
          && parts.stream().anyMatch(part -> part.node() == track.joint())) {
        double[] weights = new double[track.components()];
        for (int k = 0; k < track.keyCount(); k++) {
          track.sample(track.time(k), weights, 0);
          for (int t = 0; t < weights.length; t++) {
            out.set(t, out.get(t) || weights[t] != rest.morphWeight(track.joint(), t));
          }
        }
      }
    }
    return out;
  }
}
