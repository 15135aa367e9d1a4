package dev.sinew.skin;

import dev.sinew.metric.TangentPlaneFit;
import dev.sinew.metric.WedgePlanes;
import dev.sinew.model.Influences;
import dev.sinew.model.RestDeformer;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.skin.AnimationSpace.TangentPlanes;
import java.util.List;
import java.util.Locale;

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
      if (character.skinning(part).withoutMultiWeights() instanceof Skinning.AnimationSpace own) {
        return animationSpace(character, part, own);
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
      return switch (character.skinning(part)) {
        case Skinning.MultiWeight own ->
            MultiWeight.of(
                own.weights().rows(character.geometry(part).mesh().wedgeVertices()),
                animationSpace(character, part, own.base()));
        case Skinning.AnimationSpace own ->
            MultiWeight.embedding(animationSpace(character, part, own));
        case Skinning.Linear _, Skinning.Rigid _ -> blended(character, part);
      };
    }

    private RestDeformer blended(SkinnedCharacter character, Part part) {
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
    List<Skinning> skins = character.parts().stream().map(character::skinning).toList();
    if (skins.stream().anyMatch(skin -> skin.multiWeights().isPresent())) {
      return MWE;
    }
    return skins.stream().anyMatch(skin -> skin.coords().isPresent()) ? AS : SSD;
  }

  private static boolean hasMorphs(SkinnedCharacter character, Part part) {
    return !character.geometry(part).morphs().isEmpty();
  }

  /** Returns a part's own animation space, with tangent planes fitted to its triangles. */
  private static AnimationSpace animationSpace(
      SkinnedCharacter character, Part part, Skinning.AnimationSpace own) {
    Geometry geometry = character.geometry(part);
    Skin skin = character.skins().get(part.skin());
    TangentPlanes linear = AnimationSpace.of(character, part, NormalMode.EXACT).planes();
    return AnimationSpace.of(
        skin,
        own.points().rows(geometry.mesh().wedgeVertices()),
        linear == null ? null : fittedPlanes(character, part, own.fallback(), linear));
  }

  /**
   * Returns planes of the triangles with the normals of the mesh at rest, and those of the linear
   * approximation where there are no triangles.
   */
  private static TangentPlanes fittedPlanes(
      SkinnedCharacter character, Part part, Influences weights, TangentPlanes linear) {
    Geometry geometry = character.geometry(part);
    Skin skin = character.skins().get(part.skin());
    TangentPlaneFit planes =
        WedgePlanes.of(character, geometry, skin, linear.first(), linear.second());
    return StoredNormals.tilted(
        skin, geometry.mesh(), weights, new TangentPlanes(planes.first(), planes.second()), linear);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
