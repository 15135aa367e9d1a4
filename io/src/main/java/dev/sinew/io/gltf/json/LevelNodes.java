package dev.sinew.io.gltf.json;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.Issue;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The levels of detail of a document by the extension MSFT_lod of nodes: level 0 shows a node,
 * level n its substitute n, or the last one if it has fewer. A substitute replaces the node and
 * everything below it, in the place of the node. References that cannot be followed are issues and
 * ignored.
 */
public final class LevelNodes {
  public static final String EXTENSION = "MSFT_lod";
  public static final String COVERAGE = "MSFT_screencoverage";

  /** The extras with the distance from which on each substitute is shown. */
  public static final String DISTANCES = "SINEW_distances";

  /** The substitutes of every node that has some, fine to coarse. */
  private final Map<Integer, List<Integer>> substitutes = new LinkedHashMap<>();

  /** The node that a substitute replaces. */
  private final Map<Integer, Integer> owners = new HashMap<>();

  private final List<Double> coverage = new ArrayList<>();

  /** Reads the levels of a document. */
  public static LevelNodes read(JsonPlace root, List<Issue> issues) throws MalformedAssetException {
    LevelNodes levels = new LevelNodes();
    List<JsonPlace> nodes = root.items("nodes");
    for (int n = 0; n < nodes.size(); n++) {
      try {
        levels.add(n, nodes.get(n), nodes.size());
      } catch (MalformedAssetException e) {
        issues.add(Issue.warning(nodes.get(n).pointer(), EXTENSION + " ignored: " + e.reason()));
      }
    }
    // A substitute has no levels of its own.
    levels.substitutes.keySet().removeIf(levels.owners::containsKey);
    return levels;
  }

  private void add(int n, JsonPlace node, int nodeCount) throws MalformedAssetException {
    JsonPlace extensions = node.find("extensions");
    JsonPlace extension = extensions == null ? null : extensions.find(EXTENSION);
    if (extension == null) {
      return;
    }
    List<Integer> ids = new ArrayList<>();
    for (JsonPlace id : extension.get("ids").items()) {
      int substitute = id.index(nodeCount, "nodes");
      if (substitute == n || owners.containsKey(substitute)) {
        throw id.error("node " + substitute + " cannot replace node " + n);
      }
      ids.add(substitute);
    }
    if (!ids.isEmpty()) {
      ids.forEach(id -> owners.put(id, n));
      substitutes.put(n, List.copyOf(ids));
      addCoverage(node);
    }
  }

  /** Takes the values of the first node that has one for a level. */
  private void addCoverage(JsonPlace node) throws MalformedAssetException {
    JsonPlace extras = node.find("extras");
    JsonPlace given = extras == null ? null : extras.find(COVERAGE);
    List<JsonPlace> values = given == null ? List.of() : given.items();
    for (int level = coverage.size(); level < values.size(); level++) {
      coverage.add(values.get(level).number());
    }
  }

  /** Returns the number of levels, including the original. */
  public int count() {
    return 1 + substitutes.values().stream().mapToInt(List::size).max().orElse(0);
  }

  /** Returns the smallest share of the screen height at which a level is shown, if it is known. */
  public Optional<Double> coverage(int level) {
    return level < coverage.size() && level < count()
        ? Optional.of(coverage.get(level))
        : Optional.empty();
  }

  /** Returns true if a node replaces another at some level. */
  public boolean isSubstitute(int node) {
    return owners.containsKey(node);
  }

  /** Returns the substitutes with the nodes they replace. */
  public Map<Integer, Integer> owners() {
    return owners;
  }

  /**
   * Returns the nodes that a level shows.
   *
   * @param tree the nodes, with substitutes in the place of the nodes they replace
   * @param inScene whether each node is in the scene, whatever the level
   */
  public boolean[] shown(int level, NodeTree tree, boolean[] inScene) {
    Map<Integer, Integer> chosen = chosen(level);
    Set<Integer> hidden = new HashSet<>(owners.keySet());
    hidden.addAll(substitutes.keySet());
    boolean[] shown = new boolean[inScene.length];
    // Parents precede their children.
    for (int joint = 0; joint < shown.length; joint++) {
      int node = tree.nodes().get(joint);
      Integer replaced = chosen.get(node);
      if (replaced != null) {
        int parent = tree.skeleton().parent(tree.jointOfNode(replaced));
        boolean known = parent != Skeleton.NO_PARENT && parent < joint;
        shown[node] = known ? shown[tree.nodes().get(parent)] : inScene[replaced];
      } else if (!hidden.contains(node)) {
        int parent = tree.skeleton().parent(joint);
        if (parent == Skeleton.NO_PARENT) {
          shown[node] = inScene[node];
        } else {
          // A scene may list a node whose parent is not in it.
          int above = tree.nodes().get(parent);
          shown[node] = shown[above] || (inScene[node] && !inScene[above]);
        }
      }
    }
    return shown;
  }

  /** Returns the nodes shown at a level in the place of a node with levels, by themselves. */
  private Map<Integer, Integer> chosen(int level) {
    Map<Integer, Integer> chosen = new HashMap<>();
    substitutes.forEach(
        (node, ids) ->
            chosen.put(level == 0 ? node : ids.get(Math.min(level, ids.size()) - 1), node));
    return chosen;
  }
}
