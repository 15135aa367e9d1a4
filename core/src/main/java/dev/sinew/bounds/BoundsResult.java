package dev.sinew.bounds;

import dev.sinew.model.Box;
import java.util.List;

/**
 * Spheres and boxes in scene coordinates, as glTF places skinned meshes.
 *
 * @param whole of the whole character
 * @param meshes of every part with vertices, in the order of the character's parts
 * @param joints of the vertices that each joint moves most
 * @param notes what to know about the bounds
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
   * Bounds of a set of vertices.
   *
   * @param clips hold at any time of any clip; without clips, at rest
   * @param range hold when every joint is anywhere within its range
   * @param any hold when every joint is rotated in any way
   */
  public record Entry(Bound clips, Bound range, Bound any) {}

  /**
   * Bounds of a part.
   *
   * @param part its index in the character
   * @param bounds what holds it
   */
  public record MeshEntry(int part, Entry bounds) {}

  /**
   * Bounds of the vertices that a joint moves most.
   *
   * @param joint its index in the skeleton
   * @param bounds what holds them
   */
  public record JointEntry(int joint, Entry bounds) {}

  /**
   * A sphere and a box that both hold a set.
   *
   * @param tightness the sphere's radius over the distance from its centre that the set reaches in
   *     the clips; 1 is as small as possible
   */
  public record Bound(Sphere sphere, Box box, double tightness) {}
}
