package dev.sinew.skin;

import dev.sinew.metric.TangentPlaneFit;
import dev.sinew.metric.WedgePlanes;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.MultiWeights;
import dev.sinew.model.RestDeformer;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.skin.AnimationSpace.TangentPlanes;
import java.util.Locale;
import java.util.Objects;

/** The skinning models, by their short names on the command line. */
public enum SkinningMethod implements DeformerChoice {
  /** Linear blend skinning, also called skeletal subspace deformation. */
  SSD {
    @Override
    public RestDeformer deformer(SkinnedCharacter character, Part part, NormalMode normals) {
      return LinearBlend.of(character, part, normals);
    }
  },
  /** Animation space: the part's own coordinates if it has any, else those of linear blending. */
  AS {
    @Override
    public RestDeformer deformer(SkinnedCharacter character, Part part, NormalMode normals) {
      if (hasCoords(character, part)) {
        return animationSpace(character, part);
      }
      // Both give the same positions, but only linear blending applies morph targets per pose.
      return hasMorphs(character, part)
          ? LinearBlend.of(character, part, normals)
          : AnimationSpace.of(character, part, normals);
    }
  },
  /** Multi-weight enveloping: the part's own weights if it has any, else equal to {@link #AS}. */
  MWE {
    @Override
    public RestDeformer deformer(SkinnedCharacter character, Part part, NormalMode normals) {
      MultiWeights own = character.geometry(part).multiWeights();
      if (own != null && hasMultiWeights(character, part)) {
        return MultiWeight.of(
            own.rows(character.geometry(part).mesh().wedgeVertices()),
            animationSpace(character, part));
      }
      if (hasCoords(character, part)) {
        return MultiWeight.embedding(animationSpace(character, part));
      }
      return hasMorphs(character, part)
          ? LinearBlend.of(character, part)
          : MultiWeight.of(character, part);
    }
  },
  /** Dual quaternion blending. */
  DQS {
    @Override
    public RestDeformer deformer(SkinnedCharacter character, Part part, NormalMode normals) {
      return DualQuaternionBlend.of(character, part);
    }
  },
  /** Spherical blend skinning. */
  SBS {
    @Override
    public RestDeformer deformer(SkinnedCharacter character, Part part, NormalMode normals) {
      return SphericalBlend.of(character, part);
    }
  },
  /** Stretchable, twistable bones over dual quaternions. */
  STBS {
    @Override
    public RestDeformer deformer(SkinnedCharacter character, Part part, NormalMode normals) {
      return StretchTwist.of(character, part);
    }
  };

  /** Returns a new deformer of a part's wedges, with the default normals. */
  @Override
  public RestDeformer deformer(SkinnedCharacter character, Part part) {
    return deformer(character, part, NormalMode.DEFAULT);
  }

  /**
   * Returns a new deformer of a part's wedges.
   *
   * @param normals those of linear blending; other skinning models have their own
   */
  public abstract RestDeformer deformer(SkinnedCharacter character, Part part, NormalMode normals);

  /** Returns this skinning model with a choice of normals. */
  public DeformerChoice with(NormalMode normals) {
    return normals == NormalMode.DEFAULT
        ? this
        : (character, part) -> deformer(character, part, normals);
  }

  /** Returns MWE if the character has multi-weights, AS for animation coordinates, else SSD. */
  public static SkinningMethod of(SkinnedCharacter character) {
    if (character.parts().stream().anyMatch(part -> hasMultiWeights(character, part))) {
      return MWE;
    }
    return character.parts().stream().anyMatch(part -> hasCoords(character, part)) ? AS : SSD;
  }

  private static boolean hasCoords(SkinnedCharacter character, Part part) {
    return part.skin() != SkinnedCharacter.NO_SKIN && character.geometry(part).coords() != null;
  }

  private static boolean hasMultiWeights(SkinnedCharacter character, Part part) {
    return part.skin() != SkinnedCharacter.NO_SKIN
        && character.geometry(part).multiWeights() != null;
  }

  private static boolean hasMorphs(SkinnedCharacter character, Part part) {
    return character.geometry(part).morphs() != null;
  }

  /** Returns a part's own animation space, with tangent planes fitted to its triangles. */
  private static AnimationSpace animationSpace(SkinnedCharacter character, Part part) {
    Geometry geometry = character.geometry(part);
    AnimationCoords coords = Objects.requireNonNull(geometry.coords());
    Skin skin = character.skins().get(part.skin());
    TangentPlanes linear = AnimationSpace.of(character, part, NormalMode.EXACT).planes();
    return AnimationSpace.of(
        skin,
        coords.rows(geometry.mesh().wedgeVertices()),
        linear == null ? null : fittedPlanes(character, geometry, skin, linear));
  }

  /**
   * Returns planes of the triangles with the normals of the mesh at rest, and those of the linear
   * approximation where there are no triangles.
   */
  private static TangentPlanes fittedPlanes(
      SkinnedCharacter character, Geometry geometry, Skin skin, TangentPlanes linear) {
    TangentPlaneFit planes =
        WedgePlanes.of(character, geometry, skin, linear.first(), linear.second());
    return StoredNormals.tilted(
        skin,
        geometry.mesh(),
        Objects.requireNonNull(geometry.influences()),
        new TangentPlanes(planes.first(), planes.second()),
        linear);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
