package dev.sinew.transform;

import dev.sinew.math.Affine;
import dev.sinew.math.Similarity;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Clip;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.transform.ElementChange.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Moves a character by M: a scale S about the origin, then a rigid motion W (Merry's thesis,
 * section 3.4).
 *
 * <p>The scale is applied to all lengths and to no matrix: translations of joints and of inverse
 * bind matrices, vertices, morph offsets and the first three animation coordinates are scaled
 * (equations 3.29 and 3.30). The rigid motion is applied to the roots (equation 3.32), so the
 * global transforms become W S G S⁻¹. Skinned meshes are also turned at rest where {@link
 * TurnedSkins} allows it: M v with S B M⁻¹ gives the same points in joint space as S v with S B
 * S⁻¹.
 */
final class MovedCharacter {
  private final SkinnedCharacter old;
  private final Similarity motion;
  private final Similarity scaling;
  private final TurnedSkins turned;
  private final SkinnedCharacter character;

  MovedCharacter(SkinnedCharacter old, Similarity motion, RunContext context) {
    this.old = old;
    this.motion = motion;
    scaling = Similarity.scaling(motion.scale());
    turned = TurnedSkins.of(old);
    List<Geometry> meshes = new ArrayList<>();
    for (int m = 0; m < old.meshes().size(); m++) {
      context.report("moving meshes", m, old.meshes().size());
      meshes.add(mesh(m));
    }
    List<Skin> skins = new ArrayList<>();
    for (int s = 0; s < old.skins().size(); s++) {
      skins.add(skin(s));
    }
    List<Clip> clips = new ArrayList<>();
    for (Clip clip : old.clips()) {
      context.checkCancelled();
      clips.add(new Clip(clip.name(), clip.tracks().stream().map(this::track).toList()));
    }
    character =
        new SkinnedCharacter(skeleton(), skins, meshes, old.parts(), clips, old.materials());
  }

  SkinnedCharacter character() {
    return character;
  }

  /** Returns the number of meshes whose vertices take part in the rigid motion. */
  int turnedMeshes() {
    int count = 0;
    for (int m = 0; m < old.meshes().size(); m++) {
      count += turned.mesh(m) && !motion.isScaling() ? 1 : 0;
    }
    return count;
  }

  private Similarity ofJoint(int joint) {
    return old.skeleton().parent(joint) == Skeleton.NO_PARENT ? motion : scaling;
  }

  private Skeleton skeleton() {
    Skeleton skeleton = old.skeleton();
    Skeleton.Builder out = Skeleton.builder().humanoid(skeleton.humanoid());
    for (int j = 0; j < skeleton.jointCount(); j++) {
      double[] t = new double[3];
      double[] q = new double[4];
      double[] s = new double[3];
      double[] composed = new double[Affine.SIZE];
      double[] local = new double[Affine.SIZE];
      skeleton.copyRestTranslation(j, t, 0);
      skeleton.copyRestRotation(j, q, 0);
      skeleton.copyRestScale(j, s, 0);
      skeleton.copyRestLocal(j, local, 0);
      Affine.fromTrs(t, 0, q, 0, s, 0, composed, 0);
      if (Arrays.equals(composed, local)) {
        ofJoint(j).movePoint(t, 0);
        ofJoint(j).turnRotation(q, 0);
        out.add(skeleton.name(j), skeleton.parent(j), t, q, s);
      } else {
        moveLocal(ofJoint(j), local);
        out.addMatrix(skeleton.name(j), skeleton.parent(j), local);
      }
    }
    return out.build();
  }

  /** Replaces a local transform L by W S L S⁻¹. */
  private static void moveLocal(Similarity motion, double[] local) {
    for (int r = 0; r < 3; r++) {
      local[4 * r + 3] *= motion.scale();
    }
    Affine.multiply(motion.rigid(), 0, local, 0, local, 0);
  }

  private Skin skin(int index) {
    Skin skin = old.skins().get(index);
    int[] joints = new int[skin.jointCount()];
    double[] binds = new double[Affine.SIZE * joints.length];
    for (int i = 0; i < joints.length; i++) {
      joints[i] = skin.joint(i);
      skin.copyInverseBind(i, binds, Affine.SIZE * i);
    }
    Similarity own = turned.skin(index) ? motion : scaling;
    return new Skin(skin.name(), joints, new ElementChange(Kind.BIND, own).applyToAll(binds));
  }

  private Geometry mesh(int index) {
    Geometry mesh = old.meshes().get(index);
    Similarity own = turned.mesh(index) ? motion : scaling;
    ElementChange move = new ElementChange(Kind.VECTOR, own);
    ElementChange turn = new ElementChange(Kind.DIRECTION, own);
    return new Geometry(
        mesh.name(),
        surface(mesh.mesh(), own),
        skinning(mesh.skinning(), own),
        mesh.morphs().with(x -> move.applyToAll(x, 3), n -> turn.applyToAll(n, 3)));
  }

  private Skinning skinning(Skinning skinning, Similarity own) {
    return switch (skinning) {
      case Skinning.Rigid rigid -> rigid;
      case Skinning.Linear linear -> linear;
      case Skinning.AnimationSpace space -> moved(space, own);
      case Skinning.MultiWeight multi -> {
        Skinning.AnimationSpace base = moved(multi.base(), own);
        yield MovedMultiWeights.of(multi.weights(), motion, own)
            .<Skinning>map(weights -> new Skinning.MultiWeight(base, weights))
            .orElse(base);
      }
    };
  }

  private static Skinning.AnimationSpace moved(Skinning.AnimationSpace space, Similarity own) {
    return new Skinning.AnimationSpace(coords(space.points(), own), space.fallback());
  }

  private static TriMesh surface(TriMesh mesh, Similarity own) {
    double[] positions = new ElementChange(Kind.POINT, own).applyToAll(mesh.positions());
    for (int i = 0; i < positions.length; i++) {
      if (!Float.isFinite((float) positions[i])) {
        throw new RequestException("vertex " + i / 3 + " is out of range after the transformation");
      }
    }
    ElementChange turn = new ElementChange(Kind.DIRECTION, own);
    List<MeshAttribute> attributes = new ArrayList<>();
    for (MeshAttribute attribute : mesh.attributes()) {
      boolean isDirection =
          attribute.name().equals(MeshAttribute.NORMAL)
              || attribute.name().equals(MeshAttribute.TANGENT);
      int components = attribute.components();
      attributes.add(
          isDirection
              ? new MeshAttribute(
                  attribute.name(), components, turn.applyToAll(attribute.toArray(), components))
              : attribute);
    }
    return new TriMesh(
        positions, mesh.wedgeVertices(), mesh.cornerWedges(), mesh.groups(), attributes);
  }

  private static AnimationCoords coords(AnimationCoords coords, Similarity own) {
    return AnimationCoords.points(
        coords.rowStarts(),
        coords.joints(),
        new ElementChange(Kind.COORDINATES, own).applyToAll(coords.values()));
  }

  private Clip.Track track(Clip.Track track) {
    boolean cubic = track.interpolation() == Clip.Interpolation.CUBICSPLINE;
    Similarity own = ofJoint(track.joint());
    return switch (track.property()) {
      case TRANSLATION -> changed(track, new ElementChange(Kind.POINT, own, cubic));
      case ROTATION -> changed(track, new ElementChange(Kind.ROTATION, own, cubic));
      case SCALE, WEIGHTS -> track;
    };
  }

  private static Clip.Track changed(Clip.Track track, ElementChange change) {
    return new Clip.Track(
        track.joint(),
        track.property(),
        track.interpolation(),
        track.times(),
        change.applyToAll(track.values()));
  }
}
