package dev.sinew.cli;

import dev.sinew.cli.line.FallbackOption;
import dev.sinew.model.Issue;
import dev.sinew.pipeline.Step;
import dev.sinew.pipeline.SubdivideStep;
import dev.sinew.subdivide.SubdivisionOptions;
import dev.sinew.subdivide.SubdivisionScheme;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

@Command(
    name = "subdivide",
    description = {
      "Subdivides a character in animation space: in any pose, the result is the subdivided surface"
          + " of the posed character.",
      "The output contains animation-space coordinates (extension SINEW_animation_space) and the"
          + " best linear blend approximation, which every viewer shows."
    },
    footer = {"", "Example:", "  sinew subdivide model.glb --scheme loop -o fine.glb"})
final class SubdivideCommand
    extends WritingCommand<SubdivideStep.Options, SubdivideStep.Subdivided> {
  /** Reads the names of the schemes. */
  static final class SchemeName implements ITypeConverter<SubdivisionScheme> {
    @Override
    public SubdivisionScheme convert(String text) {
      for (SubdivisionScheme scheme : SubdivisionScheme.values()) {
        if (name(scheme).equals(text.toLowerCase(Locale.ROOT))) {
          return scheme;
        }
      }
      List<String> names = new ArrayList<>();
      for (SubdivisionScheme scheme : SubdivisionScheme.values()) {
        names.add(name(scheme));
      }
      throw new TypeConversionException("expected one of " + names + ", got " + text);
    }

    private static String name(SubdivisionScheme scheme) {
      return scheme.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** The names, for panels. */
  static final class SchemeNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(SubdivisionScheme.values()).map(SchemeName::name).iterator();
    }
  }

  @Parameters(
      arity = "1..*",
      paramLabel = "MODEL",
      description =
          "Characters, .glb, .gltf, .fbx or .vrm: files, folders, or patterns such as"
              + " 'models/*.glb'.")
  private List<Path> models = new ArrayList<>();

  @Option(
      names = "--scheme",
      required = true,
      converter = SchemeName.class,
      completionCandidates = SchemeNames.class,
      paramLabel = "S",
      description = "The subdivision scheme: loop, catmull-clark or sqrt3.")
  private SubdivisionScheme scheme = SubdivisionScheme.LOOP;

  @Option(
      names = "--levels",
      paramLabel = "N",
      description = "The number of subdivision steps (default: ${DEFAULT-VALUE}).")
  private int levels = SubdivisionOptions.DEFAULTS.levels();

  @Option(
      names = "--sharp-normals",
      description = "Keep edges sharp where normals are discontinuous.")
  private boolean sharpNormals;

  @Option(names = "--sharp-materials", description = "Keep borders between materials sharp.")
  private boolean sharpGroups;

  @Mixin private FallbackOption fallback = new FallbackOption();

  @Override
  Step<SubdivideStep.Options, SubdivideStep.Subdivided> step() {
    return new SubdivideStep();
  }

  @Override
  List<Path> models() {
    return models;
  }

  @Override
  SubdivideStep.Options options(Path model, Optional<Path> target) {
    return new SubdivideStep.Options(
        model,
        scheme,
        SubdivisionOptions.DEFAULTS
            .withLevels(levels)
            .withSharpNormals(sharpNormals)
            .withSharpGroups(sharpGroups),
        fallback.influences(),
        target.orElseThrow());
  }

  @Override
  void print(SubdivideStep.Subdivided report, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%d vertices, %d triangles → %d vertices, %d triangles; %.2f influences per vertex%n",
        report.before().vertices(),
        report.before().triangles(),
        report.after().vertices(),
        report.after().triangles(),
        report.influences());
    FallbackOption.print(report.fallback(), out);
    for (Issue issue : report.issues()) {
      out.println("  " + issue);
    }
  }

  @Override
  String summary(SubdivideStep.Subdivided report) {
    return report.before().triangles() + " → " + report.after().triangles() + " triangles";
  }
}
