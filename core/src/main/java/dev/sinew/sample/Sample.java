package dev.sinew.sample;

import dev.sinew.model.Influences;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import java.util.List;

/**
 * A built-in character together with example shapes of its skin.
 *
 * @param name what {@link Samples#create} calls it
 * @param description one sentence for people
 * @param character one mesh under one skin, with clips; the last clip is named {@link
 *     #EXAMPLES_CLIP}
 * @param examples the skin as it should look in every example pose, vertex by vertex in
 *     correspondence with the character's mesh; frame 0 is the rest shape
 * @param poses the skeleton's pose in every example, global transforms up to date; not copied, to
 *     be read only
 */
public record Sample(
    String name,
    String description,
    SkinnedCharacter character,
    MeshSequence examples,
    List<Pose> poses) {

  /**
   * The clip that visits the example poses, example k at {@code k / EXAMPLES_PER_SECOND} seconds:
   * so the poses travel with the character into a file.
   */
  public static final String EXAMPLES_CLIP = "examples";

  /** Examples a second in {@link #EXAMPLES_CLIP}. */
  public static final double EXAMPLES_PER_SECOND = 30;

  /** Checks that there is a pose for every example. */
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
    Influences influences = character.meshes().getFirst().influences();
    if (influences == null) {
      throw new IllegalStateException("the mesh of a sample always has influences");
    }
    return influences;
  }
}
