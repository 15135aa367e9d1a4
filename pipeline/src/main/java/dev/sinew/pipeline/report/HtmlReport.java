package dev.sinew.pipeline.report;

import com.google.gson.JsonObject;
import dev.sinew.io.FileSession;
import dev.sinew.pipeline.Report;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A report as one self-contained page: what was done, pictures, plots, and all figures as tables.
 * It has no scripts and refers to nothing outside itself.
 */
public final class HtmlReport {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --ink: #1d2126; --soft: #5c6670; --paper: #ffffff; --line: #d9dee4;
              --c0: #1668b8; --c1: #c2500a; --c2: #23803f; --c3: #8a3fb0 }
      @media (prefers-color-scheme: dark) {
        :root { --ink: #e6e9ec; --soft: #a1abb5; --paper: #16191d; --line: #363d45;
                --c0: #62b0f4; --c1: #f39a57; --c2: #6fcf8c; --c3: #cd97ea }
      }
      body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
             max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
      h1 { font-size: 1.6rem; margin-bottom: 0 } h2 { font-size: 1.15rem; margin-top: 2rem }
      p.what { color: var(--soft); margin-top: .2rem }
      figure { margin: 1.5rem 0 } figcaption { color: var(--soft); font-size: .9rem }
      img { max-width: 100%; border: 1px solid var(--line); border-radius: 6px }
      .wide { overflow-x: auto }
      .spots { display: grid; grid-template-columns: repeat(auto-fill, minmax(18rem, 1fr)); gap: 0 1rem } .spots figure { margin: .5rem 0 }
      table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .95rem }
      th, td { padding: .25rem 1rem .25rem 0; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top }
      th { font-weight: 600 } td.long { min-width: 20rem }
      svg { width: 100%; max-width: 44rem; height: auto } svg text { font: 12px system-ui, sans-serif; fill: var(--soft) }
      svg .grid { stroke: var(--line) } polyline { fill: none; stroke-width: 2 }
      .key::before { content: ""; display: inline-block; width: .9em; height: .2em; margin: 0 .3em .25em .8em; background: currentColor }
      polyline.c0 { stroke: var(--c0) } circle.c0 { fill: var(--c0) } .key.c0 { color: var(--c0) }
      polyline.c1 { stroke: var(--c1) } circle.c1 { fill: var(--c1) } .key.c1 { color: var(--c1) }
      polyline.c2 { stroke: var(--c2) } circle.c2 { fill: var(--c2) } .key.c2 { color: var(--c2) }
      polyline.c3 { stroke: var(--c3) } circle.c3 { fill: var(--c3) } .key.c3 { color: var(--c3) }
      """;

  private HtmlReport() {}

  /** Returns the style of reports, for other pages with plots. */
  public static String style() {
    return STYLE;
  }

  /** Refuses names that are not those of a page. */
  public static void requireName(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (!name.endsWith(".html") && !name.endsWith(".htm")) {
      throw new IllegalArgumentException(file + ": expected a report named .html");
    }
  }

  /** Checks that a page can be written, before the work that it reports. */
  public static void requireWritable(Path file) throws IOException {
    FileSession.requireWritable(file);
  }

  /**
   * The part of a page about one report.
   *
   * @param title its heading
   * @param html all of it
   */
  public record Section(String title, String html) {}

  /**
   * Writes a page, with one section per model.
   *
   * @param sections at least one
   */
  public static void write(Path file, List<Section> sections) throws IOException {
    String page = page(sections);
    FileSession.write(
        files -> files.stream(file, out -> out.write(page.getBytes(StandardCharsets.UTF_8))));
  }

  /**
   * Returns a section with pictures.
   *
   * @param report a report whose outputs are written
   * @param allowOutside whether models may refer to files outside their own folders
   */
  public static Section section(Report<?> report, boolean allowOutside, RunContext context)
      throws IOException {
    return section(report, new ReportPictures(allowOutside, context).of(report));
  }

  /**
   * Returns a section.
   *
   * @param pictures its pictures as HTML
   */
  public static Section section(Report<?> report, String pictures) {
    String inputs = names(report.files().inputs());
    String title = "sinew " + report.command() + (inputs.isEmpty() ? "" : " " + inputs);
    JsonObject figures = report.toTree();
    JsonObject own = new JsonObject();
    if (figures.get("report") instanceof JsonObject object) {
      own = object;
    } else {
      own.add("inputs", figures.get("report"));
    }
    return new Section(
        title,
        "<h1>"
            + Html.escape(title)
            + "</h1>\n<p class=\"what\">"
            + what(report)
            + "</p>\n"
            + pictures
            + ReportPlots.of(own)
            + ReportTables.of(own)
            + files(figures));
  }

  static String page(List<Section> sections) {
    String title =
        sections.getFirst().title
            + (sections.size() > 1 ? " and " + (sections.size() - 1) + " more" : "");
    return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
        + Html.escape(title)
        + "</title>\n<style>\n"
        + STYLE
        + "</style>\n</head>\n<body>\n"
        + String.join("", sections.stream().map(Section::html).toList())
        + "</body>\n</html>\n";
  }

  private static String what(Report<?> report) {
    String outputs = names(report.files().outputs());
    return Html.escape(
        (outputs.isEmpty() ? "" : "wrote " + outputs + "; ")
            + Html.number(report.seconds())
            + " s; Sinew "
            + report.sinew());
  }

  /** Returns the written models and where their bytes go. */
  private static String files(JsonObject report) {
    JsonObject sizes = new JsonObject();
    sizes.add("files written (bytes)", report.get("sizes"));
    return ReportTables.of(sizes);
  }

  /** Returns the names of files, without their folders. */
  private static String names(List<String> files) {
    return String.join(
        ", ", files.stream().map(file -> String.valueOf(Path.of(file).getFileName())).toList());
  }
}
