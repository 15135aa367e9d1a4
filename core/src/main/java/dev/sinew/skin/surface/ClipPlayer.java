package dev.sinew.skin.surface;

import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.skin.DeformerChoice;
import java.util.Locale;

/** Plays a clip of a character into a sequence of vertex positions. */
public final class ClipPlayer {
  /** The most frames of one run. */
  public static final int MAX_FRAMES = 1_000_000;

  private final SkinnedCharacter character;
  private final Clip clip;
  private final double framesPerSecond;
  private final CharacterSurface surface;
  private final int frames;

  /**
   * Receives frames.
   *
   * @param <E> what it may throw
   */
  @FunctionalInterface
  public interface FrameSink<E extends Exception> {
    /**
     * Called once per frame, in order.
     *
     * @param positions x, y, z per vertex; valid until the call returns
     */
    void accept(int frame, float[] positions) throws E;
  }

  /**
   * Prepares a clip: one frame at 0, then one every 1/fps up to its end.
   *
   * @param framesPerSecond above 0
   * @throws RequestException if that makes more than {@value #MAX_FRAMES} frames
   */
  public ClipPlayer(
      SkinnedCharacter character, Clip clip, DeformerChoice method, double framesPerSecond) {
    this.character = character;
    this.clip = clip;
    this.framesPerSecond = framesPerSecond;
    surface = CharacterSurface.of(character, method);
    frames = frameCount(clip, framesPerSecond);
  }

  /**
   * Returns the number of frames of a clip: one at 0, then one every 1/fps up to its end.
   *
   * @throws RequestException if there are more than {@value #MAX_FRAMES}
   */
  public static int frameCount(Clip clip, double framesPerSecond) {
    double count = Math.floor(clip.duration() * framesPerSecond + 1e-6) + 1;
    if (!(count <= MAX_FRAMES)) {
      throw new RequestException(
          String.format(
              Locale.ROOT,
              "clip %s of %.6g s has more than %d frames at %s frames per second; lower the rate",
              clip.name(),
              clip.duration(),
              MAX_FRAMES,
              framesPerSecond));
    }
    return (int) count;
  }

  /** Returns the number of frames. */
  public int frameCount() {
    return frames;
  }

  /** Returns the number of vertices per frame. */
  public int vertexCount() {
    return surface.vertexCount();
  }

  /** Returns the time of every frame in seconds. */
  public float[] times() {
    float[] out = new float[frames];
    for (int f = 0; f < frames; f++) {
      out[f] = (float) (f / framesPerSecond);
    }
    return out;
  }

  /** Returns the mesh at rest, whose vertices the frames move. */
  public TriMesh restMesh() {
    CharacterSurface.Posed rest = surface.newPosed();
    rest.set(character.restPose());
    return rest.mesh();
  }

  /** Computes all frames in order. */
  public <E extends Exception> void play(FrameSink<E> sink, RunContext context) throws E {
    Pose pose = character.restPose();
    CharacterSurface.Posed shape = surface.newPosed();
    float[] positions = new float[3 * surface.vertexCount()];
    for (int f = 0; f < frames; f++) {
      clip.sample(f / framesPerSecond, pose);
      shape.set(pose, context);
      shape.requireFinite();
      shape.copyVertexPositions(positions);
      sink.accept(f, positions);
      context.report("deforming", f + 1, frames);
    }
  }
}
