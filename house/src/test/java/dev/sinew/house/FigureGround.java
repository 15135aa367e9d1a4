package dev.sinew.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the figures of some words of a page come from, if they are not in a kept result as they
 * are. The list of grounds, {@code doc-figures.txt}, explains the kinds.
 *
 * @param words the words, as the page has them
 * @param kind how the figures are checked
 * @param source what they are checked with
 */
record FigureGround(String words, String kind, String source) {
  private static final Path ROOT = Path.of("..");
  private static final Pattern ENTRY =
      Pattern.compile("(.+?) => (setting|test|derived|quoted|input) (.+)");
  private static final Pattern LITERAL =
      Pattern.compile("(?<![\\w.])(\\d[\\d_]*(?:\\.\\d+)?(?:[eE]-?\\d+)?)[fFdDL]?(?![\\w.])");
  private static final Map<String, Map<String, List<Path>>> SOURCES =
      Map.of("main", sources("main"), "test", sources("test"));
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  static FigureGround parse(String line) {
    Matcher entry = ENTRY.matcher(line);
    if (!entry.matches()) {
      throw new IllegalArgumentException(
          "not WORDS => setting|test|derived|quoted|input SOURCE: " + line);
    }
    return new FigureGround(entry.group(1), entry.group(2), entry.group(3));
  }

  /** Returns what is wrong; marks the figures of the words as grounded. */
  List<String> check(DocPage page, boolean[] grounded) {
    String pattern =
        Stream.of(words.split(" ", -1)).map(Pattern::quote).collect(Collectors.joining("\\s+"));
    Matcher place =
        Pattern.compile("(?<![\\p{L}\\d])" + pattern + "(?![\\d])").matcher(page.text());
    List<String> wrong = new ArrayList<>();
    int places = 0;
    while (place.find()) {
      places++;
      List<DocFigure> figures =
          page.figures().stream()
              .filter(figure -> figure.at() >= place.start() && figure.end() <= place.end())
              .toList();
      figures.forEach(figure -> grounded[figure.at()] = true);
      String problem = figures.isEmpty() ? "no figure in" : problem(figures, page);
      if (!problem.isEmpty()) {
        wrong.add(page.name() + ": " + problem + ": " + this);
      }
    }
    return places == 0 ? List.of(page.name() + ": not in the page: " + this) : wrong;
  }

  private String problem(List<DocFigure> figures, DocPage page) {
    return switch (kind) {
      case "setting" -> notIn(figures, literals("main"));
      case "test" -> notIn(figures, literals("test"));
      case "derived" -> notDerived(figures, page);
      default -> "";
    };
  }

  private static String notIn(List<DocFigure> figures, Set<BigDecimal> literals) {
    return figures.stream()
        .filter(figure -> forms(figure).noneMatch(literals::contains))
        .map(figure -> figure.shown() + " is not in the source")
        .collect(Collectors.joining(", "));
  }

  /** In a source 5 % may be 5, 0.05 or 0.95, what is left. */
  private static Stream<BigDecimal> forms(DocFigure figure) {
    BigDecimal value = figure.value();
    BigDecimal share = value.divide(HUNDRED);
    Stream<BigDecimal> forms =
        figure.unit().equals("%")
            ? Stream.of(value, share, BigDecimal.ONE.subtract(share))
            : Stream.of(value);
    return forms.map(BigDecimal::stripTrailingZeros);
  }

  /** Returns the numbers of the named files: classes of one of the source sets, or paths. */
  private Set<BigDecimal> literals(String sourceSet) {
    Set<BigDecimal> literals = new TreeSet<>();
    for (String name : source.split(", ", -1)) {
      for (Path file : files(name, sourceSet)) {
        LITERAL
            .matcher(read(file))
            .results()
            .forEach(
                literal ->
                    literals.add(
                        new BigDecimal(literal.group(1).replace("_", "")).stripTrailingZeros()));
      }
    }
    return literals;
  }

  private static List<Path> files(String name, String sourceSet) {
    return name.contains("/")
        ? List.of(ROOT.resolve(name))
        : SOURCES.getOrDefault(sourceSet, Map.of()).getOrDefault(name + ".java", List.of());
  }

  private static Map<String, List<Path>> sources(String sourceSet) {
    Map<String, List<Path>> sources = new HashMap<>();
    for (String module :
        List.of(
            "core",
            "samples",
            "io",
            "gpu",
            "pipeline",
            "demo",
            "studio",
            "cli",
            "examples",
            "bench")) {
      Path folder = ROOT.resolve(module).resolve("src").resolve(sourceSet);
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          files.forEach(
              file ->
                  sources
                      .computeIfAbsent(file.getFileName().toString(), key -> new ArrayList<>())
                      .add(file));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    return sources;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String notDerived(List<DocFigure> figures, DocPage page) {
    String[] terms = source.split("; ", -1);
    if (terms.length != figures.size()) {
      return figures.size() + " figures and " + terms.length + " derivations";
    }
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < terms.length; i++) {
      DocFigure figure = figures.get(i);
      boolean bound = terms[i].startsWith("<");
      Sum sum = new Sum(bound ? terms[i].substring(1) : terms[i]);
      BigDecimal value = sum.value();
      if (figure.unit().equals("%")) {
        value = value.multiply(HUNDRED);
      }
      value = value.abs();
      if (bound ? value.compareTo(figure.value()) > 0 : !figure.isRounded(value)) {
        wrong.add(figure.shown() + " should be " + value.round(new MathContext(4)));
      }
      sum.operands.stream()
          .filter(
              number ->
                  page.kept().stream()
                      .flatMap(List::stream)
                      .noneMatch(kept -> kept.value().compareTo(number) == 0))
          .forEach(number -> wrong.add(number + " is in no result"));
    }
    return String.join(", ", wrong);
  }

  /** A sum of quotients and products of kept numbers, such as 469/450-1. */
  private static final class Sum {
    private static final Pattern TOKEN = Pattern.compile("\\s*([\\d.]+(?:e-?\\d+)?|[-+*/()])");

    final List<BigDecimal> operands = new ArrayList<>();
    private final List<String> tokens;
    private int at;

    Sum(String text) {
      tokens = TOKEN.matcher(text).results().map(token -> token.group(1)).toList();
    }

    BigDecimal value() {
      BigDecimal value = product();
      while (at < tokens.size() && "+-".contains(tokens.get(at))) {
        boolean plus = tokens.get(at++).equals("+");
        BigDecimal next = product();
        value = plus ? value.add(next) : value.subtract(next);
      }
      return value;
    }

    private BigDecimal product() {
      BigDecimal value = factor();
      while (at < tokens.size() && "*/".contains(tokens.get(at))) {
        boolean times = tokens.get(at++).equals("*");
        BigDecimal next = factor();
        value = times ? value.multiply(next) : value.divide(next, MathContext.DECIMAL64);
      }
      return value;
    }

    private BigDecimal factor() {
      String token = tokens.get(at++);
      if (token.equals("(")) {
        BigDecimal value = value();
        at++;
        return value;
      }
      BigDecimal value = new BigDecimal(token);
      if (value.compareTo(BigDecimal.ONE) != 0) {
        operands.add(value);
      }
      return value;
    }
  }
}
