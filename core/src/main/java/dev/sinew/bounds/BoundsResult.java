package dev.sinew.bounds;

import dev.sinew.math.Similarity;
import dev.sinew.model.Box;
import java.util.List;

/**
 * Spheres and boxes in scene coordinates, as glTF places skinned meshes.
 *
 * @param whole bounds of the whole character
 * @param meshes bounds of every part with vertices, in the order of the character's parts
 * @param joints bounds of the vertices with the same main joint
 * @param notes remarks for the user
 */
public record BoundsResult(
    Entry whole, List<MeshEntry> meshes, List<JointEntry> joints, List<String> notes) {
  /** Copies the lists. */
  public BoundsResult {
    meshes = List.copyOf(meshes);
    joints = List.copyOf(joints);
    notes = List.copyOf(notes);
  }

  /**
   * Returns the bounds of the character after a motion (section 3.4 of Merry's thesis). Spheres
   * stay as tight; a box that is turned by other than quarter turns becomes larger.
   */
  public BoundsResult moved(Similarity motion) {
    return new BoundsResult(
        whole.moved(motion),
        meshes.stream().map(e -> new MeshEntry(e.part, e.bounds.moved(motion))).toList(),
        joints.stream().map(e -> new JointEntry(e.joint, e.bounds.moved(motion))).toList(),
        notes);
  }

  /**
   * Bounds of a set of vertices.
   *
   * @param clips valid at any time of any clip; without clips, at rest
   * @param range valid for all poses within the joint ranges
   * @param any valid for all rotations of the joints
   */
  public record Entry(Bound clips, Bound range, Bound any) {
    /** Returns the bounds after a motion. */
    public Entry moved(Similarity motion) {
      return new Entry(clips.moved(motion), range.moved(motion), any.moved(motion));
    }
  }

  /**
   * Bounds of a part.
   *
   * @param part its index in the character
   * @param bounds its bounds
   */
  public record MeshEntry(int part, Entry bounds) {}

  /**
   * Bounds of the vertices with the same main joint, the one of the largest weight.
   *
   * @param joint its index in the skeleton
   * @param bounds the bounds of the vertices
   */
  public record JointEntry(int joint, Entry bounds) {}

  /**
   * A sphere and a box that both contain a set of vertices.
   *
   * @param sphere the sphere
   * @param box the box
   * @param tightness the sphere's radius divided by the largest distance from its centre in the
   *     clips; 1 is optimal
   */
  public record Bound(Sphere sphere, Box box, double tightness) {
    /** Returns the bounds after a motion. */
    public Bound moved(Similarity motion) {
      return new Bound(sphere.moved(motion), box.moved(motion), tightness);
    }
  }
}
