package dev.sinew.demo;

import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.png.PngWriter;
import dev.sinew.model.Clip;
import dev.sinew.model.Material;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.model.TriMesh;
import dev.sinew.skin.surface.CharacterSurface;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedSet;

/** A part of the page that plays a clip of several models side by side, without a network. */
final class DemoPlayer {
  private static final int FRAMES_PER_SECOND = 15;
  private static final int MAX_VERTICES = 1 << 16;

  /** Larger textures are halved: a model is at most some 400 pixels wide. */
  private static final int MAX_TEXELS = 512;

  private DemoPlayer() {}

  /**
   * Returns the part.
   *
   * @param files glTF files with the same clip; the first one decides on the view
   */
  static String html(List<Path> files, String clip) throws IOException {
    List<Moving> models = new ArrayList<>();
    SequencedSet<String> images = new LinkedHashSet<>();
    for (Path file : files) {
      Moving model = Moving.of(GltfReader.read(file).character(), clip);
      models.add(model);
      model.image.ifPresent(images::add);
    }
    List<String> distinct = List.copyOf(images);
    Moving first = models.getFirst();
    return String.format(
        Locale.ROOT,
        """
        <p><canvas id="player" width="1280" height="480" style="max-width:100%%"></canvas></p>
        <p><button id="player-stop">Stop</button> <input id="player-time" type="range" min="0" max="1" step="any"
        style="width:60%%" aria-label="time"> <label><input id="player-triangles" type="checkbox"> Triangles</label></p>
        <script>
        const sinewSeconds = %s, sinewCentre = [%s, %s, %s], sinewSize = %s;
        const sinewImages = [%s];
        const sinewModels = [%s];
        %s</script>
        """,
        first.seconds,
        first.centre(0),
        first.centre(1),
        first.centre(2),
        Math.max(first.side(0), Math.max(first.side(1), first.side(2))),
        String.join(",\n", distinct.stream().map(image -> '"' + image + '"').toList()),
        String.join(",\n", models.stream().map(model -> model.json(distinct)).toList()),
        script());
  }

  private static String script() throws IOException {
    try (InputStream in = DemoPlayer.class.getResourceAsStream("player.js")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** One frame: positions and normals of all wedges. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Frame(float[] positions, float[] normals) {}

  /** A model in the frames of a clip, its texture as a PNG in base64, and the box of all frames. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Moving(
      double seconds,
      int[] triangles,
      float[] uv,
      Optional<String> image,
      List<Frame> frames,
      float[] low,
      float[] high) {

    static Moving of(SkinnedCharacter character, String name) {
      Clip clip = character.clip(name);
      int count = Math.max(2, (int) Math.ceil(clip.duration() * FRAMES_PER_SECOND) + 1);
      CharacterSurface surface = CharacterSurface.of(character);
      if (surface.wedgeCount() > MAX_VERTICES) {
        throw new IllegalArgumentException(
            "model: expected at most " + MAX_VERTICES + " vertices for 16-bit indices");
      }
      CharacterSurface.Posed posed = surface.newPosed();
      List<Frame> frames = new ArrayList<>();
      float[] low = {Float.MAX_VALUE, Float.MAX_VALUE, Float.MAX_VALUE};
      float[] high = {-Float.MAX_VALUE, -Float.MAX_VALUE, -Float.MAX_VALUE};
      for (int k = 0; k < count; k++) {
        Pose pose = character.restPose();
        clip.sample(clip.duration() * k / (count - 1), pose);
        posed.set(pose);
        float[] positions = posed.wedgePositions().clone();
        for (int i = 0; i < positions.length; i++) {
          low[i % 3] = Math.min(low[i % 3], positions[i]);
          high[i % 3] = Math.max(high[i % 3], positions[i]);
        }
        float[] normals = posed.wedgeNormals();
        frames.add(
            new Frame(positions, normals == null ? new float[positions.length] : normals.clone()));
      }
      TriMesh mesh = posed.mesh();
      Optional<MeshAttribute> uv = mesh.attribute(MeshAttribute.UV);
      return new Moving(
          clip.duration(),
          mesh.cornerWedges(),
          uv.map(MeshAttribute::toArray).orElseGet(() -> new float[2 * mesh.wedgeCount()]),
          uv.isPresent() ? texture(surface, mesh) : Optional.empty(),
          frames,
          low,
          high);
    }

    /** Returns the colours that all triangles share; empty where they have several textures. */
    private static Optional<String> texture(CharacterSurface surface, TriMesh mesh) {
      Optional<Material.Texture> first =
          surface.material(0).flatMap(material -> material.texture(Material.BASE_COLOR));
      for (int g = 1; g < mesh.groupCount() && first.isPresent(); g++) {
        Optional<Material.Texture> other =
            surface.material(g).flatMap(material -> material.texture(Material.BASE_COLOR));
        if (other.isEmpty() || !other.get().image().isSameAs(first.get().image())) {
          return Optional.empty();
        }
      }
      return first
          .flatMap(texture -> texture.image().pixels())
          .map(pixels -> Base64.getEncoder().encodeToString(PngWriter.encode(reduced(pixels))));
    }

    /** Returns an image of at most {@link #MAX_TEXELS} a side: means of squares of pixels. */
    private static Pixels reduced(Pixels image) {
      int step = Math.ceilDiv(Math.max(image.width(), image.height()), MAX_TEXELS);
      int width = image.width() / step;
      int height = image.height() / step;
      int[] out = new int[width * height];
      for (int i = 0; i < out.length; i++) {
        int color = 0;
        for (int shift = 0; shift < 32; shift += 8) {
          int sum = 0;
          for (int k = 0; k < step * step; k++) {
            int x = step * (i % width) + k % step;
            int y = step * (i / width) + k / step;
            sum += (image.argb()[y * image.width() + x] >>> shift) & 255;
          }
          color |= (sum / (step * step)) << shift;
        }
        out[i] = color;
      }
      return new Pixels(width, height, out);
    }

    double centre(int axis) {
      return 0.5 * ((double) low[axis] + high[axis]);
    }

    double side(int axis) {
      return (double) high[axis] - low[axis];
    }

    String json(List<String> images) {
      ByteBuffer indices = ByteBuffer.allocate(2 * triangles.length).order(ByteOrder.LITTLE_ENDIAN);
      for (int wedge : triangles) {
        indices.putShort((short) wedge);
      }
      int values = frames.getFirst().positions.length;
      ByteBuffer positions =
          ByteBuffer.allocate(2 * frames.size() * values).order(ByteOrder.LITTLE_ENDIAN);
      ByteBuffer normals = ByteBuffer.allocate(frames.size() * values);
      for (Frame frame : frames) {
        for (int i = 0; i < values; i++) {
          double scale = scale(i % 3);
          positions.putShort((short) Math.round((frame.positions[i] - centre(i % 3)) / scale));
          normals.put((byte) Math.round(Byte.MAX_VALUE * frame.normals[i]));
        }
      }
      ByteBuffer places = ByteBuffer.allocate(4 * uv.length).order(ByteOrder.LITTLE_ENDIAN);
      for (float coordinate : uv) {
        places.putFloat(coordinate);
      }
      return String.format(
          Locale.ROOT,
          "{count: %d, scale: [%s, %s, %s], centre: [%s, %s, %s], image: %d, triangles: \"%s\","
              + " frames: \"%s\", normals: \"%s\", uv: \"%s\"}",
          frames.size(),
          scale(0),
          scale(1),
          scale(2),
          centre(0),
          centre(1),
          centre(2),
          image.map(images::indexOf).orElse(-1),
          base64(indices.array()),
          base64(positions.array()),
          base64(normals.array()),
          base64(places.array()));
    }

    private static String base64(byte[] bytes) {
      return Base64.getEncoder().encodeToString(bytes);
    }

    /** The length of one step of the 16-bit positions; not 0 for flat models. */
    private double scale(int axis) {
      return Math.max(side(axis), 1e-6) / (2 * Short.MAX_VALUE);
    }
  }
}
