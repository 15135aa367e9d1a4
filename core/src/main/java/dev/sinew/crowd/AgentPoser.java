package dev.sinew.crowd;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Clip.Track;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import java.util.Arrays;
import java.util.List;

/**
 * Sets poses to what agents play. Where two clips are blended, translations and scales are
 * interpolated linearly and rotations along the shortest arc, per joint; a joint that a clip does
 * not drive is at rest in it. Not for several threads at once.
 */
public final class AgentPoser {
  private static final int TRS = 10;

  private final Skeleton skeleton;
  private final List<Clip> clips;
  private final double[] own;
  private final double[] other;
  private final boolean[] driven;
  private final double[] local = new double[Affine.SIZE];

  /** Creates the working memory for agents of a character. */
  public AgentPoser(SkinnedCharacter character) {
    skeleton = character.skeleton();
    clips = character.clips();
    own = new double[TRS * skeleton.jointCount()];
    other = new double[TRS * skeleton.jointCount()];
    driven = new boolean[skeleton.jointCount()];
  }

  /** Sets a pose to what an agent plays, at its place, with global transforms up to date. */
  public void set(Agent agent, Pose pose) {
    boolean blends = agent.share() > 0;
    if (blends) {
      blend(agent, pose);
    } else if (agent.clip() == Agent.REST) {
      pose.setRest();
    } else {
      clips.get(agent.clip()).sample(agent.time(), pose);
    }
    for (int j = 0; j < skeleton.jointCount(); j++) {
      if (skeleton.parent(j) == Skeleton.NO_PARENT) {
        pose.copyLocal(j, local, 0);
        Affine.multiply(agent.placement(), 0, local, 0, local, 0);
        pose.setLocal(j, local, 0);
      }
    }
    pose.update();
  }

  private void blend(Agent agent, Pose pose) {
    pose.setRest();
    Arrays.fill(driven, false);
    sample(agent.clip(), agent.time(), own);
    sample(agent.otherClip(), agent.otherTime(), other);
    double share = agent.share();
    for (int j = 0; j < skeleton.jointCount(); j++) {
      if (driven[j]) {
        int at = TRS * j;
        Quaternion.slerp(own, at + 3, other, at + 3, share, own, at + 3);
        for (int k = 0; k < TRS; k++) {
          if (k < 3 || k >= 7) {
            own[at + k] = (1 - share) * own[at + k] + share * other[at + k];
          }
        }
        pose.setLocal(j, own, at, own, at + 3, own, at + 7);
      }
    }
    blendMorphWeights(agent, pose);
  }

  private void sample(int clip, double time, double[] trs) {
    for (int j = 0; j < skeleton.jointCount(); j++) {
      skeleton.copyRestTranslation(j, trs, TRS * j);
      skeleton.copyRestRotation(j, trs, TRS * j + 3);
      skeleton.copyRestScale(j, trs, TRS * j + 7);
    }
    if (clip == Agent.REST) {
      return;
    }
    for (Track track : clips.get(clip).tracks()) {
      int at = TRS * track.joint();
      driven[track.joint()] |= track.property() != Property.WEIGHTS;
      switch (track.property()) {
        case TRANSLATION -> track.sample(time, trs, at);
        case ROTATION -> track.sample(time, trs, at + 3);
        case SCALE -> track.sample(time, trs, at + 7);
        case WEIGHTS -> {}
      }
    }
  }

  private void blendMorphWeights(Agent agent, Pose pose) {
    addMorphWeights(agent.clip(), agent.time(), 1 - agent.share(), pose);
    addMorphWeights(agent.otherClip(), agent.otherTime(), agent.share(), pose);
  }

  /** Moves the morph weights that a clip drives from those at rest by a share of the way. */
  private void addMorphWeights(int clip, double time, double share, Pose pose) {
    if (clip == Agent.REST) {
      return;
    }
    Pose rest = pose.copy();
    rest.setRest();
    for (Track track : clips.get(clip).tracks()) {
      if (track.property() == Property.WEIGHTS) {
        double[] weights = new double[track.components()];
        track.sample(time, weights, 0);
        for (int i = 0; i < weights.length; i++) {
          double start = rest.morphWeight(track.joint(), i);
          weights[i] = pose.morphWeight(track.joint(), i) + share * (weights[i] - start);
        }
        pose.setMorphWeights(track.joint(), weights);
      }
    }
  }
}
