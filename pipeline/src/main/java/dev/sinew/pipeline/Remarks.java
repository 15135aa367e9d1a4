package dev.sinew.pipeline;

import dev.sinew.io.FileSession;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.skin.NormalMode;
import dev.sinew.skin.SkinningMethod;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** Remarks on requests that a model can follow, but not as its user may expect. */
final class Remarks {
  private Remarks() {}

  /** Notes a time before or after a clip, where its first or last pose is used. */
  static void onTime(Path model, Clip clip, double time, FileSession files) {
    if (time < 0 || time > clip.duration()) {
      note(
          model,
          String.format(
              Locale.ROOT,
              "%.3f s is outside the clip '%s' of %.3f s; its %s pose is used",
              time,
              clip.name(),
              clip.duration(),
              time < 0 ? "first" : "last"),
          files);
    }
  }

  /** Notes that a pose alone does not show the dynamics of correctives. */
  static void onMotion(Path database, FileSession files) {
    note(
        database,
        "the dynamics of these correctives need a clip; a pose alone has no motion, so only what"
            + " depends on the pose is shown",
        files);
  }

  /** Notes correctives over another skinning model than they were made for. */
  static void onOtherSkinning(
      Path database, SkinningMethod trained, SkinningMethod used, FileSession files) {
    note(
        database,
        String.format(
            Locale.ROOT,
            "these correctives were trained over %s; over %s they do not give the example shapes",
            trained,
            used),
        files);
  }

  /** Notes a skinning model that was asked for and that no mesh uses. */
  static void onMethod(
      Path model, SkinnedCharacter character, SkinningMethod method, FileSession files) {
    onSkins(model, character, "the skinning model " + method + " changes nothing", files);
  }

  /** Notes that exact normals of linear blending were asked for and change nothing. */
  static void onNormals(
      SkinnedCharacter character,
      Optional<SkinningMethod> method,
      NormalMode normals,
      Optional<Path> correctives,
      FileSession files) {
    SkinningMethod used = method.orElseGet(() -> SkinningMethod.of(character));
    boolean isLinear = used == SkinningMethod.SSD || used == SkinningMethod.AS;
    if (normals == NormalMode.EXACT && correctives.isPresent()) {
      files.add(
          Issue.info(
              "",
              "the normals of correctives come from their triangles: exact ones change nothing"));
    } else if (normals == NormalMode.EXACT && !isLinear) {
      files.add(
          Issue.info(
              "", "exact normals are those of linear blending: they change nothing with " + used));
    }
  }

  /** Notes that a model without skins does not give what its user may expect. */
  static void onSkins(
      Path model, SkinnedCharacter character, String consequence, FileSession files) {
    boolean skinned =
        character.parts().stream().anyMatch(part -> part.skin() != SkinnedCharacter.NO_SKIN);
    if (!skinned) {
      note(model, "no mesh has a skin, so " + consequence, files);
    }
  }

  /** Notes that the animation space of a model is used, and not the multi-weights beside it. */
  static void onMultiWeights(
      Path model, SkinnedCharacter character, String consequence, FileSession files) {
    if (character.meshes().stream().anyMatch(mesh -> mesh.skinning().multiWeights().isPresent())) {
      note(model, consequence + " the animation space that its multi-weights correct", files);
    }
  }

  /** Notes what was asked for and does not apply to a mesh, which has neither clips nor skins. */
  static void onMesh(Path mesh, String request, FileSession files) {
    note(mesh, "a mesh has no clips and no skin, so " + request + " changes nothing", files);
  }

  private static void note(Path file, String what, FileSession files) {
    files.add(Issue.info(file.toString(), what));
  }
}
