package dev.sinew.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the text form of USD, written from its description, as far as written files need it: prims,
 * properties, time samples, metadata and variants. Fails on everything it does not know.
 */
public final class UsdFile {
  private static final String SAMPLES = ".timeSamples";

  private final String text;
  private int at;

  /**
   * A prim, or a variant of one.
   *
   * @param specifier def, over or class; empty for a variant
   * @param type its type; may be empty
   * @param metadata what is in parentheses
   * @param properties attributes and relationships, by name
   * @param children its prims, by name
   * @param variants per variant set and variant, what that one has
   */
  public record Prim(
      String specifier,
      String type,
      String name,
      Map<String, Object> metadata,
      Map<String, Property> properties,
      Map<String, Prim> children,
      Map<String, Map<String, Prim>> variants) {
    /** Returns a prim below this one. */
    public Prim child(String below) {
      return there(below, children.get(below));
    }

    /** Returns the variants of a set. */
    public Map<String, Prim> variantSet(String set) {
      return there(set, variants.get(set));
    }

    /** Returns a number of the metadata. */
    public double number(String member) {
      return (Double) there(member, metadata.get(member));
    }

    private static <T> T there(String wanted, @Nullable T found) {
      if (found == null) {
        throw new IllegalStateException("there is no " + wanted);
      }
      return found;
    }

    static Prim of(String specifier, String type, String name) {
      return new Prim(
          specifier,
          type,
          name,
          new LinkedHashMap<>(),
          new LinkedHashMap<>(),
          new LinkedHashMap<>(),
          new LinkedHashMap<>());
    }
  }

  /**
   * An attribute or relationship.
   *
   * @param type its type, with brackets; rel for a relationship
   * @param value numbers, texts and lists of them; empty if it has none
   * @param samples values by time code
   * @param metadata what is in parentheses
   */
  public record Property(
      String type,
      List<Object> value,
      TreeMap<Double, List<Object>> samples,
      Map<String, Object> metadata) {
    /** Returns the number of values per element; 1 if it is not given. */
    int elementSize() {
      return metadata.get("elementSize") instanceof Double size ? size.intValue() : 1;
    }
  }

  private UsdFile(String text) {
    this.text = text;
  }

  /** Reads a .usda file, or the first file of a .usdz package. */
  public static Prim read(Path file) throws IOException {
    if (!file.toString().endsWith(".usdz")) {
      return parse(Files.readString(file));
    }
    try (InputStream in = Files.newInputStream(file);
        ZipInputStream zip = new ZipInputStream(in)) {
      ZipEntry first = zip.getNextEntry();
      if (first == null) {
        throw new IOException(file + ": an empty package");
      }
      return parse(new String(zip.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** Reads a layer; its metadata and prims are those of the prim that is returned. */
  public static Prim parse(String text) {
    UsdFile file = new UsdFile(text);
    file.expect("#usda 1.0");
    Prim root = Prim.of("", "", "");
    if (file.next('(')) {
      file.metadata(root.metadata());
    }
    file.body(root);
    return root;
  }

  private IllegalStateException error(String reason) {
    int line = (int) text.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
    return new IllegalStateException(
        "line " + line + ": " + reason + " at '" + text.substring(at, end(at + 40)) + "'");
  }

  private int end(int wanted) {
    return Math.min(wanted, text.length());
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private boolean next(char wanted) {
    skipSpace();
    if (at < text.length() && text.charAt(at) == wanted) {
      at++;
      return true;
    }
    return false;
  }

  private void expect(String wanted) {
    skipSpace();
    if (!text.startsWith(wanted, at)) {
      throw error("expected " + wanted);
    }
    at += wanted.length();
  }

  private String word() {
    skipSpace();
    int start = at;
    while (at < text.length() && " \t\r\n=(){},\"".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    if (at == start) {
      throw error("expected a word");
    }
    return text.substring(start, at);
  }

  private void body(Prim prim) {
    skipSpace();
    while (at < text.length() && !next('}')) {
      statement(prim);
      skipSpace();
    }
  }

  private void statement(Prim prim) {
    String first = word();
    if (List.of("def", "over", "class").contains(first)) {
      skipSpace();
      String type = text.charAt(at) == '"' ? "" : word();
      Prim child = Prim.of(first, type, (String) value());
      if (prim.children().put(child.name(), child) != null) {
        throw error("a second prim " + child.name());
      }
      block(child);
    } else if (first.equals("variantSet")) {
      Map<String, Prim> variants = new LinkedHashMap<>();
      prim.variants().put((String) value(), variants);
      expect("=");
      expect("{");
      while (!next('}')) {
        Prim variant = Prim.of("", "", (String) value());
        variants.put(variant.name(), variant);
        block(variant);
      }
    } else {
      property(prim, first);
    }
  }

  private void block(Prim prim) {
    if (next('(')) {
      metadata(prim.metadata());
    }
    expect("{");
    body(prim);
  }

  private void property(Prim prim, String first) {
    String type = first;
    while (List.of("uniform", "custom", "prepend", "append").contains(type)) {
      type = word();
    }
    String name = word();
    boolean sampled = name.endsWith(SAMPLES);
    name = sampled ? name.substring(0, name.length() - SAMPLES.length()) : name;
    // The samples of an attribute may follow its value.
    Property known = prim.properties().get(name);
    TreeMap<Double, List<Object>> samples = new TreeMap<>();
    Map<String, Object> metadata = new LinkedHashMap<>();
    List<Object> value = known == null ? List.of() : known.value();
    int line = text.indexOf('\n', at);
    int sign = text.indexOf('=', at);
    if (sign >= 0 && sign < line) {
      expect("=");
      if (sampled) {
        expect("{");
        while (!next('}')) {
          double time = number();
          expect(":");
          samples.put(time, List.of(value()));
          next(',');
        }
      } else {
        value = List.of(value());
      }
      if (at < text.length() && onSameLine('(') && next('(')) {
        metadata(metadata);
      }
    }
    boolean twice = known != null && (!sampled || !known.samples().isEmpty());
    if (twice) {
      throw error("a second property " + name);
    }
    prim.properties().put(name, new Property(type, value, samples, metadata));
  }

  private boolean onSameLine(char wanted) {
    int found = text.indexOf(wanted, at);
    return found >= 0 && text.substring(at, found).isBlank() && text.indexOf('\n', at) > found;
  }

  private void metadata(Map<String, Object> out) {
    while (!next(')')) {
      StringBuilder name = new StringBuilder(word());
      while (!next('=')) {
        name.append(' ').append(word());
      }
      out.put(name.toString(), next('{') ? dictionary() : value());
    }
  }

  private Map<String, Object> dictionary() {
    Map<String, Object> out = new LinkedHashMap<>();
    while (!next('}')) {
      String type = word();
      String name = word();
      expect("=");
      out.put(type + " " + name, value());
    }
    return out;
  }

  private double number() {
    skipSpace();
    int start = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return Double.parseDouble(text.substring(start, at));
  }

  private Object value() {
    skipSpace();
    char first = text.charAt(at);
    return switch (first) {
      case '[', '(' -> {
        at++;
        List<Object> items = new ArrayList<>();
        while (!next(first == '[' ? ']' : ')')) {
          items.add(value());
          next(',');
        }
        yield items;
      }
      case '"' -> string();
      case '<' -> delimited('>');
      case '@' -> delimited('@');
      default -> Character.isLetter(first) ? (Object) word() : (Object) number();
    };
  }

  private String delimited(char last) {
    int end = text.indexOf(last, at + 1);
    String inside = text.substring(at + 1, end);
    at = end + 1;
    return inside;
  }

  private String string() {
    StringBuilder out = new StringBuilder();
    at++;
    while (text.charAt(at) != '"') {
      if (text.charAt(at) == '\\') {
        at++;
        out.append(text.charAt(at) == 'n' ? '\n' : text.charAt(at) == 't' ? '\t' : text.charAt(at));
      } else {
        out.append(text.charAt(at));
      }
      at++;
    }
    at++;
    return out.toString();
  }
}
