package dev.sinew.skin.surface;

import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.run.RunContext;

/**
 * Poses a surface at times of a clip. A surface that depends on motion is brought there from the
 * start of the clip, where it is at rest: frame by frame, and from the last frame before the time
 * by a shorter step. So the shape depends on the clip and the time alone, and at the time of a
 * frame it is the one that {@link ClipPlayer} plays at the same rate.
 */
public final class ClipPoser {
  /** Frames per second of the way to a time, where none are asked for. */
  public static final double DEFAULT_FRAMES_PER_SECOND = 30;

  /** Times closer to a frame than this share of a frame are at the frame. */
  private static final double AT_FRAME = 1e-6;

  private final CharacterSurface.Posed shape;
  private final Clip clip;
  private final double framesPerSecond;

  /** Prepares a clip with the default rate. */
  public ClipPoser(CharacterSurface.Posed shape, Clip clip) {
    this(shape, clip, DEFAULT_FRAMES_PER_SECOND);
  }

  /**
   * Prepares a clip.
   *
   * @param shape the surface to pose
   * @param framesPerSecond frames per second of the way to a time, above 0
   */
  public ClipPoser(CharacterSurface.Posed shape, Clip clip, double framesPerSecond) {
    this.shape = shape;
    this.clip = clip;
    this.framesPerSecond = framesPerSecond;
  }

  /**
   * Poses the surface.
   *
   * @param time seconds into the clip; before and after it, its first and last pose are used
   * @param pose receives the pose
   */
  public void set(double time, Pose pose, RunContext context) {
    if (!shape.isMoving()) {
      clip.sample(time, pose);
      shape.set(pose, context);
      return;
    }
    shape.reset();
    double end = Math.clamp(time, 0, clip.duration());
    double frames = end * framesPerSecond;
    int last = (int) Math.min(ClipPlayer.MAX_FRAMES, Math.floor(frames + AT_FRAME));
    double seconds = 1 / framesPerSecond;
    for (int f = 0; f < last; f++) {
      context.checkCancelled();
      clip.sample(f / framesPerSecond, pose);
      shape.advance(pose, seconds);
    }
    clip.sample(last / framesPerSecond, pose);
    if (frames - last <= AT_FRAME) {
      shape.set(pose, seconds, context);
    } else {
      shape.advance(pose, seconds);
      clip.sample(end, pose);
      shape.set(pose, end - last / framesPerSecond, context);
    }
  }
}
