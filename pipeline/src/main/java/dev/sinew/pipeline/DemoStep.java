package dev.sinew.pipeline;

import dev.sinew.draw.DrawOptions;
import dev.sinew.io.AtomicOutput;
import dev.sinew.model.Issue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Runs what Sinew does on a built-in character and leaves a folder to look at. */
public final class DemoStep implements Step<DemoStep.Options, DemoStep.DemoReport> {
  private static final String CHARACTER = "biped";
  private static final String CLIP = "walk";
  private static final double FRAMES_PER_SECOND = 30;

  /**
   * Where to leave the results.
   *
   * @param output a folder
   */
  public record Options(Path output) {
    /** The folder unless told otherwise. */
    public static final String DEFAULT_OUTPUT = "sinew-demo";
  }

  /**
   * What was done.
   *
   * @param character the built-in character
   * @param vertices its vertices
   * @param triangles its triangles
   * @param joints its joints
   * @param influences joints a vertex, on average
   * @param frames frames of the walk played into a point cache
   * @param page the page to open
   */
  public record DemoReport(
      String character,
      long vertices,
      long triangles,
      int joints,
      double influences,
      int frames,
      String page) {}

  @Override
  public Outcome<DemoReport> run(Options options, Session session) throws IOException {
    Path folder = options.output;
    new SampleStep().run(new SampleStep.Options(CHARACTER, folder.resolve("sample")), session);
    Path model = folder.resolve("sample").resolve(CHARACTER + ".glb");

    InspectStep.FileInspection found =
        new InspectStep()
            .run(new InspectStep.Options(List.of(model)), session)
            .report()
            .files()
            .getFirst();
    Path posed = folder.resolve("posed.obj");
    new PoseStep()
        .run(
            new PoseStep.Options(model, Optional.of(CLIP), 0.25, Optional.empty(), posed), session);
    Path cache = folder.resolve("walk.pc2");
    DeformStep.DeformReport played =
        new DeformStep()
            .run(
                new DeformStep.Options(model, CLIP, FRAMES_PER_SECOND, Optional.empty(), cache),
                session)
            .report();
    List<Path> pictures = draw(model, folder, session);
    Path page = folder.resolve("index.html");
    writePage(page, found, played);

    List<Path> outputs = new ArrayList<>(List.of(page, model, posed, cache));
    outputs.addAll(pictures);
    return new Outcome<>(
        new DemoReport(
            CHARACTER,
            found.vertices(),
            found.triangles(),
            found.joints(),
            found.influences().mean(),
            played.frames(),
            page.toString()),
        List.of(),
        outputs);
  }

  private static List<Path> draw(Path model, Path folder, Session session) throws IOException {
    Path walk = folder.resolve("walk.png");
    new RenderStep()
        .run(
            new RenderStep.Options(
                List.of(model),
                Optional.of(CLIP),
                List.of(0.0, 0.25, 0.5, 0.75),
                List.of(),
                false,
                false,
                true,
                true,
                DrawOptions.DEFAULTS.withSize(1280, 480).withColumns(4),
                walk),
            session);
    Path rig = folder.resolve("rig.png");
    new RenderStep()
        .run(
            new RenderStep.Options(
                List.of(model),
                Optional.empty(),
                List.of(0.0),
                List.of(),
                true,
                true,
                true,
                false,
                DrawOptions.DEFAULTS.withSize(800, 800),
                rig),
            session);
    return List.of(walk, rig);
  }

  private static void writePage(
      Path page, InspectStep.FileInspection found, DeformStep.DeformReport played)
      throws IOException {
    StringBuilder issues = new StringBuilder();
    for (Issue issue : found.issues()) {
      issues.append("<li>").append(escape(issue.toString())).append("</li>\n");
    }
    String text =
        String.format(
            Locale.ROOT,
            """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <title>Sinew demo</title>
            <style>
              body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #22262c }
              img { max-width: 100%%; border: 1px solid #dde; border-radius: 6px }
              td, th { padding: .2rem 1rem .2rem 0; text-align: left }
            </style>
            <h1>Sinew on a built-in character</h1>
            <p><a href="sample/%1$s.glb">%1$s.glb</a> is a rigged, animated glTF file; any viewer opens it.</p>
            <h2>Inspected</h2>
            <table>
              <tr><th>vertices</th><td>%2$d stored, %3$d points</td></tr>
              <tr><th>triangles</th><td>%4$d</td></tr>
              <tr><th>joints</th><td>%5$d, %6$.2f a vertex on average, at most %7$d</td></tr>
              <tr><th>clips</th><td>%8$s</td></tr>
            </table>
            <ul>
            %9$s</ul>
            <p><img src="rig.png" alt="The character at rest, its triangles and its skeleton" width="480"></p>
            <h2>Posed and played</h2>
            <p><a href="posed.obj">posed.obj</a> is one moment of its walk;
            <a href="walk.pc2">walk.pc2</a> holds %10$d frames of %11$d vertices.</p>
            <p><img src="walk.png" alt="Four moments of the walk"></p>
            </html>
            """,
            CHARACTER,
            found.vertices(),
            found.points(),
            found.triangles(),
            found.joints(),
            found.influences().mean(),
            found.influences().max(),
            escape(
                String.join(
                    ", ",
                    found.clips().stream()
                        .map(c -> String.format(Locale.ROOT, "%s %.2f s", c.name(), c.seconds()))
                        .toList())),
            issues,
            played.frames(),
            played.vertices());
    AtomicOutput.stream(page, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
