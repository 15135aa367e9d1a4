package dev.sinew.io.gltf;

import com.google.gson.JsonObject;
import dev.sinew.io.gltf.json.AvatarReferences;
import dev.sinew.io.gltf.json.AvatarReferences.Item;
import dev.sinew.io.gltf.json.AvatarReferences.Target;
import dev.sinew.io.gltf.write.DocumentPart;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * What expressions and the first person of an avatar say of changed meshes: it follows targets that
 * have another number, and meshes that are shown as part of another one, and leaves with targets
 * and meshes that are gone.
 *
 * @param file the file of the avatar
 * @param after the changed character
 * @param like the mesh of the file that each of its meshes is made from, or a negative number
 * @param gone which meshes leave the file
 */
record AvatarEdit(GltfAsset file, SkinnedCharacter after, int[] like, IntPredicate gone)
    implements DocumentPart {
  @Override
  public void drop(GltfBuilder builder) {
    // The nodes still have the meshes of the file.
    JsonObject root = builder.json();
    AvatarReferences.moveTargets(root, this::targets, this::nodes);
    List<Integer> added = IntStream.range(0, like.length).filter(m -> like[m] < 0).boxed().toList();
    if (IntStream.range(0, like.length).noneMatch(gone)) {
      return;
    }
    List<Integer> nodes = added.stream().flatMap(m -> nodes(m).stream()).toList();
    AvatarReferences.move(root, Item.MESH, m -> gone.test(m) ? added : List.of(m));
    AvatarReferences.move(root, Item.NODE_OF_MESH, n -> isEmptied(n) ? nodes : List.of(n));
    AvatarReferences.uniteFirstPersonNotes(root);
    AvatarReferences.uniteBinds(root);
  }

  @Override
  public void write(GltfBuilder builder) {
    // All is done before nodes and meshes change.
  }

  private List<Integer> nodes(int mesh) {
    return after.parts().stream()
        .filter(part -> part.mesh() == mesh)
        .map(part -> file.nodes().get(part.node()))
        .toList();
  }

  /** Returns true if a node of the file shows a mesh that is gone. */
  private boolean isEmptied(int node) {
    return file.character().parts().stream()
        .anyMatch(part -> file.nodes().get(part.node()) == node && gone.test(part.mesh()));
  }

  private List<Target> targets(Target old) {
    if (old.mesh() >= file.character().meshes().size()) {
      return List.of();
    }
    List<Target> out = new ArrayList<>();
    for (int m = 0; m < like.length; m++) {
      if (like[m] < 0 && gone.test(old.mesh())) {
        united(old, m).ifPresent(out::add);
      } else if (like[m] == old.mesh()
          && !gone.test(m)
          && old.target() < after.meshes().get(m).morphs().count()) {
        out.add(new Target(m, old.target()));
      }
    }
    return out;
  }

  /** Returns the target of a merged mesh that has the name of one of its parts. */
  private Optional<Target> united(Target old, int mesh) {
    Geometry part = file.character().meshes().get(old.mesh());
    List<String> own = part.morphs().names();
    List<String> names = after.meshes().get(mesh).morphs().names();
    String name = old.target() < own.size() ? own.get(old.target()) : "";
    List<String> wanted =
        name.isEmpty()
            ? List.of(part.name() + " " + old.target())
            : List.of(name + " (" + part.name() + ")", name);
    return wanted.stream()
        .filter(names::contains)
        .findFirst()
        .map(known -> new Target(mesh, names.indexOf(known)));
  }
}
