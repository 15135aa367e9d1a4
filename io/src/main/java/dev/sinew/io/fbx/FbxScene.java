package dev.sinew.io.fbx;

import dev.sinew.io.MalformedAssetException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The objects of a file and their connections. */
final class FbxScene {
  /** The identifier of the scene itself. */
  private static final long ROOT = 0;

  /**
   * A connection.
   *
   * @param object the object at its other end
   * @param property the property of the parent that the child drives; empty for the parent itself
   */
  record Link(FbxObject object, String property) {}

  private final FbxNode root;
  private final FbxObject settings;
  private final Map<Long, FbxObject> objects = new LinkedHashMap<>();
  private final Map<Long, List<Link>> children = new HashMap<>();
  private final Map<Long, List<Link>> parents = new HashMap<>();

  FbxScene(FbxNode root) throws MalformedAssetException {
    this.root = root;
    FbxNode global =
        root.find("GlobalSettings").orElseGet(() -> new FbxNode(root.file(), 0, "GlobalSettings"));
    settings = object(ROOT, global, Map.of());
    Map<String, Map<String, FbxNode>> templates = templates();
    for (FbxNode list : root.all("Objects")) {
      for (FbxNode node : list.children()) {
        Optional<Long> id = node.integer(0);
        if (id.isPresent() && id.get() != ROOT) {
          objects.putIfAbsent(
              id.get(), object(id.get(), node, templates.getOrDefault(node.name(), Map.of())));
        }
      }
    }
    for (FbxNode list : root.all("Connections")) {
      for (FbxNode connection : list.all("C")) {
        connect(connection);
      }
    }
  }

  private Map<String, Map<String, FbxNode>> templates() {
    Map<String, Map<String, FbxNode>> templates = new HashMap<>();
    for (FbxNode definitions : root.all("Definitions")) {
      for (FbxNode type : definitions.all("ObjectType")) {
        type.find("PropertyTemplate")
            .ifPresent(
                template -> templates.putIfAbsent(type.text(0), FbxObject.properties(template)));
      }
    }
    return templates;
  }

  private static FbxObject object(long id, FbxNode node, Map<String, FbxNode> template)
      throws MalformedAssetException {
    Map<String, FbxNode> own = FbxObject.properties(node);
    node.file().spend(node.at(), 200 + 80L * own.size());
    return new FbxObject(id, node, plainName(node.text(1)), node.text(2), own, template);
  }

  /** Returns a name without its class, which is after it in binary files and before it in texts. */
  private static String plainName(String name) {
    int end = name.indexOf('\0');
    if (end >= 0) {
      return name.substring(0, end);
    }
    int start = name.indexOf("::");
    return start >= 0 ? name.substring(start + 2) : name;
  }

  private void connect(FbxNode connection) throws MalformedAssetException {
    String type = connection.text(0);
    Optional<Long> child = connection.integer(1);
    Optional<Long> parent = connection.integer(2);
    if (!(type.equals("OO") || type.equals("OP")) || child.isEmpty() || parent.isEmpty()) {
      return; // Connections of properties to properties drive nothing that is read.
    }
    FbxObject below = objects.get(child.get());
    FbxObject above = objects.get(parent.get());
    if (below == null || above == null) {
      return;
    }
    connection.file().spend(connection.at(), 200);
    String property = connection.text(3);
    children.computeIfAbsent(above.id(), id -> new ArrayList<>()).add(new Link(below, property));
    parents.computeIfAbsent(below.id(), id -> new ArrayList<>()).add(new Link(above, property));
  }

  FbxFile file() {
    return root.file();
  }

  /** Returns the record that contains all others. */
  FbxNode root() {
    return root;
  }

  /** Returns the version, such as 7400. */
  long version() {
    return root.integer(0).orElseThrow();
  }

  /** Returns units, axes and rates. */
  FbxObject settings() {
    return settings;
  }

  /** Returns the objects of a class, and of a subtype unless that is empty, in their order. */
  List<FbxObject> all(String type, String subtype) {
    return objects.values().stream().filter(object -> object.is(type, subtype)).toList();
  }

  /** Returns all objects in their order. */
  Iterable<FbxObject> objects() {
    return objects.values();
  }

  /** Returns what is connected below an object, in the order of the connections. */
  List<Link> below(FbxObject object) {
    return children.getOrDefault(object.id(), List.of());
  }

  /** Returns what an object is connected to. */
  List<Link> above(FbxObject object) {
    return parents.getOrDefault(object.id(), List.of());
  }

  /** Returns the objects of a class below another. */
  List<FbxObject> below(FbxObject object, String type, String subtype) {
    return below(object).stream()
        .map(Link::object)
        .filter(child -> child.is(type, subtype))
        .distinct()
        .toList();
  }
}
