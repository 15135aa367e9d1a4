package dev.sinew.cli.line;

import dev.sinew.inspect.JointUse;
import dev.sinew.inspect.MaterialUse;
import dev.sinew.inspect.TargetUse;
import dev.sinew.io.gltf.AvatarInfo;
import dev.sinew.io.gltf.ImageInfo;
import dev.sinew.pipeline.InspectStep;
import dev.sinew.run.FileText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Joints, materials and images one by one, as text. */
public final class InspectTables {
  private static final int MAX_NAME = 100;
  private static final int MAX_DRIVERS = 4;

  private InspectTables() {}

  /** Prints the tree of joints; each line has the number of vertices that its joint moves. */
  public static void printJoints(List<JointUse> joints, PrintWriter out) {
    List<List<Integer>> children = new ArrayList<>();
    joints.forEach(joint -> children.add(new ArrayList<>()));
    List<Integer> roots = new ArrayList<>();
    for (int j = 0; j < joints.size(); j++) {
      int parent = joints.get(j).parent();
      (parent < 0 ? roots : children.get(parent)).add(j);
    }
    // Without recursion: a chain of joints can be very long.
    record Line(int joint, int depth) {}
    List<Line> open = new ArrayList<>();
    roots.reversed().forEach(root -> open.add(new Line(root, 0)));
    if (!joints.isEmpty()) {
      out.printf(Locale.ROOT, "  %9s  %s%n", "vertices", "moved by joint");
    }
    while (!open.isEmpty()) {
      Line line = open.removeLast();
      JointUse joint = joints.get(line.joint);
      out.printf(
          Locale.ROOT,
          "  %9d  %s%s%n",
          joint.vertices(),
          "  ".repeat(Math.min(line.depth, 40)),
          shownName(joint.name()));
      children.get(line.joint).reversed().forEach(c -> open.add(new Line(c, line.depth + 1)));
    }
  }

  /** Prints materials and images. */
  public static void printMaterials(InspectStep.Details details, PrintWriter out) {
    for (MaterialUse material : details.materials()) {
      out.printf(
          Locale.ROOT,
          "  %-11s '%s', %d triangles, %s%s%n",
          "material",
          shownName(material.name()),
          material.triangles(),
          material.alpha(),
          material.textures().isEmpty() ? "" : ": " + slots(material));
    }
    for (ImageInfo image : details.images()) {
      out.printf(
          Locale.ROOT,
          "  %-11s '%s', %s, %.1f KB%n",
          "image",
          shownName(image.name()),
          size(image),
          image.bytes() / 1000.0);
    }
  }

  /** Prints who made an avatar, and what people may do with it. */
  public static void printAvatar(AvatarInfo avatar, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "  %-11s VRM %s %s%n",
        "avatar",
        avatar.version() == 0 ? "0.x" : "1.0",
        shownName(avatar.text()));
    if (!avatar.modifiable()) {
      out.printf(Locale.ROOT, "  %-11s does not permit changed copies%n", "licence");
    }
    avatar
        .permissions()
        .forEach(
            (name, value) ->
                out.printf(Locale.ROOT, "  %-11s %s: %s%n", "", shownName(name), shownName(value)));
  }

  /** Prints morph targets, by mesh. */
  public static void printTargets(List<TargetUse> targets, PrintWriter out) {
    String mesh = null;
    for (TargetUse target : targets) {
      if (!target.mesh().equals(mesh)) {
        mesh = target.mesh();
        out.printf(
            Locale.ROOT,
            "  %9s  %-9s  morph targets of '%s'%n",
            "vertices",
            "distance",
            shownName(mesh));
      }
      List<String> drivers = new ArrayList<>();
      drivers.addAll(drivers("clip", target.clips()));
      drivers.addAll(drivers("expression", target.expressions()));
      out.printf(
          Locale.ROOT,
          "  %9d  %-9.4f  %d '%s'%s%n",
          target.vertices(),
          target.distance(),
          target.number(),
          shownName(target.name()),
          drivers.isEmpty() ? "" : ": " + String.join("; ", drivers));
    }
  }

  private static List<String> drivers(String kind, List<String> names) {
    String shown =
        names.stream()
            .limit(MAX_DRIVERS)
            .map(InspectTables::shownName)
            .collect(Collectors.joining(", "));
    int more = names.size() - MAX_DRIVERS;
    return names.isEmpty()
        ? List.of()
        : List.of(kind + " " + shown + (more > 0 ? " and " + more + " more" : ""));
  }

  /** Returns how many morph targets there are and how many are driven. */
  public static String counts(List<TargetUse> targets) {
    long clips = targets.stream().filter(target -> !target.clips().isEmpty()).count();
    long expressions = targets.stream().filter(t -> !t.expressions().isEmpty()).count();
    long idle = targets.stream().filter(target -> target.vertices() == 0).count();
    return targets.size()
        + " (morph)"
        + (clips > 0 ? ", " + clips + " driven by clips" : "")
        + (expressions > 0 ? ", " + expressions + " by expressions" : "")
        + (idle > 0 ? ", " + idle + " move nothing" : "");
  }

  /** Returns a name as tables show it. */
  public static String shownName(String name) {
    return FileText.shortened(name, MAX_NAME);
  }

  private static String slots(MaterialUse material) {
    return material.textures().stream()
        .map(slot -> slot.substring(slot.lastIndexOf('/') + 1).replace("Texture", ""))
        .collect(Collectors.joining(", "));
  }

  /** Returns the sizes of images: "1024 × 1024, 512 × 512". */
  public static String sizes(List<ImageInfo> images) {
    return images.stream().map(InspectTables::size).collect(Collectors.joining(", "));
  }

  private static String size(ImageInfo image) {
    return image.width() == 0 ? "unknown size" : image.width() + " × " + image.height();
  }

  /** Returns the numbers of wedges by their number of influences: "1: 20, 2: 310". */
  public static String histogram(List<Long> counts) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < counts.size(); i++) {
      if (counts.get(i) > 0) {
        parts.add(i + ": " + counts.get(i));
      }
    }
    return String.join(", ", parts);
  }
}
