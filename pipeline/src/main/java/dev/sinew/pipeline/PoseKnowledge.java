package dev.sinew.pipeline;

import dev.sinew.model.Clip;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.pose.Freedom;
import dev.sinew.pose.JointModel;
import dev.sinew.pose.PoseDistribution;
import dev.sinew.pose.PoseSamples;
import java.util.Locale;

/** What a command is to believe of the poses a character takes, by the names users type. */
public enum PoseKnowledge {
  /** The rest pose, and the little freedom every joint gets. */
  REST {
    @Override
    ExpectationMatrix moments(SkinnedCharacter character, Skin skin) {
      return new PoseDistribution(character.skeleton()).expectation(skin);
    }
  },
  /** The skeleton: every joint may be turned in any way. */
  SKELETON {
    @Override
    ExpectationMatrix moments(SkinnedCharacter character, Skin skin) {
      return PoseDistribution.uniform(character.skeleton(), skin)
          .measuredFrom(PoseDistribution.commonRoot(character.skeleton(), skin))
          .expectation(skin);
    }
  },
  /** The frames of the clips, as they are. */
  CLIPS {
    @Override
    ExpectationMatrix moments(SkinnedCharacter character, Skin skin) {
      return PoseDistribution.sampleMean(frames(character), skin);
    }

    @Override
    Freedom freedom(SkinnedCharacter character) {
      return Freedom.besidePoses(frames(character).count());
    }
  },
  /** Every joint moves as it does in the clips, whatever the others do. */
  RANGE {
    @Override
    ExpectationMatrix moments(SkinnedCharacter character, Skin skin) {
      return PoseDistribution.ofSamples(frames(character), JointModel.INDEPENDENT_JOINTS)
          .expectation(skin);
    }
  };

  private static final double FRAMES_PER_SECOND = 30;

  /** As many frames as are looked at; long clips are sampled more coarsely. */
  private static final double MOST_FRAMES = 4000;

  abstract ExpectationMatrix moments(SkinnedCharacter character, Skin skin);

  /** As much freedom as makes what is solved for hold in poses that it was not solved for. */
  Freedom freedom(SkinnedCharacter character) {
    return Freedom.DEFAULTS;
  }

  /** E[GᵀG] over the joints of a skin, with a little freedom: positive definite. */
  ExpectationMatrix expectation(SkinnedCharacter character, Skin skin, Freedom freedom) {
    ExpectationMatrix made = moments(character, skin).withFreedom(freedom);
    for (int i = 0; i < 4 * made.jointCount(); i++) {
      if (!Double.isFinite(made.get(i, i))) {
        throw new IllegalArgumentException(
            skin.name() + ": its joints' transforms leave the range of numbers");
      }
    }
    return made;
  }

  /** Whether it can be had of a character: some need clips. */
  boolean isKnown(SkinnedCharacter character) {
    return !character.clips().isEmpty() || this == REST || this == SKELETON;
  }

  /** The frames of all clips; there must be one. */
  static PoseSamples frames(SkinnedCharacter character) {
    double total = character.clips().stream().mapToDouble(Clip::duration).sum();
    double rate = Math.min(FRAMES_PER_SECOND, MOST_FRAMES / Math.max(total, 1e-9));
    return PoseSamples.ofClips(character.skeleton(), character.clips(), rate);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
