package dev.sinew.pipeline.demo;

import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.skin.CharacterSurface;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** A part of the page that plays a clip of several models side by side, without a network. */
final class DemoPlayer {
  private static final int FRAMES_PER_SECOND = 15;
  private static final int MAX_VERTICES = 1 << 16;

  private DemoPlayer() {}

  /**
   * Returns the part.
   *
   * @param models glTF files with the same clip; the first one decides on the view
   */
  static String html(List<Path> models, String clip) throws IOException {
    List<String> entries = new ArrayList<>();
    Moving first = Moving.of(GltfReader.read(models.getFirst()).character(), clip);
    for (Path model : models) {
      entries.add(Moving.of(GltfReader.read(model).character(), clip).json());
    }
    return String.format(
        Locale.ROOT,
        """
        <p><canvas id="player" width="1280" height="480" style="max-width:100%%"></canvas></p>
        <p><button id="player-stop">Stop</button> <input id="player-time" type="range" min="0" max="1" step="any"
        style="width:60%%" aria-label="time"></p>
        <script>
        const sinewSeconds = %s, sinewCentre = [%s, %s, %s], sinewSize = %s;
        const sinewModels = [%s];
        %s</script>
        """,
        first.seconds,
        first.centre(0),
        first.centre(1),
        first.centre(2),
        Math.max(first.side(0), Math.max(first.side(1), first.side(2))),
        String.join(",\n", entries),
        script());
  }

  private static String script() throws IOException {
    try (InputStream in = DemoPlayer.class.getResourceAsStream("player.js")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** A model in the frames of a clip, and the box of all frames. */
  private record Moving(
      double seconds, int[] triangles, List<float[]> frames, float[] low, float[] high) {

    static Moving of(SkinnedCharacter character, String name) {
      Clip clip = character.clip(name);
      int count = Math.max(2, (int) Math.ceil(clip.duration() * FRAMES_PER_SECOND) + 1);
      CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
      List<float[]> frames = new ArrayList<>();
      float[] low = {Float.MAX_VALUE, Float.MAX_VALUE, Float.MAX_VALUE};
      float[] high = {-Float.MAX_VALUE, -Float.MAX_VALUE, -Float.MAX_VALUE};
      for (int k = 0; k < count; k++) {
        Pose pose = character.restPose();
        clip.sample(clip.duration() * k / (count - 1), pose);
        posed.set(pose);
        float[] positions = posed.mesh().floatPositions();
        for (int i = 0; i < positions.length; i++) {
          low[i % 3] = Math.min(low[i % 3], positions[i]);
          high[i % 3] = Math.max(high[i % 3], positions[i]);
        }
        frames.add(positions);
      }
      if (frames.getFirst().length / 3 > MAX_VERTICES) {
        throw new IllegalArgumentException(
            "model: expected at most " + MAX_VERTICES + " vertices for 16-bit indices");
      }
      return new Moving(clip.duration(), posed.mesh().triangles(), frames, low, high);
    }

    double centre(int axis) {
      return 0.5 * ((double) low[axis] + high[axis]);
    }

    double side(int axis) {
      return (double) high[axis] - low[axis];
    }

    String json() {
      ByteBuffer indices = ByteBuffer.allocate(2 * triangles.length).order(ByteOrder.LITTLE_ENDIAN);
      for (int vertex : triangles) {
        indices.putShort((short) vertex);
      }
      ByteBuffer positions =
          ByteBuffer.allocate(2 * frames.size() * frames.getFirst().length)
              .order(ByteOrder.LITTLE_ENDIAN);
      for (float[] frame : frames) {
        for (int i = 0; i < frame.length; i++) {
          double scale = scale(i % 3);
          positions.putShort((short) Math.round((frame[i] - centre(i % 3)) / scale));
        }
      }
      return String.format(
          Locale.ROOT,
          "{count: %d, scale: [%s, %s, %s], centre: [%s, %s, %s], triangles: \"%s\", frames:"
              + " \"%s\"}",
          frames.size(),
          scale(0),
          scale(1),
          scale(2),
          centre(0),
          centre(1),
          centre(2),
          Base64.getEncoder().encodeToString(indices.array()),
          Base64.getEncoder().encodeToString(positions.array()));
    }

    /** The length of one step of the 16-bit positions; not 0 for flat models. */
    private double scale(int axis) {
      return Math.max(side(axis), 1e-6) / (2 * Short.MAX_VALUE);
    }
  }
}
