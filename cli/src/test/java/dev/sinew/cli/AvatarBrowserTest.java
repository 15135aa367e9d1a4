package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.sample.Samples;
import dev.sinew.testkit.SharedData;
import java.awt.image.BufferedImage;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Avatars that commands write are avatars in a browser: {@code tools/browser} loads them with
 * three-vrm, tries their expressions, shakes their springs, and draws them at rest, with a blink
 * and with a bent arm. Reads avatars of {@code ../shared/data} where they are there. {@code
 * -Dsinew.avatars=FOLDER} keeps files and pictures.
 */
class AvatarBrowserTest {
  /** Commands after which an avatar looks as before, to the last pixel. */
  private static final Map<String, String> NEUTRAL =
      Map.of(
          "limit", "limit MODEL --max-influences 16 -o OUT",
          "bounds", "bounds MODEL -o OUT",
          "transform", "transform MODEL --scale 1 -o OUT",
          "unwrap", "unwrap MODEL --resolution 256 -o OUT");

  /** Commands after which it looks nearly as before. */
  private static final Map<String, String> NEAR =
      Map.of(
          "quantize", "transform MODEL --scale 1 --quantize -o OUT",
          "scaled", "transform MODEL --scale 2 -o OUT",
          "replace", "unwrap MODEL --replace --resolution 1024 -o OUT");

  private static final Map<String, String> LEVELS =
      Map.of(
          "level", "simplify MODEL --ratio 0.4 --no-polish --measure none -o OUT",
          "maps", "simplify MODEL --ratio 0.5 --no-polish --measure none --maps 512 -o OUT",
          "merged", "merge MODEL -o OUT");

  /** The mean difference of all pixels, of 255, of pictures that are nearly the same. */
  private static final double NEARLY = 1.5;

  private static final int BACKGROUND = 0xFF8899AA;

  @TempDir static Path given;
  private static Path folder = Path.of("");

  private static final List<String> AVATARS = new ArrayList<>();
  private static final Map<String, JsonObject> SEEN = new LinkedHashMap<>();
  private static final Map<String, Integer> NUMBERS = new LinkedHashMap<>();

  @BeforeAll
  static void openAllInABrowser() throws Exception {
    BrowserTool.assumeInstalled();
    String kept = System.getProperty("sinew.avatars", "");
    folder = kept.isEmpty() ? given : Files.createDirectories(Path.of(kept));
    AvatarFiles.older(folder.resolve("older.vrm"), Samples.create("biped").character());
    AvatarFiles.newer(folder.resolve("newer.vrm"), Samples.create("biped").character());
    AVATARS.addAll(List.of("older", "newer"));
    for (String shared : List.of("godette-vrm0", "crimsom-vrm0", "spring-vrm1")) {
      var file = SharedData.file("gltf/new/" + shared + ".vrm");
      if (file.isPresent()) {
        Files.copy(file.get(), folder.resolve(shared + ".vrm"));
        AVATARS.add(shared);
      }
    }
    for (String avatar : AVATARS) {
      for (var commands : List.of(NEUTRAL, NEAR, LEVELS)) {
        for (var command : commands.entrySet()) {
          run(avatar, command.getKey(), command.getValue());
        }
      }
    }
    see();
  }

  private static void run(String avatar, String name, String command) {
    boolean hasTextures = !avatar.startsWith("spring");
    if (!hasTextures && List.of("replace", "maps").contains(name)) {
      return;
    }
    String model = folder.resolve(avatar + ".vrm").toString();
    String out = folder.resolve(avatar + "-" + name + ".vrm").toString();
    Run run = Run.of(command.replace("MODEL", model).replace("OUT", out).split(" "));
    assertThat(run.status()).as(command + ": " + run.err()).isZero();
  }

  private static void see() throws Exception {
    List<String> command = BrowserTool.command("browser/vrm.mjs");
    command.addAll(List.of("--pictures", folder.resolve("pictures").toString()));
    try (var files = Files.newDirectoryStream(folder, "*.vrm")) {
      for (Path file : files) {
        NUMBERS.put(String.valueOf(file.getFileName()).replace(".vrm", ""), NUMBERS.size());
        command.add(file.toString());
      }
    }
    Path out = folder.resolve("seen.jsonl");
    Path err = folder.resolve("reasons.txt");
    int status = BrowserTool.run(command, out, err);
    assertThat(status).as(Files.readString(err)).isZero();
    for (String line : Files.readAllLines(out)) {
      JsonObject seen = JsonParser.parseString(line).getAsJsonObject();
      Path file = Path.of(seen.get("file").getAsString());
      SEEN.put(String.valueOf(file.getFileName()).replace(".vrm", ""), seen);
    }
    assertThat(SEEN.keySet()).containsExactlyElementsOf(NUMBERS.keySet());
  }

  private static Stream<String> outputs(String avatar) {
    return SEEN.keySet().stream()
        .filter(name -> name.startsWith(avatar + "-") && !AVATARS.contains(name));
  }

  private static BufferedImage picture(String name, String kind) throws Exception {
    String file = NUMBERS.get(name) + "-" + name + ".vrm-" + kind + ".png";
    return ImageIO.read(new File(folder.resolve("pictures").toFile(), file));
  }

  /** Returns the mean difference of the channels of all pixels, of 255. */
  private static double difference(BufferedImage a, BufferedImage b) {
    long sum = 0;
    for (int y = 0; y < a.getHeight(); y++) {
      for (int x = 0; x < a.getWidth(); x++) {
        for (int shift = 0; shift < 24; shift += 8) {
          sum += Math.abs((a.getRGB(x, y) >> shift & 255) - (b.getRGB(x, y) >> shift & 255));
        }
      }
    }
    return sum / (3.0 * a.getWidth() * a.getHeight());
  }

  private static double covered(BufferedImage picture) {
    long count = 0;
    for (int y = 0; y < picture.getHeight(); y++) {
      for (int x = 0; x < picture.getWidth(); x++) {
        count += picture.getRGB(x, y) == BACKGROUND ? 0 : 1;
      }
    }
    return count / (double) (picture.getWidth() * picture.getHeight());
  }

  @Test
  void outputsAreAvatarsThatLive() {
    for (String avatar : AVATARS) {
      JsonObject before = seen(avatar);
      List<String> outputs = outputs(avatar).toList();
      assertThat(outputs).hasSizeGreaterThan(7);
      for (String output : outputs) {
        JsonObject after = seen(output);
        for (String same :
            List.of("version", "title", "thumbnail", "bones", "lookAt", "constraints", "toon")) {
          assertThat(after.get(same)).as(output + ": " + same).isEqualTo(before.get(same));
        }
        assertThat(after.get("messages")).as(output).isEqualTo(before.get("messages"));
        assertThat(after.get("springs")).as(output).isEqualTo(before.get("springs"));
        assertThat(after.getAsJsonArray("firstPerson")).as(output).isNotEmpty();
        assertExpressions(output, before, after);
      }
    }
    assertThat(turned("newer")).isPositive();
    assertThat(turned("older")).isPositive();
  }

  private static JsonObject seen(String name) {
    return Objects.requireNonNull(SEEN.get(name), name);
  }

  private static int turned(String avatar) {
    return seen(avatar).getAsJsonObject("springs").get("turned").getAsInt();
  }

  private static void assertExpressions(String output, JsonObject before, JsonObject after) {
    JsonArray old = before.getAsJsonArray("expressions");
    JsonArray now = after.getAsJsonArray("expressions");
    assertThat(now).as(output).hasSameSizeAs(old);
    for (int e = 0; e < old.size(); e++) {
      JsonObject was = old.get(e).getAsJsonObject();
      JsonObject is = now.get(e).getAsJsonObject();
      String which = output + ": " + was.get("name");
      assertThat(is.get("name")).as(which).isEqualTo(was.get("name"));
      assertThat(is.get("binds")).as(which).isEqualTo(was.get("binds"));
      double far = was.get("moved").getAsDouble();
      assertThat(is.get("moved").getAsDouble()).as(which).isBetween(0.5 * far, 1.1 * far + 1e-6);
    }
  }

  @Test
  void whatKeepsTheGeometryKeepsThePictures() throws Exception {
    for (String avatar : AVATARS) {
      for (String name : NEUTRAL.keySet()) {
        for (String kind : List.of("rest", "blink", "arm")) {
          assertThat(difference(picture(avatar, kind), picture(avatar + "-" + name, kind)))
              .as(avatar + " " + name + " " + kind)
              .isZero();
        }
      }
      for (String name : NEAR.keySet()) {
        if (SEEN.containsKey(avatar + "-" + name)) {
          for (String kind : List.of("rest", "blink", "arm")) {
            assertThat(difference(picture(avatar, kind), picture(avatar + "-" + name, kind)))
                .as(avatar + " " + name + " " + kind)
                .isLessThan(NEARLY);
          }
        }
      }
    }
  }

  @Test
  void picturesShowThePoses() throws Exception {
    for (String name : SEEN.keySet()) {
      assertThat(covered(picture(name, "rest"))).as(name).isGreaterThan(0.03);
      boolean blinks =
          seen(name).getAsJsonArray("expressions").asList().stream()
              .map(JsonElement::getAsJsonObject)
              .anyMatch(one -> one.get("moved").getAsDouble() > 0);
      double blink = difference(picture(name, "rest"), picture(name, "blink"));
      assertThat(blink > 0).as(name + " blinks").isEqualTo(blinks);
      if (!name.startsWith("spring")) {
        assertThat(difference(picture(name, "rest"), picture(name, "arm"))).as(name).isPositive();
      }
    }
  }

  @Test
  void levelsAreSmallerThanTheirModels() throws Exception {
    for (String avatar : AVATARS) {
      assertThat(Files.size(folder.resolve(avatar + "-level.vrm")))
          .as(avatar)
          .isLessThan(Files.size(folder.resolve(avatar + ".vrm")));
    }
  }
}
