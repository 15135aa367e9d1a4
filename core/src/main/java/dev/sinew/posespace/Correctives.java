package dev.sinew.posespace;

import dev.sinew.model.Deformer;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.RequestException;
import dev.sinew.skin.DeformerChoice;

/**
 * A database over a skinning model: gives each part its {@link CorrectiveDeformer}. It can take the
 * place of a skinning model wherever surfaces are posed.
 *
 * @param database the correctives
 * @param skin the skinning model below; offsets fit the model that they were trained on best
 * @param secondsPerFrame the time between the poses that the deformers see, in order, for the
 *     dynamics of the database; NaN for none, since a pose alone has no motion
 */
public record Correctives(PoseDatabase database, DeformerChoice skin, double secondsPerFrame)
    implements DeformerChoice {
  /** Correctives without dynamics. */
  public Correctives(PoseDatabase database, DeformerChoice skin) {
    this(database, skin, Double.NaN);
  }

  /** The database over the skinning model that it was trained on. */
  public Correctives(PoseDatabase database) {
    this(database, database.skinning());
  }

  /** Returns the same with the dynamics of the database, for frames at a distance in seconds. */
  public Correctives moving(double seconds) {
    return new Correctives(database, skin, seconds);
  }

  /**
   * {@inheritDoc}
   *
   * @throws RequestException if the character has other vertices or misses joints
   */
  @Override
  public Deformer deformer(SkinnedCharacter character, Part part) {
    RestSurface surface = database.surface();
    int index = character.parts().indexOf(part);
    int vertices = character.geometry(part).mesh().vertexCount();
    if (character.parts().size() != surface.partVertices().length
        || surface.partVertices()[index] != vertices) {
      int all = 0;
      for (Part one : character.parts()) {
        all += character.geometry(one).mesh().vertexCount();
      }
      throw new RequestException(
          "the correctives are for "
              + surface.vertexCount()
              + " vertices in "
              + surface.partVertices().length
              + " parts, the model has "
              + all
              + " in "
              + character.parts().size()
              + ": transfer them to it first ('posespace transfer')");
    }
    return new CorrectiveDeformer(
        database, character, index, skin.deformer(character, part), secondsPerFrame);
  }
}
