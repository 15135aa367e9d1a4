package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.GltfCopy;
import dev.sinew.testkit.GltfCopy.Space;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All commands that read characters give the same figures and results for files that show the same
 * scene: with meshes in other units and axes, below an armature node that scales and turns, and
 * with more parent nodes.
 *
 * <p>Units that are powers of two change no digit of a number, so nothing may differ at all. With
 * other units and with turns, stored floats are rounded differently, by 6e-8 of their size, and
 * figures follow: see {@link #TOLERANCE}. {@code -Dsinew.spaces=all} tries every command in all
 * spaces.
 */
class SameSceneTest {
  @TempDir static Path folder;

  /** Meshes in units of 128ths and of 64ths, joints in units of 32nds of the scene. */
  private static final Space POWERS_OF_TWO =
      Space.ofMeshes("powers of two", 128, 1 / 64.0).below(1 / 32.0, 1, 0, 0, 0);

  /** The commonest of all: a mesh in centimetres with z up, below a node of scale 0.01. */
  private static final Space CENTIMETRES =
      Space.ofMeshes("centimetres", 100).below(0.01, 1, 0, 0, -90);

  private static final Space SMALL = Space.ofMeshes("small meshes", 0.01, 100);
  private static final Space TURNED = Space.ofMeshes("turned meshes", 1).withMeshTurn(1, 2, -3, 70);
  private static final Space PARENT = Space.ofMeshes("parent", 1).below(1, 3, -1, 2, 50);

  private static final List<Space> OTHERS = List.of(SMALL, TURNED, PARENT);

  /** Returns the spaces that a command is tried in: the commonest, and the others in turn. */
  private static List<Space> roundingSpaces(List<String> commands, String line) {
    List<Space> spaces = new ArrayList<>(List.of(CENTIMETRES));
    spaces.addAll(
        System.getProperty("sinew.spaces") == null
            ? List.of(OTHERS.get(commands.indexOf(line) % OTHERS.size()))
            : OTHERS);
    return spaces;
  }

  /**
   * The relative tolerance of figures where floats are rounded differently. Positions of a
   * character of size 1 change by up to 1.2e-7; a distance of 0.005, such as the error of a level,
   * therefore by 5e-5 of itself where it is the sum of two, and angles between normals likewise.
   */
  private static final double TOLERANCE = 1e-4;

  /**
   * The same for means of angles and colours at closest points: a sample whose closest point is on
   * an edge gets the normal and the colour of the triangle on either side.
   */
  private static final double LOOK = 1e-3;

  private static final Pattern LOOKS =
      Pattern.compile(".*(/look/|/regions/\\d+/(mae|swapped)|[nN]ormal).*");

  /** Figures below this are rounding themselves, in box sides. */
  private static final double ROUNDING = 1e-6;

  /** The same for angles in degrees, of normals stored as floats. */
  private static final double ROUNDING_OF_ANGLES = 1e-4;

  /**
   * The same for the largest angle: normals that differ by the rounding of a float, ε, are up to
   * √(2 ε) apart by the cosine.
   */
  private static final double ROUNDING_OF_LARGEST_ANGLE = 0.02;

  /** Centres of spheres move by this share of their jump where they are near 0. */
  private static final double ROUNDING_OF_SPHERES = 0.1;

  /**
   * What depends on the file itself, such as names of nodes, or on time. Of several poses or
   * vertices with nearly the same error, rounding decides which one is the worst. Whether a turned
   * character has a turned mesh, or turned matrices, is left to the command.
   */
  private static final Pattern IGNORED =
      Pattern.compile(
          ".*([sS]econds|[bB]ytes|/size/|/file|/worst|/output|PerSecond|PerVertex|/turnedMeshes"
              + "|/(joints|meshes)/\\d+/name|/frames/\\d+/(vertex|fromRest)).*");

  /**
   * What jumps with rounding. Beside a seam, the closest points of a surface are on one side or the
   * other, which have unrelated texture coordinates: one sample more or less there changes the
   * drift of an arm of 700 triangles by up to 4 %. Spheres that are close to the smallest ones are
   * not unique.
   */
  private static final Pattern JUMPING = Pattern.compile(".*(/texelDrift|/sphere/).*");

  private static final double JUMP = 0.1;

  private static Path arm = Path.of("");
  private static Path armWithBall = Path.of("");

  private static final Map<String, Outcome> OF_INPUTS = new HashMap<>();

  /** Commands over an arm and over an arm that holds a ball, a second mesh without a skin. */
  private static final List<String> BOTH =
      List.of(
          "inspect $m",
          "pose $m --clip flex --time 0.7 -o $o.obj",
          "deform $m --clip flex --fps 5 -o $o.pc2",
          "bounds $m -o $o.glb",
          "render $m --clip flex --time 1 --size 200x200 --skeleton -o $o.png",
          "compare $m $level",
          "simplify $m --ratio 0.25 --no-polish -o $o.glb",
          "limit $m --max-influences 1 -o $o.glb",
          "unwrap $m -o $o.glb",
          "bake $level --detail $m --resolution 128 -o $o.glb",
          "subdivide $m --scheme loop -o $o.glb");

  private static final List<String> ARM =
      List.of(
          "pose $m --clip flex --time 0.7 --method sbs -o $o.obj",
          "pose $m --clip flex --time 0.7 --method mwe -o $o.obj",
          "limit $m --max-influences 1 --model as --move-rest --metric skeleton -o $o.glb",
          "limit $m --max-influences 1 --helpers 1 -o $o.glb",
          "unwrap $m --metric range --replace --straight -o $o.glb",
          "posespace train $m --examples $shapes -o $o.psdb",
          "posespace apply $m $db --clip flex --fps 5 -o $o.pc2",
          "posespace bake $m $db --clip flex --fps 5 -o $o.glb",
          "solve $m $shapes -o $o.glb",
          "fit $shapes --reference $rest --rig $m --model ssd -o $o.glb",
          "fit $shapes --reference $rest --rig $m --keep-influences -o $o.glb",
          "simplify $shapes --reference $rest --ratio 0.25 --weights $m -o $o");

  /** What compares places of vertices and joints, or turns meshes or their matrices. */
  private static final List<String> ROUNDED =
      List.of(
          "posespace train $m --examples $shapes --method local --form forward -o $o.psdb",
          "transform $m --scale 2 --up z -o $o.glb",
          "transform $m --up x -o $o.glb");

  /**
   * Where rounding decides, levels are others: texture prices have many ties on an arm, and polish
   * flips edges and drops influences of weight 0.
   */
  private static final List<String> WITH_TIES =
      List.of(
          "simplify $m --ratio 0.25 -o $o.glb",
          "simplify $m --ratio 0.5,0.25,0.1 --max-influences 3,2,1 -o $o.glb",
          "simplify $m --ratio 0.25 --maps 64 -o $o.glb",
          "simplify $m --error 0.02 --metric range -o $o.glb",
          "simplify $m --ratio 0.3 --influences -o $o.glb",
          "simplify $m --ratio 0.5 --method aps --no-polish -o $o.glb",
          "simplify $m --ratio 0.5 --method aps-standard -o $o.glb");

  @BeforeAll
  static void writeInputs() throws IOException {
    arm = Run.smallArm(Run.sampleArm(folder));
    armWithBall = folder.resolve("arm-with-ball.glb");
    SkinnedCharacter both = withBall(GltfReader.read(arm).requireSound().character());
    CharacterWriter.toDocument("arm-with-ball.glb", both).write(armWithBall);
    for (Path model : List.of(arm, armWithBall)) {
      run("simplify $m --ratio 0.4 --measure none -o $o.glb", model, levelOf(model));
    }
    run("deform $m --clip examples --method dqs -o $o.pc2", arm, folder.resolve("shapes"));
    run("pose $m -o $o.obj", arm, folder.resolve("rest"));
  }

  /** Adds a ball on a node of its own below the last joint. */
  private static SkinnedCharacter withBall(SkinnedCharacter character) {
    RawMesh raw = MeshSuite.icosphere(2);
    double[] positions = raw.positions().clone();
    for (int i = 0; i < positions.length; i++) {
      positions[i] *= 0.2;
    }
    List<Geometry> meshes = new ArrayList<>(character.meshes());
    meshes.add(new Geometry("ball", TriMesh.of(positions, raw.triangles())));
    List<Part> parts = new ArrayList<>(character.parts());
    int last = character.skins().getFirst().joint(character.skins().getFirst().jointCount() - 1);
    Skeleton.Builder nodes = Skeleton.builder(character.skeleton());
    int node = nodes.add("ball", last, 0, 0.3, 0);
    parts.add(new Part("ball", node, 1, SkinnedCharacter.NO_SKIN));
    return new SkinnedCharacter(nodes.build(), character.skins(), meshes, parts, character.clips());
  }

  private static Path levelOf(Path model) {
    return Path.of(model + "-level");
  }

  private static JsonObject run(String line, Path input, Path output) {
    List<String> args = new ArrayList<>();
    for (String word : (line + " --json").split(" ", -1)) {
      args.add(
          word.replace("$m", input.toString())
              .replace("$o", output.toString())
              .replace("$level", levelOf(input) + ".glb")
              .replace("$shapes", folder.resolve("shapes.pc2").toString())
              .replace("$rest", folder.resolve("rest.obj").toString())
              .replace("$db", input + ".psdb"));
    }
    return Run.report(Run.of(args.toArray(String[]::new)));
  }

  /**
   * What a command gave.
   *
   * @param figures numbers and texts of the report by their places in it
   * @param shapes positions of all vertices of the output, in some poses
   * @param picture a picture, or null
   */
  private record Outcome(
      Map<String, JsonPrimitive> figures, List<float[]> shapes, @Nullable BufferedImage picture) {
    static Outcome of(String line, Path input) throws IOException {
      Path output = Files.createTempDirectory(folder, "out").resolve("out");
      if (line.contains("$db")) {
        run("posespace train $m --examples $shapes -o $db", input, output);
      }
      Map<String, JsonPrimitive> figures = new TreeMap<>();
      flatten("", run(line, input, output), figures);
      figures.keySet().removeIf(key -> IGNORED.matcher(key).matches());
      Path file = Path.of(line.substring(line.lastIndexOf(' ') + 1).replace("$o", output + ""));
      String name = file.toString();
      return new Outcome(
          figures,
          name.endsWith(".glb") && line.contains("-o ")
              ? posedModels(file.resolveSibling(""))
              : name.endsWith(".obj")
                  ? vertices(file)
                  : name.endsWith(".pc2") ? frames(file) : List.of(),
          name.endsWith(".png") ? ImageIO.read(file.toFile()) : null);
    }
  }

  /** Returns what a command gives for a file that no copy has replaced; each runs once. */
  private static Outcome ofInput(String line, Path input) throws IOException {
    String key = input + " " + line;
    Outcome known = OF_INPUTS.get(key);
    if (known == null) {
      known = Outcome.of(line, input);
      OF_INPUTS.put(key, known);
    }
    return known;
  }

  private static void flatten(String at, JsonElement value, Map<String, JsonPrimitive> out) {
    switch (value) {
      case JsonObject object -> object.asMap().forEach((k, v) -> flatten(at + "/" + k, v, out));
      case JsonArray array -> {
        for (int i = 0; i < array.size(); i++) {
          flatten(at + "/" + i, array.get(i), out);
        }
      }
      case JsonPrimitive primitive -> out.put(at, primitive);
      default -> {}
    }
  }

  /** Returns the shapes of all models of a folder: several levels are several files. */
  private static List<float[]> posedModels(Path in) throws IOException {
    List<float[]> out = new ArrayList<>();
    try (Stream<Path> files = Files.list(in)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".glb")).sorted().toList()) {
        out.addAll(posed(file));
      }
    }
    assertThat(out).isNotEmpty();
    return out;
  }

  private static List<float[]> posed(Path file) throws IOException {
    SkinnedCharacter character = GltfReader.read(file).requireSound().character();
    CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
    posed.set(character.restPose());
    List<float[]> out = new ArrayList<>(List.of(posed.wedgePositions().clone()));
    for (Clip clip : character.clips()) {
      Pose pose = character.restPose();
      clip.sample(0.4 * clip.duration(), pose);
      posed.set(pose);
      out.add(posed.wedgePositions().clone());
    }
    return out;
  }

  private static List<float[]> vertices(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith("v "))
        .map(line -> line.split(" +", -1))
        .map(
            words ->
                new float[] {
                  Float.parseFloat(words[1]), Float.parseFloat(words[2]), Float.parseFloat(words[3])
                })
        .toList();
  }

  private static List<float[]> frames(Path file) throws IOException {
    List<float[]> out = new ArrayList<>();
    try (PointCache cache = PointCache.open(file)) {
      for (int f = 0; f < cache.frameCount(); f++) {
        out.add(new float[3 * cache.pointCount()]);
        cache.frame(f, out.getLast());
      }
    }
    return out;
  }

  private static Path copy(Path model, Space space) throws IOException {
    Path out = folder.resolve("copy.glb");
    GltfCopy.write(model, space, out);
    GltfCopy.write(Path.of(levelOf(model) + ".glb"), space, Path.of(levelOf(out) + ".glb"));
    return out;
  }

  static Stream<Object[]> exactly() {
    return Stream.concat(
        BOTH.stream().map(line -> new Object[] {line, true}),
        Stream.of(BOTH, ARM, WITH_TIES).flatMap(List::stream).map(c -> new Object[] {c, false}));
  }

  @ParameterizedTest
  @MethodSource("exactly")
  void unitsThatArePowersOfTwoChangeNothing(String line, boolean ball) throws IOException {
    Path model = ball ? armWithBall : arm;
    Outcome expected = ofInput(line, model);
    Outcome found = Outcome.of(line, copy(model, POWERS_OF_TWO));
    assertThat(found.figures.keySet()).isEqualTo(expected.figures.keySet());
    expected.figures.forEach(
        (key, value) -> assertThat(found.figures.get(key)).as(key).isEqualTo(value));
    assertThat(found.shapes).usingElementComparator(Arrays::compare).isEqualTo(expected.shapes);
    assertThat(differentPixels(expected, found)).isZero();
  }

  static List<String> nearly() {
    return Stream.of(BOTH, ARM, ROUNDED).flatMap(List::stream).toList();
  }

  @ParameterizedTest
  @MethodSource("nearly")
  void otherUnitsAxesAndParentsChangeNoMoreThanRounding(String line) throws IOException {
    Outcome expected = ofInput(line, arm);
    for (Space space : roundingSpaces(nearly(), line)) {
      requireNear(space + ": " + line, expected, Outcome.of(line, copy(arm, space)));
    }
  }

  /** Counts, distances and looks of levels. */
  private static final Pattern FIGURES_OF_LEVELS =
      Pattern.compile(
          "/levels/\\d+/(triangles|vertices|influences|rms|max|look/(close/)?"
              + "(mae|normalDegrees|swapped|texelDrift|flippedArea))");

  /**
   * How much the figures of a level may differ where ties are decided the other way. Orders of
   * collapses that are as good as each other give up to 12 % here; a length in the wrong units
   * gives half as much again, or many times as much.
   */
  private static final double TIES = 0.15;

  /** Shares of pixels and of the area are this small by chance. */
  private static double small(String key) {
    return key.endsWith("/swapped") || key.endsWith("/flippedArea") ? 2e-3 : ROUNDING;
  }

  @ParameterizedTest
  @FieldSource("WITH_TIES")
  void levelsWithTiesAreAsGoodInOtherUnitsAndAxes(String line) throws IOException {
    Outcome expected = ofInput(line, arm);
    for (Space space : roundingSpaces(WITH_TIES, line)) {
      Outcome found = Outcome.of(line, copy(arm, space));
      expected.figures.forEach(
          (key, value) -> {
            if (FIGURES_OF_LEVELS.matcher(key).matches()) {
              double figure = value.getAsDouble();
              assertThat(Objects.requireNonNull(found.figures.get(key), key).getAsDouble())
                  .as(space + ": " + line + " " + key)
                  .isCloseTo(figure, within(small(key) + TIES * Math.abs(figure)));
            }
          });
    }
  }

  private static void requireNear(String what, Outcome expected, Outcome found) {
    assertThat(found.figures.keySet()).as(what).isEqualTo(expected.figures.keySet());
    expected.figures.forEach(
        (key, value) -> {
          JsonPrimitive other = Objects.requireNonNull(found.figures.get(key));
          if (value.isNumber()) {
            double allowed =
                JUMPING.matcher(key).matches()
                    ? JUMP
                    : LOOKS.matcher(key).matches() ? LOOK : TOLERANCE;
            double rounding =
                JUMPING.matcher(key).matches()
                    ? JUMP * ROUNDING_OF_SPHERES
                    : key.endsWith("/maxNormalDegrees")
                        ? ROUNDING_OF_LARGEST_ANGLE
                        : LOOKS.matcher(key).matches() ? ROUNDING_OF_ANGLES : ROUNDING;
            assertThat(other.getAsDouble())
                .as(what + " " + key)
                .isCloseTo(
                    value.getAsDouble(),
                    within(rounding + allowed * Math.abs(value.getAsDouble())));
          } else {
            assertThat(other).as(what + " " + key).isEqualTo(value);
          }
        });
    assertThat(found.shapes).as(what).hasSameSizeAs(expected.shapes);
    for (int i = 0; i < expected.shapes.size(); i++) {
      assertThat(found.shapes.get(i))
          .as(what)
          .containsExactly(expected.shapes.get(i), within(5e-6f));
    }
    assertThat(differentPixels(expected, found)).as(what).isLessThan(40);
  }

  /** At the border of a character, rounding decides which side of it a sample of a pixel is on. */
  private static int differentPixels(Outcome expected, Outcome found) {
    int different = 0;
    BufferedImage a = expected.picture;
    BufferedImage b = found.picture;
    for (int i = 0; a != null && b != null && i < a.getWidth() * a.getHeight(); i++) {
      int x = i % a.getWidth();
      int y = i / a.getWidth();
      different += a.getRGB(x, y) == b.getRGB(x, y) ? 0 : 1;
    }
    return different;
  }
}
