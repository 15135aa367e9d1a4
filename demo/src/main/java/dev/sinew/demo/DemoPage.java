package dev.sinew.demo;

import dev.sinew.distance.LookError;
import dev.sinew.fit.FitErrors;
import dev.sinew.model.Issue;
import dev.sinew.pipeline.BoundsStep;
import dev.sinew.pipeline.InspectStep;
import dev.sinew.pipeline.LimitStep;
import dev.sinew.pipeline.SimplifyStep;
import dev.sinew.pipeline.UnwrapStep;
import dev.sinew.pipeline.report.HtmlReport;
import dev.sinew.pipeline.report.SvgPlot;
import dev.sinew.pipeline.report.SvgPlot.Axis;
import dev.sinew.pipeline.report.SvgPlot.Point;
import dev.sinew.pipeline.report.SvgPlot.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The page that the demo writes: each job with its figures. */
record DemoPage(
    DemoBasics basics,
    DemoLevels simplified,
    DemoLimit limited,
    Textures textures,
    Rigs rigs,
    Corrections corrections,
    DemoCrowd crowd,
    DemoChain chain) {

  /** Atlases and the maps on them. */
  record Textures(DemoUnwrap unwrapped, DemoMaps maps) {}

  /** What was made from shapes. */
  record Rigs(DemoSkeleton skeleton, DemoFit fit) {}

  /** Skins with correctives, and those that depend on motion. */
  record Corrections(DemoCorrectives correctives, DemoDynamics dynamics) {}

  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Sinew demo</title>
      <style>
      """
          + HtmlReport.style()
          + """
          button { font: inherit }
          circle.culled { fill: var(--line) } .view { fill: var(--line); opacity: .4 }
          circle.level-0 { fill: var(--c1) } circle.level-1 { fill: var(--c3) } circle.level-2 { fill: var(--c0) }
          circle.level-3 { fill: var(--c2) }
          .level-0::before { color: var(--c1) } .level-1::before { color: var(--c3) } .level-2::before { color: var(--c0) }
          .level-3::before { color: var(--c2) }
          .key[class*=level]::before { margin-left: 0; height: .7em; width: .7em; border-radius: 50% }
          </style>
          <h1>Sinew on a built-in character</h1>
          <p><a href="sample/biped.glb">biped.glb</a> is a rigged, animated glTF file; any viewer opens it.</p>
          """;

  void write(Path page) throws IOException {
    String text =
        HEAD
            + inspected()
            + posed()
            + methods()
            + refined()
            + bounded()
            + levels()
            + influences()
            + atlases()
            + baked()
            + rigged()
            + fitted()
            + corrected()
            + corrections.dynamics().html()
            + crowd.html()
            + chained()
            + "</html>\n";
    Files.writeString(page, PageImages.embedded(text, page));
  }

  private String inspected() {
    StringBuilder clips = new StringBuilder();
    for (InspectStep.ClipEntry clip : basics.found().clips()) {
      clips.append(clips.isEmpty() ? "" : ", ").append(escape(clip.name()));
      clips.append(String.format(Locale.ROOT, " %.2f s", clip.seconds()));
    }
    StringBuilder issues = new StringBuilder();
    for (Issue issue : basics.found().issues()) {
      issues.append("<li>").append(escape(issue.toString())).append("</li>\n");
    }
    return String.format(
        Locale.ROOT,
        """
        <h2>Inspected</h2>
        <table>
          <tr><th>vertices</th><td>%d (%d wedges)</td></tr>
          <tr><th>triangles</th><td>%d</td></tr>
          <tr><th>joints</th><td>%d, %.2f per vertex on average, at most %d</td></tr>
          <tr><th>clips</th><td>%s</td></tr>
        </table>
        <ul>
        %s</ul>
        <p><img src="rig.png" alt="The character at rest, its triangles and its skeleton" width="480"></p>
        """,
        basics.found().counts().points(),
        basics.found().counts().vertices(),
        basics.found().counts().triangles(),
        basics.found().counts().joints(),
        basics.found().counts().influences().mean(),
        basics.found().counts().influences().max(),
        clips,
        issues);
  }

  private String posed() {
    return String.format(
        Locale.ROOT,
        """
        <h2>Posed and played</h2>
        <p><a href="posed.obj">posed.obj</a> is one pose of its walk;
        <a href="walk.pc2">walk.pc2</a> holds %d frames of %d vertices.</p>
        <p><img src="walk.png" alt="Four poses of the walk"></p>
        """,
        basics.played().frames(),
        basics.played().vertices());
  }

  private String methods() {
    StringBuilder rows = new StringBuilder();
    basics
        .compared()
        .forEach(
            (method, error) ->
                rows.append(
                    String.format(
                        Locale.ROOT,
                        "  <tr><td>%s</td><td>%.5f</td><td>%.5f</td><td>%.2f°</td></tr>\n",
                        method,
                        error.error().rms(),
                        error.error().max(),
                        error.error().meanNormalDegrees())));
    return String.format(
        Locale.ROOT,
        """
        <h2>Six skinning models</h2>
        <p>A tube twisted by a quarter turn: linear blending loses volume at the joint.</p>
        <p><img src="methods.png" alt="A twisted tube under six skinning models"></p>
        <p>On the character's own clips they differ from linear blending by, in units of its height:</p>
        <table>
          <tr><th>model</th><th>rms</th><th>max</th><th>normals, mean</th></tr>
        %s</table>
        """,
        rows);
  }

  private String refined() {
    return String.format(
        Locale.ROOT,
        """
        <h2>Subdivided in animation space</h2>
        <p><a href="fine.glb">fine.glb</a>: %d triangles became %d. Posing the result gives the same surface as
        subdividing the posed character; the linear blend skin that other viewers show is within %.6f (rms) of it.</p>
        """,
        basics.subdivided().before().triangles(),
        basics.subdivided().after().triangles(),
        basics.subdivided().fallback() == null ? 0 : basics.subdivided().fallback().rms());
  }

  private String bounded() {
    return String.format(
        Locale.ROOT,
        """
        <h2>Bounds for all poses</h2>
        <p><a href="bounded.glb">bounded.glb</a> contains bounding spheres and boxes of the character for culling. The
        tightness is the radius over the largest distance from the centre that the clips reach:</p>
        <table>
          <tr><th>valid for</th><th>radius</th><th>tightness</th></tr>
        %s%s%s</table>
        """,
        row("any time of its clips", basics.bounds().clips()),
        row("every joint within its range in the clips", basics.bounds().range()),
        row("any rotation of every joint", basics.bounds().any()));
  }

  private static String row(String holds, BoundsStep.Bound bound) {
    return String.format(
        Locale.ROOT,
        "  <tr><td>%s</td><td>%.3f</td><td>%.3f</td></tr>\n",
        holds,
        bound.sphere().radius(),
        bound.tightness());
  }

  private String levels() {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < simplified.levels().size(); i++) {
      String file = String.valueOf(simplified.files().get(i).getFileName());
      rows.append(row(file, file, simplified.levels().get(i)));
    }
    StringBuilder ways = new StringBuilder();
    for (DemoLevels.Way way : simplified.ways()) {
      ways.append(row(String.valueOf(way.file().getFileName()), way.title(), way.level()));
    }
    return String.format(
        Locale.ROOT,
        """
        <h2>Levels of detail for every pose</h2>
        <p>Edge collapses are priced over the clips, with normals and texture; then positions, weights, normals and texture
        coordinates are fitted to the original. Symmetric distances between the surfaces over all clips, in units of the
        character's height, and what changes to the eye:</p>
        <table>
          <tr><th>file</th><th>triangles</th><th>rms</th><th>max</th><th>normals</th><th>texture</th><th>pictures</th></tr>
        %s</table>
        %s\
        <p><img src="%s" alt="The character and its levels of detail in a pose of the walk"></p>
        <p>From close: the level of 10 %% %s. The spots at which it differs most, the original on the left of each:</p>
        <p><img src="%s" alt="Close views of the character and of its level of 10 per cent"></p>
        <p>Moving: the character, and its levels of 25 and 10 %%. Drag to turn.</p>
        %s\
        <p>What that is worth: the level of 10 %% priced by the rest pose alone, by all poses, and each fitted to the
        original. Below it the character in a squat, then <em>rest pose</em>, <em>all poses</em>, and <em>all poses,
        fitted</em>:</p>
        <table>
          <tr><th>made by</th><th>triangles</th><th>rms</th><th>max</th><th>normals</th><th>texture</th><th>pictures</th></tr>
        %s</table>
        <p><img src="%s" alt="The character in a squat, and three ways to simplify it"></p>
        """,
        rows,
        levelPlot(),
        DemoLevels.PICTURE,
        simplified.levels().getLast().seen().verdict(),
        DemoLevels.CLOSE_PICTURE,
        simplified.player(),
        ways,
        DemoLevels.WAYS_PICTURE);
  }

  private static String row(String file, String title, SimplifyStep.Level level) {
    LookError look = Objects.requireNonNull(level.seen().look());
    SimplifyStep.Distance error = Objects.requireNonNull(level.error());
    return String.format(
        Locale.ROOT,
        "  <tr><td><a href=\"%s\">%s</a></td><td>%d</td><td>%.5f</td><td>%.5f</td>"
            + "<td>%.1f°</td><td>%.1f texels</td><td>%.4f</td></tr>\n",
        file,
        title,
        level.size().triangles(),
        error.rms(),
        error.max(),
        look.normalDegrees(),
        Objects.requireNonNull(look.texelDrift()),
        look.mae());
  }

  private String levelPlot() {
    List<Point> rms = new ArrayList<>();
    List<Point> max = new ArrayList<>();
    for (SimplifyStep.Level level : simplified.levels().reversed()) {
      String label = level.size().triangles() + " triangles";
      SimplifyStep.Distance error = Objects.requireNonNull(level.error());
      rms.add(new Point(level.size().triangles(), error.rms(), label));
      max.add(new Point(level.size().triangles(), error.max(), label));
    }
    return new SvgPlot(
            "Distance from the original against triangles",
            new Axis("triangles", true),
            new Axis("distance / height", true),
            List.of(new Series("rms", rms), new Series("max", max)))
        .html();
  }

  private String stretchPlot() {
    return new SvgPlot(
            "Stretch per frame of the clips",
            new Axis("frame", false),
            new Axis("L2 stretch", false),
            List.of(
                numbered(
                    "unwrapped for the rest pose",
                    textures.unwrapped().rest().figures().stretch().perFrame()),
                numbered(
                    "unwrapped for the clips",
                    textures.unwrapped().clips().figures().stretch().perFrame())))
        .html();
  }

  private String posePlot() {
    List<LimitStep.PoseErrors> poses = limited.plain().distance().perPose();
    return new SvgPlot(
            "Error per pose",
            new Axis("pose", false),
            new Axis("rms / height", true),
            List.of(
                numbered(
                    "smallest weights dropped",
                    poses.stream().map(LimitStep.PoseErrors::naive).toList()),
                numbered("solved", poses.stream().map(LimitStep.PoseErrors::rms).toList())))
        .html();
  }

  private static Series numbered(String name, List<Double> values) {
    List<Point> points = new ArrayList<>();
    for (double value : values) {
      points.add(new Point(points.size(), value, Integer.toString(points.size())));
    }
    return new Series(name, points);
  }

  private String influences() {
    return String.format(
        Locale.ROOT,
        """
        <h2>At most %d influences per vertex</h2>
        <p>Weights are solved again over all clips. The distance from the character, in units of its height:</p>
        <table>
          <tr><th>result</th><th>joints added</th><th>rms</th><th>max</th></tr>
          <tr><td>smallest weights dropped</td><td>0</td><td>%.5f</td><td>%.5f</td></tr>
        %s%s</table>
        %s\
        """,
        DemoLimit.MAX_INFLUENCES,
        limited.plain().distance().naive().rms(),
        limited.plain().distance().naive().max(),
        row(DemoLimit.MODEL, limited.plain()),
        row(DemoLimit.HELPED_MODEL, limited.helped()),
        posePlot());
  }

  private static String row(String file, LimitStep.Report report) {
    return String.format(
        Locale.ROOT,
        "  <tr><td><a href=\"%s\">%s</a></td><td>%d</td><td>%.5f</td><td>%.5f</td></tr>\n",
        file,
        file,
        report.change().helpers(),
        report.distance().error().rms(),
        report.distance().error().max());
  }

  private String atlases() {
    return String.format(
        Locale.ROOT,
        """
        <h2>A UV atlas for every pose</h2>
        <p>The arm unwrapped for its rest pose, and (<a href="%s">%s</a>) for all frames of its clips. L2 stretch; 1 is
        isometric:</p>
        <table>
          <tr><th>unwrapped for</th><th>charts</th><th>at rest</th><th>mean over the frames</th><th>worst frame</th></tr>
        %s%s</table>
        %s\
        <p><img src="%s" alt="The bent arm with checkers, unwrapped for the rest pose and for its clips"></p>
        """,
        DemoUnwrap.MODEL,
        DemoUnwrap.MODEL,
        row("the rest pose", textures.unwrapped().rest()),
        row("the clips", textures.unwrapped().clips()),
        stretchPlot(),
        DemoUnwrap.PICTURE);
  }

  private static String row(String poses, UnwrapStep.Report report) {
    return String.format(
        Locale.ROOT,
        "  <tr><td>%s</td><td>%d</td><td>%.4f</td><td>%.4f</td><td>%.4f</td></tr>\n",
        poses,
        report.figures().charts(),
        report.figures().stretch().rest(),
        report.figures().stretch().mean(),
        report.figures().stretch().max());
  }

  private String baked() {
    return String.format(
        Locale.ROOT,
        """
        <h2>Maps for a level of detail</h2>
        <p><a href="%s">%s</a>: the coarsest level got a UV atlas of %d charts with the least stretch over all poses, and the
        colours and normals of the full model. Over %d poses its normals are %.1f° off without the map and %.1f° with
        it.</p>
        <p><img src="%s" alt="The character, its coarsest level, and that level with its maps"></p>
        """,
        DemoMaps.MODEL,
        DemoMaps.MODEL,
        textures.maps().charts(),
        textures.maps().normals().poses(),
        textures.maps().normals().without(),
        textures.maps().normals().with(),
        DemoMaps.PICTURE);
  }

  private String rigged() {
    return String.format(
        Locale.ROOT,
        """
        <h2>A skeleton from a shape</h2>
        <p><a href="%s">%s</a> was made from the mesh of one pose alone: a skeleton of %d joints, found by a harmonic field
        and its Reeb graph, and weights by bone heat.</p>
        <p><img src="%s" alt="The mesh with the skeleton that was found"></p>
        """,
        DemoSkeleton.MODEL,
        DemoSkeleton.MODEL,
        rigs.skeleton().joints(),
        DemoSkeleton.PICTURE);
  }

  private String fitted() {
    return String.format(
        Locale.ROOT,
        """
        <h2>Fitted to example shapes</h2>
        <p><a href="%s">%s</a> was made from %d shapes of an arm only: the fit found %d bones, their motions, a skeleton
        whose joints only rotate, and a skin. Its errors on those shapes and on %d others that the fit did not see, in units
        of the arm's length. Multi-weight enveloping corrects animation space only as far as cross-validation supports it;
        with these few shapes that can be nothing:</p>
        <table>
          <tr><th>model</th><th>shapes</th><th>mean</th><th>rms</th><th>max</th><th>normals, mean</th></tr>
        %s%s%s%s%s%s</table>
        <p><img src="%s" alt="A shape of the arm, and two fitted skins coloured by their error"></p>
        """,
        DemoFit.MODEL,
        DemoFit.MODEL,
        rigs.fit().examples(),
        rigs.fit().bones(),
        rigs.fit().others(),
        row("linear blend", "fitted to", rigs.fit().linear().training()),
        row("linear blend", "not seen", rigs.fit().linear().holdout()),
        row("animation space", "fitted to", rigs.fit().animationSpace().training()),
        row("animation space", "not seen", rigs.fit().animationSpace().holdout()),
        row("multi-weight", "fitted to", rigs.fit().multiWeight().training()),
        row("multi-weight", "not seen", rigs.fit().multiWeight().holdout()),
        DemoFit.PICTURE);
  }

  private String corrected() {
    return String.format(
        Locale.ROOT,
        """
        <h2>Pose-space correctives</h2>
        <p><a href="%s">%s</a>: what linear blending misses in %d poses of the arm, interpolated over poses. Linear blending
        alone has an error of rms %.5f of the arm's size over all shapes; on the shapes that the correctives have not seen, %.5f is left.</p>
        <p><img src="%s" alt="A shape of the arm: linear blending, with correctives, and the example"></p>
        """,
        DemoCorrectives.DATABASE,
        DemoCorrectives.DATABASE,
        corrections.correctives().poses(),
        corrections.correctives().skin().rms(),
        corrections.correctives().holdout().rms(),
        DemoCorrectives.PICTURE);
  }

  private String chained() {
    return String.format(
        Locale.ROOT,
        """
        <h2>Chained in memory</h2>
        <p><a href="%s">%s</a>: fit, simplify, limit and bounds, without a file in between. %d shapes of the arm gave a
        character of %d triangles; it was simplified to %d, its influences per vertex were limited from %d to %d, and at
        any time of its clips it is inside a sphere of radius %.3f.</p>
        """,
        DemoChain.MODEL,
        DemoChain.MODEL,
        chain.shapes(),
        chain.trianglesBefore(),
        chain.triangles(),
        chain.influencesBefore(),
        chain.influences(),
        chain.radius());
  }

  private static String row(String model, String shapes, FitErrors errors) {
    return String.format(
        Locale.ROOT,
        "  <tr><td>%s</td><td>%s</td><td>%.5f</td><td>%.5f</td><td>%.5f</td><td>%.2f°</td></tr>\n",
        model,
        shapes,
        errors.mean(),
        errors.rms(),
        errors.max(),
        errors.normals().meanNormalDegrees());
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
