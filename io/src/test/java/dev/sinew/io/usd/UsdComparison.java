package dev.sinew.io.usd;

import dev.sinew.io.FileSession;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.Box;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.UsdFile;
import dev.sinew.testkit.UsdFile.Prim;
import dev.sinew.testkit.UsdOracle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes a document as USD, reads it back and compares where vertices are, in all clips. */
final class UsdComparison {
  /** Times of a clip, as shares of its duration. */
  private static final double[] SHARES = {0.21, 0.5, 1};

  private final SkinnedCharacter character;
  private final Prim layer;
  private final CharacterSurface.Posed posed;

  private UsdComparison(SkinnedCharacter character, Prim layer) {
    this.character = character;
    this.layer = layer;
    posed = CharacterSurface.of(character, SkinningMethod.SSD).newPosed();
  }

  /** Writes a file; remarks go to the session. */
  static UsdComparison of(GltfDocument document, Path target, FileSession files)
      throws IOException {
    document.write(target, files);
    files.publish();
    GltfAsset asset = GltfReader.read(document);
    return new UsdComparison(asset.level(0).character(), UsdFile.read(target));
  }

  Prim layer() {
    return layer;
  }

  /** Returns the largest distance of a vertex from its place at rest, in diagonals of its box. */
  double atRest() {
    UsdOracle usd = new UsdOracle(layer, Map.of());
    // Without clips, an animation may hold weights of blend shapes.
    if (!character.clips().isEmpty()) {
      usd.stop();
    }
    return distance(usd, character.restPose(), 0);
  }

  /** Returns the same in the worst frame of a clip. */
  double inClip(int number, String variant) {
    Clip clip = character.clips().get(number);
    boolean choice = layer.children().values().iterator().next().variants().containsKey("clip");
    UsdOracle usd = new UsdOracle(layer, choice ? Map.of("clip", variant) : Map.of());
    double perSecond = layer.number("timeCodesPerSecond");
    double worst = 0;
    for (double share : SHARES) {
      Pose pose = character.restPose();
      clip.sample(share * clip.duration(), pose);
      worst = Math.max(worst, distance(usd, pose, share * clip.duration() * perSecond));
    }
    return worst;
  }

  /** Returns the names of clips: the animations of the first skeleton. */
  List<String> clips() {
    Prim root = layer.children().values().iterator().next();
    List<String> out = new ArrayList<>();
    if (root.variants().containsKey("clip")) {
      out.addAll(root.variantSet("clip").keySet());
    } else {
      root.children().values().stream()
          .flatMap(child -> child.children().values().stream())
          .filter(prim -> prim.type().equals("SkelAnimation"))
          .forEach(prim -> out.add(prim.name()));
    }
    return out;
  }

  private double distance(UsdOracle usd, Pose pose, double code) {
    posed.set(pose);
    float[] places = posed.wedgePositions();
    List<String> meshes = usd.ofType("Mesh");
    double worst = 0;
    int next = 0;
    for (int p = 0; p < character.parts().size(); p++) {
      if (character.geometry(character.parts().get(p)).mesh().triangleCount() == 0) {
        continue;
      }
      double[] points = usd.points(meshes.get(next++), code);
      int first = posed.firstWedge(p);
      for (int i = 0; i < points.length; i++) {
        worst = Math.max(worst, Math.abs(points[i] - places[3 * first + i]));
      }
    }
    if (next != meshes.size()) {
      throw new AssertionError("expected " + next + " meshes, got " + meshes);
    }
    return worst / Box.of(places).diagonal();
  }
}
