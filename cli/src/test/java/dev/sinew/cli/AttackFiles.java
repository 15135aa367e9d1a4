package dev.sinew.cli;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.obj.ObjWriter;
import dev.sinew.io.png.PngWriter;
import dev.sinew.io.pointcache.PointCacheWriter;
import dev.sinew.model.Material;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.testkit.DracoStream;
import dev.sinew.testkit.FbxArm;
import dev.sinew.testkit.FbxFile;
import dev.sinew.testkit.MeshoptStream;
import dev.sinew.testkit.SharedData;
import dev.sinew.testkit.WebpFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The files that {@link Attack} changes. */
final class AttackFiles {
  private AttackFiles() {}

  /** Files of all kinds: small ones made here, and real ones where they are at hand. */
  static List<Path> write(Path into) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String name : List.of("cylinder-bend", "arm")) {
      var levels =
          Simplify.run(
                  Samples.create(name).character(),
                  SimplifyOptions.DEFAULTS.withRatios(0.02),
                  RunContext.ofThreads(1))
              .levels();
      var document = CharacterWriter.toDocument(name, levels.getFirst().character());
      for (String ending : List.of(".glb", ".gltf")) {
        Path file = into.resolve(name + ending);
        document.write(file);
        files.add(file);
      }
      Path mesh = into.resolve(name + ".obj");
      ObjWriter.write(mesh, levels.getFirst().character().meshes().getFirst().mesh());
      files.add(mesh);
    }
    float[] points = new float[30];
    for (String ending : List.of("pc2", "mdd")) {
      Path cache = into.resolve("points." + ending);
      if (ending.equals("pc2")) {
        PointCacheWriter.pc2(cache, 10, 0, 1, w -> w.append(points));
      } else {
        PointCacheWriter.mdd(
            cache,
            10,
            new float[] {0, 1},
            w -> {
              w.append(points);
              w.append(points);
            });
      }
      files.add(cache);
    }
    files.addAll(made(into));
    files.add(compressed(into.resolve("packed.glb"), "exp-24", "oct-8", "color-8", "two-lists"));
    for (String name : List.of("seam-slowest", "holes-middle", "in-order")) {
      files.add(draco(into.resolve("draco-" + name + ".glb"), DracoStream.named(name)));
    }
    for (String name : List.of("lossy-alpha", "lossless-best", "lossy-simple-filter")) {
      files.add(webp(into.resolve("webp-" + name + ".glb"), WebpFile.named(name)));
    }
    files.addAll(fbx(into));
    SkinnedCharacter biped =
        Simplify.run(
                Samples.create("biped").character(),
                SimplifyOptions.DEFAULTS.withRatios(0.02),
                RunContext.ofThreads(1))
            .levels()
            .getFirst()
            .character();
    files.add(
        AvatarFiles.older(into.resolve("older.vrm"), smallTextures(biped.withClips(List.of()))));
    files.add(
        AvatarFiles.newer(into.resolve("newer.vrm"), smallTextures(biped.withClips(List.of()))));
    Path bvh = into.resolve("small.bvh");
    Files.writeString(
        bvh,
        """
        HIERARCHY
        ROOT hip
        {
          OFFSET 0 0 0
          CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
          JOINT knee
          {
            OFFSET 0 -1 0
            CHANNELS 3 Zrotation Xrotation Yrotation
            End Site
            {
              OFFSET 0 -1 0
            }
          }
        }
        MOTION
        Frames: 2
        Frame Time: 0.1
        0 0 0 0 0 0 10 20 30
        0 1 0 5 5 5 20 30 40
        """);
    files.add(bvh);
    for (Path file :
        SharedData.filesEndingIn(".gltf", ".glb", ".fbx", ".vrm", ".obj", ".bvh", ".pc2", ".mdd")) {
      if (Files.size(file) < 600_000) {
        files.add(file);
      }
    }
    return files;
  }

  /** Gives all materials a texture of few texels, so that the files are small. */
  private static SkinnedCharacter smallTextures(SkinnedCharacter character) {
    TextureImage image = TextureImage.of(new TextureImage.Pixels(2, 2, new int[] {-1, 0, -1, -1}));
    List<List<Material>> materials = new ArrayList<>();
    for (List<Material> own : character.materials()) {
      materials.add(
          own.stream()
              .map(
                  material ->
                      material.withTextures(
                          Map.of(
                              Material.BASE_COLOR,
                              new Material.Texture(
                                  image, 0, true, true, new double[] {1, 0, 0, 0, 1, 0}))))
              .toList());
    }
    return character.withMaterials(materials);
  }

  /** Files that commands write beside models: correctives, collapses, a tangent map. */
  private static List<Path> made(Path folder) {
    run(folder, "deform arm.glb --method dqs --clip 0 --fps 4 -o arm.pc2");
    run(folder, "posespace train arm.glb --examples arm.pc2 --clip 0 --fps 4 -o arm.psdb");
    run(folder, "simplify arm.glb --ratio 0.5 --save-stream arm.stream -o half.glb");
    run(
        folder,
        "bake arm.glb --detail arm.glb --set 0 --resolution 16 --tangent-map arm.tangents -o"
            + " map.glb");
    return Stream.of("arm.pc2", "arm.psdb", "arm.stream", "arm.tangents")
        .map(folder::resolve)
        .toList();
  }

  private static void run(Path folder, String command) {
    String[] words = command.split(" ");
    for (int i = 0; i < words.length; i++) {
      words[i] =
          words[i].matches("[a-z]+\\.[a-z0-9]+") ? folder.resolve(words[i]).toString() : words[i];
    }
    Run run = Run.of(words);
    if (run.status() != 0) {
      throw new IllegalStateException(command + ": " + run.err());
    }
  }

  private static List<Path> fbx(Path into) throws IOException {
    byte[] image = PngWriter.encode(new Pixels(2, 1, new int[] {-1, 0xFF00FF00}));
    FbxFile narrow = FbxArm.file(7400, image);
    FbxFile wide = FbxArm.file(7700, image);
    return List.of(
        Files.write(into.resolve("plain.fbx"), narrow.binary(false)),
        Files.write(into.resolve("packed.fbx"), narrow.binary(true)),
        Files.write(into.resolve("wide.fbx"), wide.binary(true)),
        Files.writeString(into.resolve("text.fbx"), wide.text()));
  }

  /** Writes a square with a texture in WebP. */
  private static Path webp(Path file, WebpFile image) throws IOException {
    ByteBuffer data = ByteBuffer.allocate(92 + image.bytes().length).order(LITTLE_ENDIAN);
    for (float[] point : new float[][] {{0, 0}, {1, 0}, {0, 1}, {1, 1}}) {
      data.putFloat(point[0]).putFloat(point[1]).putFloat(0);
    }
    for (float[] point : new float[][] {{0, 1}, {1, 1}, {0, 0}, {1, 0}}) {
      data.putFloat(point[0]).putFloat(point[1]);
    }
    for (int index : new int[] {0, 1, 2, 1, 3, 2}) {
      data.putShort((short) index);
    }
    data.put(image.bytes());
    String json =
        """
        {"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
         "extensionsUsed":["EXT_texture_webp"],"extensionsRequired":["EXT_texture_webp"],
         "meshes":[{"primitives":[{"indices":2,"material":0,
           "attributes":{"POSITION":0,"TEXCOORD_0":1}}]}],
         "materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],
         "textures":[{"extensions":{"EXT_texture_webp":{"source":0}}}],
         "images":[{"bufferView":3,"mimeType":"image/webp"}],
         "accessors":[
           {"bufferView":0,"componentType":5126,"type":"VEC3","count":4,"min":[0,0,0],"max":[1,1,0]},
           {"bufferView":1,"componentType":5126,"type":"VEC2","count":4},
           {"bufferView":2,"componentType":5123,"type":"SCALAR","count":6}],
         "bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":48},
           {"buffer":0,"byteOffset":48,"byteLength":32},{"buffer":0,"byteOffset":80,"byteLength":12},
           {"buffer":0,"byteOffset":92,"byteLength":%d}],
         "buffers":[{"byteLength":%d}]}\
        """
            .formatted(image.bytes().length, data.capacity());
    return Files.write(file, Mutations.glb(json.getBytes(StandardCharsets.UTF_8), data.array()));
  }

  /** Writes a skinned mesh that is compressed by Draco. */
  private static Path draco(Path file, DracoStream stream) throws IOException {
    String json =
        """
        {"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],
         "nodes":[{"mesh":0,"skin":0},{"children":[2]},{"children":[3],"rotation":[0,0,0.6,0.8]},{}],
         "skins":[{"joints":[1,2,3]}],
         "extensionsUsed":["KHR_draco_mesh_compression"],
         "extensionsRequired":["KHR_draco_mesh_compression"],
         "meshes":[{"primitives":[{"indices":0,
           "attributes":{"POSITION":1,"NORMAL":2,"TEXCOORD_0":3,"JOINTS_0":4,"WEIGHTS_0":5},
           "extensions":{"KHR_draco_mesh_compression":{"bufferView":0,
             "attributes":{"POSITION":0,"NORMAL":1,"TEXCOORD_0":2,"JOINTS_0":3,"WEIGHTS_0":4}}}}]}],
         "accessors":[
           {"componentType":5123,"type":"SCALAR","count":%1$d},
           {"componentType":5126,"type":"VEC3","count":%2$d,"min":[-9,-9,-9],"max":[9,9,9]},
           {"componentType":5126,"type":"VEC3","count":%2$d},
           {"componentType":5126,"type":"VEC2","count":%2$d},
           {"componentType":5121,"type":"VEC4","count":%2$d},
           {"componentType":5126,"type":"VEC4","count":%2$d}],
         "bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":%3$d}],
         "buffers":[{"byteLength":%3$d}]}\
        """
            .formatted(3 * stream.faces(), stream.points(), stream.packed().length);
    return Files.write(file, Mutations.glb(json.getBytes(StandardCharsets.UTF_8), stream.packed()));
  }

  /** Writes a file whose positions, normals, colours and triangles are compressed streams. */
  private static Path compressed(Path file, String... names) throws IOException {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    StringBuilder views = new StringBuilder();
    int unpacked = 0;
    for (String name : names) {
      MeshoptStream stream = MeshoptStream.named(name);
      views.append(
          """
          %s{"buffer":1,"byteOffset":%d,"byteLength":%d,%s"extensions":{"EXT_meshopt_compression":
            {"buffer":0,"byteOffset":%d,"byteLength":%d,"byteStride":%d,"count":%d,"mode":"%s",
             "filter":"%s"}}}\
          """
              .formatted(
                  views.isEmpty() ? "" : ",",
                  unpacked,
                  stream.expected().length,
                  stream.mode().equals("ATTRIBUTES")
                      ? "\"byteStride\":" + stream.byteStride() + ","
                      : "",
                  data.size(),
                  stream.packed().length,
                  stream.byteStride(),
                  stream.count(),
                  stream.mode(),
                  stream.filter()));
      unpacked += stream.expected().length;
      data.writeBytes(stream.packed());
      data.writeBytes(new byte[(4 - data.size() % 4) % 4]);
    }
    String json =
        """
        {"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
         "extensionsUsed":["EXT_meshopt_compression","KHR_mesh_quantization"],
         "extensionsRequired":["EXT_meshopt_compression","KHR_mesh_quantization"],
         "meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":1,"COLOR_0":2},
           "indices":3}]}],
         "accessors":[
           {"bufferView":0,"componentType":5126,"type":"VEC3","count":18,
            "min":[-1e9,-1e9,-1e9],"max":[1e9,1e9,1e9]},
           {"bufferView":1,"componentType":5120,"type":"VEC3","count":18,"normalized":true},
           {"bufferView":2,"componentType":5121,"type":"VEC4","count":18,"normalized":true},
           {"bufferView":3,"componentType":5125,"type":"SCALAR","count":102}],
         "bufferViews":[%s],
         "buffers":[{"byteLength":%d},{"byteLength":%d,
           "extensions":{"EXT_meshopt_compression":{"fallback":true}}}]}\
        """
            .formatted(views, data.size(), unpacked);
    Files.write(file, Mutations.glb(json.getBytes(StandardCharsets.UTF_8), data.toByteArray()));
    return file;
  }
}
