package dev.sinew.distance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.Material;
import dev.sinew.model.Material.Alpha;
import dev.sinew.model.Material.Color;
import dev.sinew.model.Material.Texture;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A square with a texture of 200 × 100 pixels. */
class LookErrorTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);
  private static final Material TEXTURED = textured(new int[20_000]);

  private static Material textured(int[] argb) {
    return new Material(
        "m",
        Color.WHITE,
        new Texture(
            TextureImage.of(new Pixels(200, 100, argb)),
            0,
            true,
            true,
            new double[] {1, 0, 0, 0, 1, 0}),
        Set.of(0),
        false,
        false,
        Alpha.OPAQUE,
        0.5);
  }

  private static SkinnedCharacter square(float shift, double tilt) {
    float[] uv = {shift, 1, 1 + shift, 1, 1 + shift, 0, shift, 0};
    float[] normals = new float[12];
    for (int w = 0; w < 4; w++) {
      normals[3 * w] = (float) Math.sin(tilt);
      normals[3 * w + 2] = (float) Math.cos(tilt);
    }
    TriMesh mesh =
        TriMesh.of(new double[] {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, new int[] {0, 1, 2, 0, 2, 3})
            .withAttribute(new MeshAttribute(MeshAttribute.UV, 2, uv))
            .withAttribute(new MeshAttribute(MeshAttribute.NORMAL, 3, normals));
    return SkinnedCharacter.ofMesh("square", mesh).withMaterials(List.of(List.of(TEXTURED)));
  }

  /** Without normals the square is shown by those of its triangles. */
  @Test
  void aMeshWithoutNormalsIsComparedAsItIsShown() {
    TriMesh bare =
        TriMesh.of(new double[] {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, new int[] {0, 1, 2, 0, 2, 3});
    SkinnedCharacter flat = SkinnedCharacter.ofMesh("square", bare);
    double tilt = Math.toRadians(10);
    assertThat(measure(square(0, tilt), flat).normalDegrees()).isCloseTo(10, within(1e-4));
    assertThat(measure(flat, square(0, tilt)).normalDegrees()).isCloseTo(10, within(1e-4));
    assertThat(measure(flat, flat).normalDegrees()).isZero();
  }

  private static LookError measure(SkinnedCharacter original, SkinnedCharacter level) {
    List<Pose> rest = List.of(original.restPose());
    return LookError.measure(
        original,
        level,
        WeightedPoses.ofEqualWeight(rest),
        new PictureError(original, rest, CONTEXT),
        new CloseViews(original, rest, 20, CONTEXT).measure(level),
        CONTEXT);
  }

  @Test
  void nothingDiffers() {
    LookError found = measure(square(0, 0), square(0, 0));
    assertThat(found.texelDrift()).isCloseTo(0, within(1e-4));
    assertThat(found.normalDegrees()).isCloseTo(0, within(0.05));
    assertThat(found.mae()).isZero();
    assertThat(found.flippedArea()).isZero();
    assertThat(found.close()).isEqualTo(new CloseError(0, 0, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void aShiftedTexture() {
    LookError found = measure(square(0, 0), square(0.01f, 0));
    assertThat(found.texelDrift()).isCloseTo(2, within(1e-3));
  }

  /** A drift of more than half the longest side, 224 pixels, counts as that half. */
  @Test
  void aTextureThatIsFarOff() {
    LookError found = measure(square(0, 0), square(0.9f, 0));
    assertThat(found.texelDrift()).isCloseTo(Math.hypot(200, 100) / 2, within(1e-3));
  }

  /** The level lacks a triangle: the texture of the original is far from its closest points. */
  @Test
  void samplesAreOnBothSurfaces() {
    SkinnedCharacter half = square(0, 0);
    TriMesh mesh = half.meshes().getFirst().mesh();
    SkinnedCharacter missing =
        half.withMeshes(
            List.of(
                half.meshes()
                    .getFirst()
                    .withMesh(
                        TriMesh.of(mesh.positions(), new int[] {0, 1, 2})
                            .withAttribute(mesh.attribute(MeshAttribute.UV).orElseThrow())
                            .withAttribute(mesh.attribute(MeshAttribute.NORMAL).orElseThrow()))));
    assertThat(measure(half, missing).texelDrift()).isGreaterThan(10);
  }

  /** Texture coordinates in another image cannot be compared. */
  @Test
  void anotherImageHasNoDrift() {
    int[] white = new int[20_000];
    Arrays.fill(white, 0xFFFFFFFF);
    SkinnedCharacter other = square(0.1f, 0).withMaterials(List.of(List.of(textured(white))));
    assertThat(measure(square(0, 0), other).texelDrift()).isNull();
    SkinnedCharacter copy =
        square(0.01f, 0).withMaterials(List.of(List.of(textured(new int[20_000]))));
    assertThat(measure(square(0, 0), copy).texelDrift()).isCloseTo(2, within(1e-3));
  }

  @Test
  void tiltedNormals() {
    LookError found = measure(square(0, 0), square(0, Math.toRadians(10)));
    assertThat(found.normalDegrees()).isCloseTo(10, within(0.01));
  }

  @Test
  void withoutTexturesThereIsNoDrift() {
    SkinnedCharacter plain = square(0, 0).withMaterials(List.of(List.of(Material.PLAIN)));
    SkinnedCharacter shifted = square(0.5f, 0).withMaterials(List.of(List.of(Material.PLAIN)));
    assertThat(measure(plain, shifted).texelDrift()).isZero();
  }

  @Test
  void aFlippedTriangle() {
    TriMesh mesh = square(0, 0).meshes().getFirst().mesh();
    SkinnedCharacter flipped =
        square(0, 0)
            .withMeshes(
                List.of(
                    new SkinnedCharacter.Geometry(
                        "square", TriMesh.of(mesh.positions(), new int[] {0, 1, 2, 0, 3, 2}))));
    assertThat(measure(square(0, 0), flipped).flippedArea()).isCloseTo(0.5, within(1e-9));
  }

  /** The texture is black; a white one of half the pixels makes half a difference. */
  @Test
  void picturesOfAnotherTexture() {
    int[] half = new int[20_000];
    Arrays.fill(half, 0, 10_000, 0xFFFFFFFF);
    Arrays.fill(half, 10_000, 20_000, 0xFF000000);
    double none = measure(square(0, 0), square(0, 0)).mae();
    double some =
        measure(square(0, 0), square(0, 0).withMaterials(List.of(List.of(textured(half))))).mae();
    assertThat(none).isZero();
    assertThat(some).isBetween(0.2, 0.5);
  }
}
