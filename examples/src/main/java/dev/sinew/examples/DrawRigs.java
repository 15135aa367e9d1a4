package dev.sinew.examples;

import dev.sinew.draw.CharacterItem;
import dev.sinew.draw.DrawOptions;
import dev.sinew.draw.Item;
import dev.sinew.draw.Painter;
import dev.sinew.draw.Scene;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.png.PngWriter;
import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws rigged characters at rest and with one limb turned by 60 degrees, with their skeletons.
 * Made the second picture of docs/fit.md.
 */
public final class DrawRigs {
  private static final double TURN = Math.toRadians(60);

  private DrawRigs() {}

  /** Takes .glb or .gltf files and, last, the .png file to write. */
  public static void main(String[] args) throws IOException {
    List<Item> items = new ArrayList<>();
    try (RunContext context = RunContext.create()) {
      for (int i = 0; i + 1 < args.length; i++) {
        SkinnedCharacter rig = GltfReader.read(Path.of(args[i])).requireSound().character();
        items.add(draw(rig, rig.restPose(), "fitted", context));
        int limb = startOfLongestLimb(rig.skeleton());
        Pose turned = rig.restPose();
        turn(turned, limb);
        String label = rig.skeleton().name(limb) + " turned by 60 degrees";
        items.add(draw(rig, turned, label, context));
      }
      DrawOptions options =
          DrawOptions.DEFAULTS
              .withSize(1100, 420 * (args.length - 1))
              .withColumns(2)
              .withSharedScale(false)
              .withView(65, 10);
      PngWriter.write(
          Path.of(args[args.length - 1]), Painter.paint(Scene.of(items), options, context));
    }
  }

  private static Item draw(SkinnedCharacter rig, Pose pose, String label, RunContext context) {
    CharacterSurface.Posed posed = CharacterSurface.of(rig).newPosed();
    posed.set(pose, context);
    return CharacterItem.withSkeleton(CharacterItem.of(posed), rig, pose).withLabel(label);
  }

  /** Returns the first joint of the longest chain of joints without a branch. */
  private static int startOfLongestLimb(Skeleton skeleton) {
    int[] children = new int[skeleton.jointCount()];
    for (int j = 0; j < skeleton.jointCount(); j++) {
      if (skeleton.parent(j) != Skeleton.NO_PARENT) {
        children[skeleton.parent(j)]++;
      }
    }
    int start = 0;
    int longest = 0;
    for (int tip = 0; tip < skeleton.jointCount(); tip++) {
      if (children[tip] == 0) {
        int first = tip;
        int length = 1;
        while (skeleton.parent(first) != Skeleton.NO_PARENT
            && children[skeleton.parent(first)] == 1) {
          first = skeleton.parent(first);
          length++;
        }
        if (length > longest) {
          longest = length;
          start = first;
        }
      }
    }
    return start;
  }

  /** Turns a joint about the x axis of its parent. */
  private static void turn(Pose pose, int joint) {
    double[] local = new double[Affine.SIZE];
    pose.copyLocal(joint, local, 0);
    double[] translation = {local[3], local[7], local[11]};
    double[] rotation = new double[Quaternion.SIZE];
    double[] turn = new double[Quaternion.SIZE];
    Quaternion.fromMatrix(local, 0, rotation, 0);
    Quaternion.fromAxisAngle(1, 0, 0, TURN, turn, 0);
    Quaternion.multiply(turn, 0, rotation, 0, rotation, 0);
    pose.setLocal(joint, translation, 0, rotation, 0, new double[] {1, 1, 1}, 0);
    pose.update();
  }
}
