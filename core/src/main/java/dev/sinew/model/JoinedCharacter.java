package dev.sinew.model;

import dev.sinew.math.Affine;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The meshes that a character's scene shows, joined into one mesh with one list of bones, so that
 * one simplification queue covers all of them. A mesh shown several times moves as its first part
 * does. Bones are the joints of the skins, and the nodes of meshes without a skin.
 *
 * <p>Points (the joined vertices), wedges and groups of the meshes follow one another. Morph
 * offsets are stored as attributes with their own names.
 */
public final class JoinedCharacter {
  /** Prefix of the attribute names of morph targets' position offsets. */
  public static final String MORPH_POSITION = "MORPH_POSITION_";

  /** Prefix of the attribute names of morph targets' normal offsets. */
  public static final String MORPH_NORMAL = "MORPH_NORMAL_";

  /** Approximate number of points of {@link #sparseShape}. */
  private static final int SPARSE_POINTS = 200;

  private final SkinnedCharacter character;
  private final @Nullable Part[] shownBy;
  private final MeshJoiner joiner;
  private final List<BoneList> boneLists = new ArrayList<>();
  private final int boneCount;
  private final TriMesh mesh;
  private final Influences influences;

  /** The joints of a skin, or one node, and the index of the first one's bone. */
  private record BoneList(int skin, int node, int first) {}

  /** Joins the meshes of a character, without the triangles of meshes that are not shown. */
  public JoinedCharacter(SkinnedCharacter character) {
    this.character = character;
    int count = character.meshes().size();
    shownBy = new Part[count];
    for (Part part : character.parts().reversed()) {
      shownBy[part.mesh()] = part;
    }
    int bones = 0;
    Influences.Builder rows = Influences.builder();
    for (int m = 0; m < count; m++) {
      BoneList list = boneList(m, bones);
      bones = Math.max(bones, list.first + size(list));
      addRows(character.meshes().get(m).mesh().vertexCount(), skinning(m), list.first, rows);
    }
    boneCount = bones;
    influences = rows.build();
    joiner = new MeshJoiner(IntStream.range(0, count).mapToObj(this::meshToJoin).toList());
    mesh = joiner.join(MeshJoiner.Missing.ZERO);
  }

  /** Returns the bones of a mesh; meshes with the same skin share them. */
  private BoneList boneList(int m, int next) {
    Part part = shownBy[m];
    int skin = part == null ? SkinnedCharacter.NO_SKIN : part.skin();
    for (BoneList known : boneLists) {
      if (skin != SkinnedCharacter.NO_SKIN && known.skin == skin) {
        boneLists.add(known);
        return known;
      }
    }
    BoneList made = new BoneList(skin, part == null ? 0 : part.node(), next);
    boneLists.add(made);
    return made;
  }

  private int size(BoneList list) {
    return list.skin == SkinnedCharacter.NO_SKIN
        ? 1
        : character.skins().get(list.skin).jointCount();
  }

  private static void addRows(int vertices, Skinning skinning, int first, Influences.Builder rows) {
    Influences own = skinning.influences().orElse(null);
    for (int v = 0; v < vertices; v++) {
      if (own == null) {
        rows.add(first, 1);
      } else {
        for (int i = 0; i < own.count(v); i++) {
          rows.add(first + own.joint(v, i), own.weight(v, i));
        }
      }
      rows.endRow();
    }
  }

  /** Returns a mesh with its morph offsets as attributes; without its triangles if not shown. */
  private TriMesh meshToJoin(int m) {
    Geometry geometry = character.meshes().get(m);
    TriMesh own = geometry.mesh();
    return new TriMesh(
        own.positions(),
        own.wedgeVertices(),
        isShown(m) ? own.cornerWedges() : new int[0],
        isShown(m) ? own.groups() : new int[0],
        attributesOf(geometry));
  }

  /** Returns a mesh's attributes, with its morph offsets as further attributes. */
  private static List<MeshAttribute> attributesOf(Geometry geometry) {
    List<MeshAttribute> out = new ArrayList<>(geometry.mesh().attributes());
    MorphTargets morphs = geometry.morphs();
    for (int t = 0; t < morphs.count(); t++) {
      out.add(new MeshAttribute(MORPH_POSITION + t, 3, morphs.positionOffsets(t)));
      float[] normals = morphs.normalOffsets(t);
      if (normals != null) {
        out.add(new MeshAttribute(MORPH_NORMAL + t, 3, normals));
      }
    }
    return out;
  }

  /** Returns the character. */
  public SkinnedCharacter character() {
    return character;
  }

  /**
   * Returns the joined mesh; positions are in each mesh's own space. Lengths and areas there mean
   * nothing: those of {@link #restMesh} do.
   */
  public TriMesh mesh() {
    return mesh;
  }

  /**
   * Returns the joined mesh with the positions that the scene shows at rest, where lengths of
   * different meshes and files compare. Attributes stay in each mesh's own space. Points of meshes
   * that are not shown have no place there; all are at the first one that is shown.
   *
   * @throws RequestException if a position is not finite
   */
  public TriMesh restMesh() {
    Pose rest = character.restPose();
    double[] matrices = matrices(rest);
    double[] offsets = morphOffsets(rest);
    AnimationCoords coords = hasCoords() ? coords() : null;
    double[] out = new double[3 * mesh.vertexCount()];
    BitSet shown = new BitSet();
    for (int p = 0; p < mesh.vertexCount(); p++) {
      if (isShown(meshOf(p))) {
        shown.set(p);
        place(coords, p, matrices, offsets, out);
      }
    }
    int first = Math.max(0, shown.nextSetBit(0));
    for (int p = 0; p < mesh.vertexCount(); p++) {
      if (!shown.get(p)) {
        System.arraycopy(out, 3 * first, out, 3 * p, 3);
      }
    }
    return mesh.withPositions(out);
  }

  /** Writes a point in the pose of matrices and morph offsets. */
  private void place(
      @Nullable AnimationCoords coords, int p, double[] matrices, double[] offsets, double[] out) {
    int count = coords == null ? influences.count(p) : coords.count(p);
    double[] from = new double[4];
    for (int i = 0; i < count; i++) {
      from[3] = coords == null ? influences.weight(p, i) : coords.value(p, i, 3);
      for (int k = 0; k < 3; k++) {
        from[k] = coords == null ? from[3] * mesh.position(p, k) : coords.value(p, i, k);
        from[k] += offsets.length == 0 ? 0 : from[3] * offsets[3 * p + k];
      }
      int joint = coords == null ? influences.joint(p, i) : coords.joint(p, i);
      for (int r = 0, m = Affine.SIZE * joint; r < 3; r++, m += 4) {
        for (int c = 0; c < 4; c++) {
          out[3 * p + r] += matrices[m + c] * from[c];
        }
      }
    }
    for (int k = 3 * p; k < 3 * p + 3; k++) {
      if (!Double.isFinite(out[k])) {
        throw new RequestException(
            "vertex " + p + " is at " + out[k] + " at rest: its transforms are out of range");
      }
    }
  }

  /**
   * Returns for every mesh how long a unit of its own space is in the scene at rest, from the areas
   * of its triangles; 1 for a mesh without area.
   *
   * @param rest {@link #restMesh} of this character
   */
  public double[] meshUnits(TriMesh rest) {
    double[] own = new double[character.meshes().size()];
    double[] shown = new double[own.length];
    for (int t = 0; t < mesh.triangleCount(); t++) {
      int m = meshOf(mesh.vertex(t, 0));
      own[m] += length(mesh.areaNormal(t));
      shown[m] += length(rest.areaNormal(t));
    }
    for (int m = 0; m < own.length; m++) {
      own[m] = own[m] > 0 && shown[m] > 0 ? Math.sqrt(shown[m] / own[m]) : 1;
    }
    return own;
  }

  private static double length(double[] v) {
    return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  }

  /** Returns the bones' weights, one row per point. */
  public Influences influences() {
    return influences;
  }

  /** Returns the number of bones. */
  public int boneCount() {
    return boneCount;
  }

  /** Returns true if the scene shows a mesh. */
  public boolean isShown(int m) {
    return shownBy[m] != null;
  }

  /** Returns the index of a mesh's first point. */
  public int firstPoint(int m) {
    return joiner.firstVertex(m);
  }

  /** Returns the index of a mesh's first triangle, or the triangle count for the mesh count. */
  public int firstTriangle(int m) {
    return joiner.firstTriangle(m);
  }

  /** Returns the index of a mesh's first group. */
  public int firstGroup(int m) {
    return joiner.firstGroup(m);
  }

  /** Returns the material of a joined group; empty if it is not known. */
  public Optional<Material> material(int group) {
    int m = joiner.meshOfGroup(group);
    return character.material(m, group - firstGroup(m));
  }

  /** Returns the index of a mesh's first bone. */
  public int firstBone(int m) {
    return boneLists.get(m).first;
  }

  /** Returns true if a mesh's bones are joints of a skin. */
  public boolean isSkinned(int m) {
    return boneLists.get(m).skin != SkinnedCharacter.NO_SKIN;
  }

  /** Returns how the points of a mesh follow its skin: rigidly if its bone is a node. */
  public Skinning skinning(int m) {
    return isSkinned(m) ? character.meshes().get(m).skinning() : Skinning.rigid();
  }

  /** Returns the skeleton joint of every bone. */
  public int[] boneJoints() {
    int[] out = new int[boneCount];
    for (BoneList list : boneLists) {
      for (int i = 0; i < size(list); i++) {
        out[list.first + i] =
            list.skin == SkinnedCharacter.NO_SKIN
                ? list.node
                : character.skins().get(list.skin).joint(i);
      }
    }
    return out;
  }

  /**
   * Returns all bones as one skin: their joints and inverse bind matrices. Joints that several
   * skins share are repeated.
   */
  public Skin boneSkin() {
    double[] binds = new double[Affine.SIZE * boneCount];
    for (BoneList list : boneLists) {
      for (int i = 0; i < size(list); i++) {
        int at = Affine.SIZE * (list.first + i);
        if (list.skin == SkinnedCharacter.NO_SKIN) {
          Affine.identity(binds, at);
        } else {
          character.skins().get(list.skin).copyInverseBind(i, binds, at);
        }
      }
    }
    return new Skin("bones", boneJoints(), binds);
  }

  /** Returns true if a point has animation coordinates. */
  public boolean hasCoords(int point) {
    return skinning(meshOf(point)).coords().isPresent();
  }

  /** Returns the skinning matrix of every bone in a pose, 12 values per bone. */
  public double[] matrices(Pose pose) {
    double[] out = new double[Affine.SIZE * boneCount];
    for (BoneList list : boneLists) {
      int at = Affine.SIZE * list.first;
      if (list.skin == SkinnedCharacter.NO_SKIN) {
        pose.copyGlobal(list.node, out, at);
      } else {
        Skin skin = character.skins().get(list.skin);
        double[] own = new double[Affine.SIZE * skin.jointCount()];
        skin.skinningMatrices(pose, own);
        System.arraycopy(own, 0, out, at, own.length);
      }
    }
    return out;
  }

  /** Returns the morph offset of every point in a pose; empty if no mesh has morph targets. */
  public double[] morphOffsets(Pose pose) {
    if (character.meshes().stream().allMatch(g -> g.morphs().isEmpty())) {
      return new double[0];
    }
    double[] out = new double[3 * mesh.vertexCount()];
    for (int m = 0; m < character.meshes().size(); m++) {
      Geometry geometry = character.meshes().get(m);
      MorphTargets morphs = geometry.morphs();
      Part part = shownBy[m];
      if (part == null || morphs.isEmpty()) {
        continue;
      }
      float[] sum = new float[3 * geometry.mesh().wedgeCount()];
      for (int t = 0; t < morphs.count(); t++) {
        morphs.addPositions(t, pose.morphWeight(part.node(), t), sum);
      }
      for (int w = 0; w < geometry.mesh().wedgeCount(); w++) {
        int p = joiner.firstVertex(m) + geometry.mesh().vertexOfWedge(w);
        for (int i = 0; i < 3; i++) {
          out[3 * p + i] = sum[3 * w + i];
        }
      }
    }
    return out;
  }

  /** Returns the positions of a few points in a pose, relative to the first, to compare poses. */
  public float[] sparseShape(Pose pose) {
    double[] matrices = matrices(pose);
    double[] offsets = morphOffsets(pose);
    int points = mesh.vertexCount();
    int step = Math.max(1, points / SPARSE_POINTS);
    float[] out = new float[3 * ((points + step - 1) / step)];
    for (int p = 0, at = 0; p < points; p += step, at += 3) {
      double x = mesh.position(p, 0), y = mesh.position(p, 1), z = mesh.position(p, 2);
      if (offsets.length > 0) {
        x += offsets[3 * p];
        y += offsets[3 * p + 1];
        z += offsets[3 * p + 2];
      }
      for (int i = 0; i < influences.count(p); i++) {
        int m = Affine.SIZE * influences.joint(p, i);
        double w = influences.weight(p, i);
        for (int r = 0; r < 3; r++, m += 4) {
          out[at + r] +=
              (float)
                  (w
                      * (matrices[m] * x
                          + matrices[m + 1] * y
                          + matrices[m + 2] * z
                          + matrices[m + 3]));
        }
      }
    }
    for (int i = out.length - 1; i >= 0; i--) {
      out[i] -= out[i % 3]; // The character's path does not count.
    }
    return out;
  }

  /** Returns the points for which the joints of a predicate have at least half of the weight. */
  public BitSet pointsMovedBy(IntPredicate joint) {
    int[] joints = boneJoints();
    BitSet out = new BitSet();
    for (int p = 0; p < mesh.vertexCount(); p++) {
      double share = 0;
      for (int i = 0; i < influences.count(p); i++) {
        share += joint.test(joints[influences.joint(p, i)]) ? influences.weight(p, i) : 0;
      }
      out.set(p, share >= 0.5);
    }
    return out;
  }

  /** Returns true if some skinned mesh has animation coordinates. */
  public boolean hasCoords() {
    return IntStream.range(0, character.meshes().size())
        .anyMatch(m -> skinning(m).coords().isPresent());
  }

  /**
   * Returns animation coordinates of all points for the list of bones, in the meshes' own spaces;
   * for a mesh without coordinates, those of its linear blend skin.
   */
  public AnimationCoords coords() {
    AnimationCoords.Builder rows = AnimationCoords.builder();
    for (int m = 0; m < character.meshes().size(); m++) {
      Geometry geometry = character.meshes().get(m);
      AnimationCoords own = skinning(m).coords().orElse(null);
      double[] binds = own == null ? new double[0] : restMatrices(m);
      for (int v = 0; v < geometry.mesh().vertexCount(); v++) {
        if (own == null) {
          addInfluences(rows, joiner.firstVertex(m) + v);
        } else {
          addCoords(rows, own, v, binds, boneLists.get(m).first);
        }
        rows.endRow();
      }
    }
    return rows.buildVectors();
  }

  private void addInfluences(AnimationCoords.Builder rows, int p) {
    for (int i = 0; i < influences.count(p); i++) {
      double w = influences.weight(p, i);
      rows.add(
          influences.joint(p, i),
          w * mesh.position(p, 0),
          w * mesh.position(p, 1),
          w * mesh.position(p, 2),
          w);
    }
  }

  private static void addCoords(
      AnimationCoords.Builder rows, AnimationCoords own, int v, double[] binds, int firstBone) {
    double[] p = new double[3];
    for (int i = 0; i < own.count(v); i++) {
      double w = own.value(v, i, 3);
      int b = Affine.SIZE * own.joint(v, i);
      for (int r = 0; r < 3; r++) {
        p[r] =
            binds[b + 4 * r] * own.value(v, i, 0)
                + binds[b + 4 * r + 1] * own.value(v, i, 1)
                + binds[b + 4 * r + 2] * own.value(v, i, 2)
                + binds[b + 4 * r + 3] * w;
      }
      rows.add(firstBone + own.joint(v, i), p[0], p[1], p[2], w);
    }
  }

  /** Returns the bind matrix of every joint of a mesh's skin. */
  private double[] restMatrices(int m) {
    Skin skin = character.skins().get(boneLists.get(m).skin);
    double[] out = new double[Affine.SIZE * skin.jointCount()];
    for (int j = 0; j < skin.jointCount(); j++) {
      skin.copyInverseBind(j, out, Affine.SIZE * j);
      if (!Affine.invert(out, Affine.SIZE * j, out, Affine.SIZE * j)) {
        throw new RequestException(
            "skin " + skin.name() + ": expected an invertible bind matrix of joint " + j);
      }
    }
    return out;
  }

  /** Returns the skin of a mesh; the mesh must be skinned. */
  public Skin skin(int m) {
    return character.skins().get(boneLists.get(m).skin);
  }

  /** Returns the node of the part that shows a mesh. */
  public int node(int m) {
    return boneLists.get(m).node;
  }

  /** Returns the mesh of a point. */
  public int meshOf(int point) {
    return joiner.meshOfVertex(point);
  }
}
