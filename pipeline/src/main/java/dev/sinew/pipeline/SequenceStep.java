package dev.sinew.pipeline;

import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.obj.ObjWriter;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.io.pointcache.PointCacheWriter;
import dev.sinew.io.progressive.StreamFile;
import dev.sinew.model.Issue;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.SimplifyStep.Level;
import dev.sinew.pipeline.SimplifyStep.PoseCounts;
import dev.sinew.pipeline.SimplifyStep.Report;
import dev.sinew.pipeline.SimplifyStep.Weights;
import dev.sinew.pipeline.input.ExampleFiles;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.SequenceOptions;
import dev.sinew.simplify.SequenceResult;
import dev.sinew.simplify.SequenceResult.SequenceLevel;
import dev.sinew.simplify.SequenceSimplification;
import dev.sinew.simplify.SimplifyResult.Size;
import dev.sinew.simplify.SimplifySequence;
import dev.sinew.simplify.collapse.OperationStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads meshes in correspondence, makes levels of detail of them together and writes them. */
public final class SequenceStep implements Step<SequenceStep.Request, SimplifyStep.Report> {
  /** The file name of a rig in the folder of a level. */
  private static final String RIG_FILE = "rig.glb";

  /**
   * Levels of meshes in correspondence.
   *
   * @param model a folder of .obj files, or a point cache
   * @param reference the mesh at rest; empty for the first file of the folder
   * @param follow point caches of the same mesh to which the same collapses are applied
   * @param weights a character of the mesh or of one of its levels, whose weights all levels get
   * @param simplify how to simplify
   * @param streams files with the collapses
   * @param output a folder
   */
  public record Request(
      Path model,
      Optional<Path> reference,
      List<Path> follow,
      Optional<Path> weights,
      SequenceOptions simplify,
      StreamFiles streams,
      Path output) {
    /** Copies the list and checks that the output is not named like a file. */
    public Request {
      follow = List.copyOf(follow);
      boolean known = Files.isDirectory(model) || Format.named(model).isPresent();
      if (known && Format.isNamedAsFile(output) && !Files.isDirectory(output)) {
        throw new IllegalArgumentException(
            output
                + ": levels of meshes in correspondence go to a folder: expected a name without an"
                + " extension");
      }
    }
  }

  @Override
  public Outcome<Report> run(Request request, FileSession files, RunContext context)
      throws IOException {
    if (Files.isRegularFile(request.model()) && Format.find(request.model()).isEmpty()) {
      throw new MalformedAssetException(
          request.model().toString(),
          "",
          "expected "
              + Format.expected(Format.Kind.CHARACTER, Format.Kind.MESH, Format.Kind.POINT_CACHE));
    }
    ExampleFiles examples =
        ExampleFiles.read(List.of(request.model().toString()), request.reference(), files, context);
    MeshSequence shapes = examples.sequence();
    List<MeshSequence> followers = new ArrayList<>();
    for (Path file : request.follow()) {
      files.reading(file);
      try (PointCache cache = PointCache.open(file)) {
        followers.add(cache.toSequence(shapes.reference()));
      }
    }
    Optional<SkinnedCharacter> rig =
        request.weights().isPresent()
            ? Optional.of(ModelFile.read(request.weights().get(), files).character())
            : Optional.empty();
    SequenceOptions options =
        request.simplify().withFullStream(request.streams().save().isPresent());
    if (request.streams().use().isPresent()) {
      options = options.withStream(SimplifyStep.readStream(request.streams().use().get(), files));
    }
    SequenceResult result;
    try {
      result = SimplifySequence.run(shapes, followers, rig, options, context);
    } catch (RequestException e) {
      throw e.naming("rig", request.weights().map(Path::toString).orElse("rig"))
          .naming(OperationStream.SUBJECT, request.streams().use().orElse(request.model()))
          .naming("", request.model());
    }
    List<Path> inputs = new ArrayList<>(List.of(request.model()));
    request.reference().ifPresent(inputs::add);
    inputs.addAll(request.follow());
    request.weights().ifPresent(inputs::add);
    return new Outcome<>(
        new Report(
            request.streams().use().isPresent() ? "stream" : options.method().toString(),
            new PoseCounts("shapes", result.pricedShapes(), shapes.frameCount()),
            new Size(
                shapes.reference().triangleCount(),
                shapes.reference().vertexCount(),
                result.whole().map(SequenceResult.Weights::influences).orElse(0L)),
            List.of(),
            result.whole().map(Weights::of).orElse(null),
            result.levels().stream().map(level -> Level.of(level, request.follow())).toList(),
            notes(examples, result)),
        inputs,
        write(request, shapes, result, files));
  }

  private static List<String> notes(ExampleFiles examples, SequenceResult result) {
    return Stream.concat(examples.issues().stream().map(Issue::text), result.notes().stream())
        .toList();
  }

  private static List<Path> write(
      Request request, MeshSequence shapes, SequenceResult result, FileSession files)
      throws IOException {
    List<Path> written = new ArrayList<>();
    if (result.whole().isPresent()) {
      Path folder = SimplifyStep.numbered(request.output(), 0);
      files.folder(folder, draft -> writeRig(draft, result.whole().get()));
      written.add(folder);
    }
    for (int i = 0; i < result.levels().size(); i++) {
      Path folder =
          result.levels().size() == 1
              ? request.output()
              : SimplifyStep.numbered(request.output(), i + 1);
      writeLevel(folder, request, shapes, result.levels().get(i), files);
      written.add(folder);
    }
    if (request.streams().save().isPresent()) {
      StreamFile.write(request.streams().save().get(), result.stream(), files);
      written.add(request.streams().save().get());
    }
    return written;
  }

  /** Writes the reference, the shapes under their names, the point caches and the rig. */
  private static void writeLevel(
      Path folder, Request request, MeshSequence shapes, SequenceLevel made, FileSession files)
      throws IOException {
    SequenceSimplification.Level level = made.level();
    files.folder(
        folder,
        draft -> {
          ObjWriter.write(draft.resolve("reference.obj"), level.mesh());
          if (Format.is(request.model(), Format.Kind.POINT_CACHE)) {
            writeCache(draft.resolve(cacheName(request.model())), level);
          } else {
            ObjWriter writer = ObjWriter.forPoses(level.mesh());
            for (int f = 0; f < level.shapes().size(); f++) {
              writer.writeFrame(draft.resolve(shapes.name(f)), level.shapes().get(f));
            }
          }
          for (int i = 0; i < made.followers().size(); i++) {
            writeCache(
                draft.resolve(cacheName(request.follow().get(i))), made.followers().get(i).level());
          }
          if (made.weights().isPresent()) {
            writeRig(draft, made.weights().get());
          }
        });
  }

  private static void writeRig(Path folder, SequenceResult.Weights weights) throws IOException {
    CharacterWriter.toDocument(RIG_FILE, weights.character()).write(folder.resolve(RIG_FILE));
  }

  /** The name of a point cache with the extension it is written under. */
  private static String cacheName(Path file) {
    return Format.stemOf(file) + ".pc2";
  }

  private static void writeCache(Path file, SequenceSimplification.Level level) throws IOException {
    PointCacheWriter.pc2(
        file,
        level.mesh().vertexCount(),
        0,
        1,
        writer -> {
          for (float[] shape : level.shapes()) {
            writer.append(shape);
          }
        });
  }
}
