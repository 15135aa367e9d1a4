package dev.sinew.pipeline;

import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.obj.ObjWriter;
import dev.sinew.io.pointcache.PointCacheWriter;
import dev.sinew.model.Clip;
import dev.sinew.model.MeshSequence;
import dev.sinew.run.Flat;
import dev.sinew.run.NearNames;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes a built-in character with its example poses. */
public final class SampleStep implements Step<SampleStep.Options, SampleStep.SampleReport> {

  /**
   * What to write.
   *
   * @param name a built-in character, one of {@link Samples#names}
   * @param output a folder
   */
  public record Options(String name, Path output) {
    public Options {
      if (!Samples.names().contains(name)) {
        throw new IllegalArgumentException(
            "no sample '%s'; there are %s%s"
                .formatted(
                    name,
                    String.join(", ", Samples.names()),
                    NearNames.question(name, Samples.names())));
      }
      Format.requireFolderName(output);
    }
  }

  /**
   * The JSON report.
   *
   * @param name the character
   * @param description a description
   * @param model its rigged file, within the folder
   * @param reference its mesh at rest, within the folder
   * @param examples the number of example poses; each is an OBJ file, and all are in one PC2 file
   * @param size the size of the mesh and the skin
   * @param clips the names of its clips
   */
  public record SampleReport(
      String name,
      String description,
      String model,
      String reference,
      int examples,
      @Flat Size size,
      List<String> clips) {}

  /**
   * The size of a character.
   *
   * @param vertices vertices of the mesh
   * @param triangles triangles of the mesh
   * @param joints joints of the skin
   */
  public record Size(int vertices, int triangles, int joints) {}

  @Override
  public Outcome<SampleReport> run(Options options, FileSession files, RunContext context)
      throws IOException {
    context.report("building " + options.name, 0, 1);
    Sample sample = Samples.create(options.name);
    context.report("building " + options.name, 1, 1);
    String model = options.name + ".glb";
    String reference = "reference.obj";
    files.folder(
        options.output,
        draft -> {
          CharacterWriter.toDocument(model, sample.character()).write(draft.resolve(model));
          ObjWriter.write(draft.resolve(reference), sample.mesh());
          writeExamples(draft, sample.examples(), context);
        });
    return new Outcome<>(
        new SampleReport(
            sample.name(),
            sample.description(),
            model,
            reference,
            sample.examples().frameCount(),
            new Size(
                sample.mesh().vertexCount(),
                sample.mesh().triangleCount(),
                sample.skin().jointCount()),
            sample.character().clips().stream().map(Clip::name).toList()),
        List.of(),
        List.of(options.output));
  }

  private static void writeExamples(Path folder, MeshSequence examples, RunContext context)
      throws IOException {
    ObjWriter writer = ObjWriter.forPoses(examples.reference());
    for (int f = 0; f < examples.frameCount(); f++) {
      String name = String.format(Locale.ROOT, "pose-%02d.obj", f);
      try (OutputStream out = Files.newOutputStream(folder.resolve(name))) {
        writer.writeFrame(out, examples.positions(f));
      }
      context.report("writing examples", f + 1, examples.frameCount());
    }
    PointCacheWriter.write(folder.resolve("poses.pc2"), examples, Sample.EXAMPLES_PER_SECOND);
  }
}
