package dev.sinew.pipeline;

import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.posespace.PoseDatabaseFile;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.posespace.Correctives;
import dev.sinew.posespace.PoseDatabase;
import dev.sinew.run.RequestException;
import dev.sinew.skin.DeformerChoice;
import dev.sinew.skin.NormalMode;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.ClipPoser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The deformation that a command asks for: a skinning model, with correctives or without.
 *
 * @param skinning the skinning model
 * @param choice the skinning model, or the correctives over it
 */
public record CorrectivesFile(SkinningMethod skinning, DeformerChoice choice) {

  /**
   * Reads correctives, if there are any, for a character.
   *
   * @throws RequestException naming the database if it does not fit the character
   */
  public static CorrectivesFile of(
      SkinnedCharacter character, Deformation deformation, FileSession files) throws IOException {
    Optional<SkinningMethod> skinning = deformation.method();
    Optional<Path> database = deformation.correctives();
    NormalMode normals = deformation.normals();
    Remarks.onNormals(character, skinning, normals, database, files);
    if (database.isEmpty()) {
      SkinningMethod own = skinning.orElseGet(() -> SkinningMethod.of(character));
      return new CorrectivesFile(own, own.with(normals));
    }
    PoseDatabase read = read(database.get(), files);
    SkinningMethod under = skinning.orElse(read.skinning());
    if (under != read.skinning()) {
      Remarks.onOtherSkinning(database.get(), read.skinning(), under, files);
    }
    Correctives correctives = new Correctives(read, under);
    try {
      // The deformers are made again later; a misfit is better found before other work.
      character.parts().forEach(part -> correctives.deformer(character, part).newPosed());
    } catch (RequestException e) {
      throw e.naming("", database.get());
    }
    return new CorrectivesFile(under, correctives);
  }

  /** Returns true if the deformation depends on motion: the correctives have dynamics. */
  public boolean hasMotion() {
    return choice instanceof Correctives correctives
        && !correctives.database().dynamics().isEmpty();
  }

  /**
   * Returns the deformation for poses of a clip, with the dynamics of correctives; without a clip
   * there is no motion, which is noted.
   */
  DeformerChoice shown(Optional<Clip> clip, Optional<Path> database, FileSession files) {
    if (clip.isPresent()) {
      return moving(ClipPoser.DEFAULT_FRAMES_PER_SECOND);
    }
    if (hasMotion()) {
      Remarks.onMotion(database.orElseThrow(), files);
    }
    return choice;
  }

  /** Returns the deformation of frames in order at a rate, with the dynamics of correctives. */
  public DeformerChoice moving(double framesPerSecond) {
    return choice instanceof Correctives correctives
        ? correctives.moving(1 / framesPerSecond)
        : choice;
  }

  /** Reads a database. */
  public static PoseDatabase read(Path database, FileSession files) throws IOException {
    Format.of(database, Format.Kind.CORRECTIVES);
    files.reading(database);
    return PoseDatabaseFile.read(database);
  }
}
