package dev.sinew.draw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.model.human.HumanBone;
import dev.sinew.model.human.Humanoid;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How characters are drawn: as glTF asks, a mesh without normals is flat. */
class CharacterItemTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);
  private static final DrawOptions SMALL =
      DrawOptions.DEFAULTS
          .withSize(120, 80)
          .withGroundShadow(false)
          .withOrthographic()
          .withView(0, 0);

  private static TriMesh sphere() {
    Item sphere = Shapes.sphere(12);
    double[] positions = new double[sphere.positions.length];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = sphere.positions[i];
    }
    return TriMesh.of(positions, sphere.triangles);
  }

  /** A unit sphere is its own normals. */
  private static TriMesh round() {
    return sphere()
        .withAttribute(new MeshAttribute(MeshAttribute.NORMAL, 3, sphere().floatPositions()));
  }

  /** Returns spheres side by side, each a part of its own. */
  private static SkinnedCharacter row(TriMesh... meshes) {
    Skeleton.Builder nodes = Skeleton.builder();
    List<Geometry> geometries = new ArrayList<>();
    List<Part> parts = new ArrayList<>();
    for (int m = 0; m < meshes.length; m++) {
      int node = nodes.add("node-" + m, Skeleton.NO_PARENT, 2.5 * m, 0, 0);
      geometries.add(new Geometry("mesh-" + m, meshes[m]));
      parts.add(new Part("part-" + m, node, m, SkinnedCharacter.NO_SKIN));
    }
    return new SkinnedCharacter(nodes.build(), List.of(), geometries, parts, List.of());
  }

  private static CharacterSurface.Posed posed(SkinnedCharacter character) {
    CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
    posed.set(character.restPose());
    return posed;
  }

  private static int[] paint(Item item) {
    return Painter.paint(Scene.of(item), SMALL, CONTEXT).pixels();
  }

  @Test
  void aMeshWithoutNormalsIsFlat() {
    Item flat = CharacterItem.of(posed(row(sphere())));
    assertThat(paint(flat)).isEqualTo(paint(flat.withFlatShading(true)));
    Item smooth = CharacterItem.of(posed(row(round())));
    assertThat(paint(smooth)).isNotEqualTo(paint(flat));
    assertThat(paint(smooth.withFlatShading(true))).isEqualTo(paint(flat));
  }

  /** A part without normals does not take away those of the others. */
  @Test
  void onlyThePartWithoutNormalsIsFlat() {
    int[] mixed = paint(CharacterItem.of(posed(row(round(), sphere()))));
    int[] smooth = paint(CharacterItem.of(posed(row(round(), round()))));
    int[] flat = paint(CharacterItem.of(posed(row(sphere(), sphere()))));
    int width = SMALL.raster().width();
    for (int i = 0; i < mixed.length; i++) {
      assertThat(mixed[i]).isEqualTo(i % width < width / 2 ? smooth[i] : flat[i]);
    }
    assertThat(mixed).isNotEqualTo(smooth).isNotEqualTo(flat);
  }

  /** A character that faces along -x, with a small sphere before a large one. */
  private static SkinnedCharacter facingLeft() {
    Skeleton.Builder nodes = Skeleton.builder();
    nodes.add("body", Skeleton.NO_PARENT, 0, 0, 0);
    nodes.add("nose", 0, new double[] {-2, 0, 0}, new double[] {0, 0, 0, 1}, halves());
    nodes.add("head", 0, 0, 1, 0);
    nodes.add("l", 0, 0, 0, 0.5);
    nodes.add("r", 0, 0, 0, -0.5);
    nodes.humanoid(
        new Humanoid(
            Map.of(
                HumanBone.HIPS,
                0,
                HumanBone.HEAD,
                2,
                HumanBone.LEFT_UPPER_LEG,
                3,
                HumanBone.RIGHT_UPPER_LEG,
                4)));
    return new SkinnedCharacter(
        nodes.build(),
        List.of(),
        List.of(new Geometry("sphere", round())),
        List.of(
            new Part("body", 0, 0, SkinnedCharacter.NO_SKIN),
            new Part("nose", 1, 0, SkinnedCharacter.NO_SKIN)),
        List.of());
  }

  private static double[] halves() {
    return new double[] {0.5, 0.5, 0.5};
  }

  @Test
  void anglesCountFromTheFront() {
    SkinnedCharacter character = facingLeft();
    assertThat(CharacterItem.front(character, DrawOptions.UpAxis.Y)).isEqualTo(-90);
    assertThat(CharacterItem.front(row(round()), DrawOptions.UpAxis.Y)).isZero();
    Item item = CharacterItem.of(posed(character));
    int[] fromItsFront = Painter.paint(Scene.of(item.withFront(-90)), SMALL, CONTEXT).pixels();
    int[] fromTheLeft = Painter.paint(Scene.of(item), SMALL.withView(-90, 0), CONTEXT).pixels();
    assertThat(fromItsFront).isEqualTo(fromTheLeft);
    assertThat(Painter.paint(Scene.of(item), SMALL, CONTEXT).pixels()).isNotEqualTo(fromItsFront);
  }
}
