package dev.sinew.crowd;

import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import java.util.List;

/**
 * Instances of several characters on a device. Characters are loaded once; per frame the instances
 * get clips and times, or poses, and {@link #run} computes all of them in one call. Not for several
 * threads at once.
 */
public interface Crowd extends AutoCloseable {
  /** Loads the characters of a crowd into a device. */
  static Crowd on(Device device, List<Member> members) {
    return device.load(members);
  }

  /** Returns the number of points of a level: the wedges of all parts, one part after the other. */
  int pointCount(int member, int level);

  /** Sets the instances of a member for the next {@link #run}; their number may change. */
  void set(int member, List<Agent> agents);

  /**
   * Sets the instances of a member by their poses, all at level 0.
   *
   * @param poses of the member's skeleton, global transforms up to date
   */
  void setPoses(int member, List<? extends Pose> poses);

  /** Deforms all instances. */
  void run();

  /**
   * Copies the points of an instance as of the last {@link #run}, in the order of {@link
   * dev.sinew.skin.surface.CharacterSurface}.
   *
   * @param out has normals only if the member has
   */
  void copy(int member, int agent, PointBuffer out);

  @Override
  void close();
}
