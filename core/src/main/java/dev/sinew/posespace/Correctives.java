package dev.sinew.posespace;

import dev.sinew.model.Deformer;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.RequestException;
import dev.sinew.skin.DeformerChoice;
import java.util.Locale;

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
  /** Vertices at rest farther from their place, in units of the longest box side, are others. */
  private static final double MOVED = 1e-3;

  /** Bones whose mean length differs by a larger share have other poses. */
  private static final double LONGER = 0.02;

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
   * <p>The mesh may be stored in another space, moved and scaled, as quantised files are.
   *
   * @throws RequestException if the character has other vertices, bones of another length, or
   *     misses joints
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
              + ": transfer them to it first (DatabaseTransfer.run)");
    }
    RestSurface own = RestSurface.of(character);
    OffsetPlacement placement = OffsetPlacement.ofVertices(surface, own);
    requireVertices(own, placement);
    requireBones(character);
    return new CorrectiveDeformer(
        database,
        character,
        index,
        skin.deformer(character, part),
        placement.scale(),
        secondsPerFrame);
  }

  /** Refuses the same number of vertices in another order. */
  private void requireVertices(RestSurface own, OffsetPlacement placement) {
    double unit = own.unit();
    double[] placed = new double[3];
    for (int v = 0; v < own.vertexCount(); v++) {
      placement.place(database.surface().positions(), v, placed);
      double square = 0;
      for (int axis = 0; axis < 3; axis++) {
        double d = placed[axis] - own.positions()[3 * v + axis];
        square += d * d;
      }
      if (square > MOVED * MOVED * unit * unit) {
        throw new RequestException(
            String.format(
                Locale.ROOT,
                "vertex %d of the model at rest is %.2g of its size from that of the correctives:"
                    + " another mesh, or another order of vertices; transfer them to it first"
                    + " (DatabaseTransfer.run)",
                v,
                Math.sqrt(square) / unit));
      }
    }
  }

  /** Refuses bones of another length: their poses are others. */
  private void requireBones(SkinnedCharacter character) {
    PoseReader reader = new PoseReader(database.space(), character.skeleton());
    double[] own = new double[reader.size()];
    reader.read(character.restPose(), own);
    double[] trained = new double[reader.size()];
    for (int i = 0; i < trained.length; i++) {
      trained[i] = database.coordinates()[i];
    }
    double length = reader.boneLengths(trained);
    double longer = length > 0 ? reader.boneLengths(own) / length : 1;
    if (Math.abs(longer - 1) > LONGER) {
      throw new RequestException(
          String.format(
              Locale.ROOT,
              "the bones of the model are %.3g times as long as those of the correctives: transfer"
                  + " them to it first (DatabaseTransfer.run)",
              longer));
    }
  }
}
