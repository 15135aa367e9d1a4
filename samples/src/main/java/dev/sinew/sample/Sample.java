package dev.sinew.sample;

import dev.sinew.model.Influences;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import java.util.List;

/**
 * A built-in character with example shapes of its skin.
 *
 * @param name the name for {@link Samples#create}
 * @param description one sentence for the user
 * @param character one mesh with one skin and clips; the last clip is named {@link #EXAMPLES_CLIP}
 * @param examples the correct shape of the skin in every example pose, in correspondence with the
 *     character's mesh; frame 0 is the rest shape
 * @param poses the pose of every example, global transforms up to date; not copied, read only
 */
public record Sample(
    String name,
    String description,
    SkinnedCharacter character,
    MeshSequence examples,
    List<Pose> poses) {

  /**
   * The clip with the example poses, example k at {@code k / EXAMPLES_PER_SECOND} seconds, so that
   * a file of the character contains them.
   */
  public static final String EXAMPLES_CLIP = "examples";

  /** Examples per second in {@link #EXAMPLES_CLIP}. */
  public static final double EXAMPLES_PER_SECOND = 30;

  /** Checks the number of poses. */
  public Sample {
    if (poses.size() != examples.frameCount()) {
      throw new IllegalArgumentException(
          "poses: expected " + examples.frameCount() + ", got " + poses.size());
    }
    poses = List.copyOf(poses);
  }

  /** Returns the surface at rest. */
  public TriMesh mesh() {
    return character.meshes().getFirst().mesh();
  }

  /** Returns the only skin. */
  public Skin skin() {
    return character.skins().getFirst();
  }

  /** Returns the weights of the only skin. */
  public Influences influences() {
    return character.meshes().getFirst().skinning().influences().orElseThrow();
  }
}
