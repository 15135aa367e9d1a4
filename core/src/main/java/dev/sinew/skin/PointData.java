package dev.sinew.skin;

import dev.sinew.model.Influences;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;

/**
 * What the skinning models compute once per point of a part, in flat arrays, for implementations
 * elsewhere, such as vertex shaders (Merry's thesis "Animation Space", 2007, section 7.4.3: any
 * number of influences per vertex, in textures). Points are the part's wedges; joints are indices
 * into the skin's joint list.
 *
 * <p>The arrays are handed over, not copied; callers must not modify them.
 */
public final class PointData {
  private final SkinnedCharacter character;
  private final Part part;
  private final PointInfluences rows;
  private final SkinTree tree;

  private PointData(SkinnedCharacter character, Part part) {
    this.character = character;
    this.part = part;
    rows = PointInfluences.of(character, part);
    tree = new SkinTree(character.skeleton(), rows.skin);
  }

  /** Returns the data of a part. */
  public static PointData of(SkinnedCharacter character, Part part) {
    return new PointData(character, part);
  }

  /** Returns the skin of the part; of a part without one, a skin of its node alone. */
  public Skin skin() {
    return rows.skin;
  }

  /** Returns the index of each point's first influence, and the end of the last. */
  public int[] rowStarts() {
    return rows.rowStart;
  }

  /** Returns the joint of every influence, largest weight first within a point. */
  public int[] joints() {
    return rows.joints;
  }

  /** Returns the weight of every influence. */
  public float[] weights() {
    return rows.weights;
  }

  /** Returns the parent of every joint within the skin, −1 for roots. */
  public int[] parents() {
    return tree.parent;
  }

  /** Returns all joints, parents before children. */
  public int[] order() {
    return tree.order;
  }

  /** Returns x, y, z of every joint in the bind pose. */
  public double[] origins() {
    return tree.origin;
  }

  /** Returns x, y, z per point, about which {@link DualQuaternionBlend} stretches and rotates. */
  public float[] meetingPoints() {
    return new MeetingPoints(tree).of(rows);
  }

  /** Returns the joint sets of {@link SphericalBlend}. */
  public Sets sets() {
    JointSets sets = new JointSets(rows);
    return new Sets(
        sets.start,
        sets.joints,
        sets.setOfPoint,
        sets.memberOfInfluence,
        SphericalBlend.meetingPoints(sets, tree));
  }

  /** Returns the bones of {@link StretchTwist} with its default options. */
  public BoneData bones() {
    TriMesh mesh = character.geometry(part).mesh();
    Influences influences = PointInfluences.vertexInfluences(character, part);
    RestBones bones = new RestBones(tree, influences, mesh.bounds().longestSide());
    float[] perVertex = EndpointWeights.byBoneHeat(mesh, influences, bones);
    return new BoneData(
        bones.end, bones.axis, bones.length, StretchTwist.perPoint(perVertex, influences, mesh));
  }

  /**
   * The distinct sets of joints.
   *
   * @param starts the index of each set's first member, and the end of the last
   * @param joints the joint of every member
   * @param setOfPoint the set of every point
   * @param memberOfInfluence the member of every influence
   * @param meetings x, y, z per set, where its joints meet at rest
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  public record Sets(
      int[] starts, int[] joints, int[] setOfPoint, int[] memberOfInfluence, double[] meetings) {}

  /**
   * Bones from joints to their children.
   *
   * @param ends the joint at the end of every joint's bone, −1 for joints without one
   * @param axes unit vectors along the bones at rest
   * @param lengths the lengths at rest
   * @param endpointWeights per influence: 0 at the joint, 1 at the bone's end
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  public record BoneData(int[] ends, double[] axes, double[] lengths, float[] endpointWeights) {}
}
