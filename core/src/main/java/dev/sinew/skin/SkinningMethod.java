package dev.sinew.skin;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Deformer;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import java.util.Locale;

/** The skinning models by the short names users type. */
public enum SkinningMethod {
  /** Linear blend skinning, also called skeletal subspace deformation. */
  SSD {
    @Override
    public Deformer deformer(SkinnedCharacter character, Part part) {
      return LinearBlend.of(character, part);
    }
  },
  /**
   * Animation space: the part's own coordinates where it has them, else those of linear blending.
   */
  AS {
    @Override
    public Deformer deformer(SkinnedCharacter character, Part part) {
      if (moves(character, part)) {
        return animationSpace(character, part);
      }
      // Made from linear blending the two are one, and linear blending also morphs.
      return morphs(character, part)
          ? LinearBlend.of(character, part)
          : AnimationSpace.of(character, part);
    }
  },
  /** Multi-weight enveloping, embedding what {@link #AS} shows. */
  MWE {
    @Override
    public Deformer deformer(SkinnedCharacter character, Part part) {
      if (moves(character, part)) {
        return MultiWeight.embedding(animationSpace(character, part));
      }
      return morphs(character, part)
          ? LinearBlend.of(character, part)
          : MultiWeight.of(character, part);
    }
  },
  /** Dual quaternion blending. */
  DQS {
    @Override
    public Deformer deformer(SkinnedCharacter character, Part part) {
      return DualQuaternionBlend.of(character, part);
    }
  },
  /** Spherical blend skinning. */
  SBS {
    @Override
    public Deformer deformer(SkinnedCharacter character, Part part) {
      return SphericalBlend.of(character, part);
    }
  },
  /** Stretchable, twistable bones over dual quaternions. */
  STBS {
    @Override
    public Deformer deformer(SkinnedCharacter character, Part part) {
      return StretchTwist.of(character, part);
    }
  };

  /** Makes the deformer of a part's wedges. */
  public abstract Deformer deformer(SkinnedCharacter character, Part part);

  /** What a character is made for: animation space where it carries any, else linear blending. */
  public static SkinningMethod of(SkinnedCharacter character) {
    return character.parts().stream().anyMatch(part -> moves(character, part)) ? AS : SSD;
  }

  private static boolean moves(SkinnedCharacter character, Part part) {
    return part.skin() != SkinnedCharacter.NO_SKIN && character.geometry(part).coords() != null;
  }

  private static boolean morphs(SkinnedCharacter character, Part part) {
    return character.geometry(part).morphs() != null;
  }

  /** The part's own coordinates, with the tangent planes of their linear approximation. */
  private static AnimationSpace animationSpace(SkinnedCharacter character, Part part) {
    Geometry geometry = character.geometry(part);
    AnimationCoords coords = java.util.Objects.requireNonNull(geometry.coords());
    return AnimationSpace.of(
        character.skins().get(part.skin()),
        coords.rows(geometry.mesh().wedgeVertices()),
        AnimationSpace.of(character, part, NormalMode.EXACT).planes());
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
