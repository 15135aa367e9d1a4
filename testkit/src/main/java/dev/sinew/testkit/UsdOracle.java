package dev.sinew.testkit;

import dev.sinew.testkit.UsdFile.Prim;
import dev.sinew.testkit.UsdFile.Property;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The points of the meshes of a USD layer at a time, as UsdSkel and UsdGeom describe them, slow and
 * without shortcuts. Matrices are row by row for row vectors, as USD has them. Scales of animations
 * are rounded to half precision, since their type is.
 */
public final class UsdOracle {
  private static final double[] IDENTITY = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

  private final Map<String, Prim> prims = new LinkedHashMap<>();
  private final Map<String, String> selections;

  /** The skinning transforms of the last skeleton and time, which several meshes may ask for. */
  private List<double[]> lastSkinning = List.of();

  private String lastSkeleton = "";

  /**
   * Composes a layer.
   *
   * @param layer what {@link UsdFile} read
   * @param selections variants by their sets; the file chooses the others
   */
  public UsdOracle(Prim layer, Map<String, String> selections) {
    this.selections = selections;
    layer.children().forEach((name, prim) -> collect("/" + name, composed(prim)));
  }

  /** Returns a prim without variants: what is chosen is in it, weaker than what is outside. */
  private Prim composed(Prim prim) {
    Prim out = Prim.of(prim.specifier(), prim.type(), prim.name());
    out.metadata().putAll(prim.metadata());
    out.properties().putAll(prim.properties());
    out.children().putAll(prim.children());
    Map<?, ?> given = prim.metadata().get("variants") instanceof Map<?, ?> map ? map : Map.of();
    prim.variants()
        .forEach(
            (set, variants) -> {
              String chosen = selections.getOrDefault(set, (String) given.get("string " + set));
              Prim variant = variants.get(chosen);
              if (variant == null) {
                throw new IllegalStateException("no variant " + chosen + " of " + set);
              }
              merge(variant, out);
            });
    return out;
  }

  private static void merge(Prim weaker, Prim out) {
    weaker.metadata().forEach(out.metadata()::putIfAbsent);
    weaker.properties().forEach(out.properties()::putIfAbsent);
    weaker
        .children()
        .forEach(
            (name, child) -> {
              Prim there = out.children().get(name);
              if (there == null) {
                out.children().put(name, child);
              } else {
                Prim both = Prim.of(there.specifier(), there.type(), name);
                both.metadata().putAll(there.metadata());
                both.properties().putAll(there.properties());
                both.children().putAll(there.children());
                merge(child, both);
                out.children().put(name, both);
              }
            });
  }

  private void collect(String path, Prim prim) {
    if ("false".equals(String.valueOf(prim.metadata().get("active")))) {
      return;
    }
    prims.put(path, prim);
    prim.children().forEach((name, child) -> collect(path + "/" + name, composed(child)));
  }

  /** Returns all prims by their paths, without inactive ones. */
  public Map<String, Prim> prims() {
    return prims;
  }

  /** Takes the animations away, so that skeletons are at rest. */
  public void stop() {
    prims.values().forEach(prim -> prim.properties().remove("skel:animationSource"));
  }

  /** Returns the paths of the prims of a type. */
  public List<String> ofType(String type) {
    return prims.entrySet().stream()
        .filter(own -> own.getValue().type().equals(type))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns x, y, z of all points of a mesh in the world, at a time code. */
  public double[] points(String mesh, double time) {
    double[] points = morphed(mesh, time);
    Optional<String> skeleton = target(mesh, "skel:skeleton");
    if (skeleton.isEmpty()) {
      return moved(points, world(mesh, time));
    }
    List<double[]> skin = skinning(skeleton.get(), time);
    double[] bind = numbersOr(mesh, "primvars:skel:geomBindTransform", IDENTITY);
    Property indices = property(mesh, "primvars:skel:jointIndices");
    int size = indices.elementSize();
    double[] joints = flat(indices.value());
    double[] weights = numbers(mesh, "primvars:skel:jointWeights");
    double[] bound = moved(points, bind);
    double[] out = new double[points.length];
    for (int p = 0; p < points.length / 3; p++) {
      for (int i = size * p; i < size * p + size; i++) {
        double[] one =
            moved(Arrays.copyOfRange(bound, 3 * p, 3 * p + 3), skin.get((int) joints[i]));
        for (int k = 0; k < 3; k++) {
          out[3 * p + k] += weights[i] * one[k];
        }
      }
    }
    return moved(out, world(skeleton.get(), time));
  }

  private double[] morphed(String mesh, double time) {
    double[] points = numbers(mesh, "points");
    if (!has(mesh, "skel:blendShapes")) {
      return points;
    }
    List<String> shapes = texts(mesh, "skel:blendShapes");
    List<String> targets = texts(mesh, "skel:blendShapeTargets");
    Optional<String> animation =
        target(mesh, "skel:skeleton").flatMap(own -> target(own, "skel:animationSource"));
    List<String> driven = animation.map(own -> texts(own, "blendShapes")).orElse(List.of());
    for (int s = 0; s < shapes.size(); s++) {
      int at = driven.indexOf(shapes.get(s));
      double weight =
          at < 0 ? 0 : sampled(animation.orElseThrow(), "blendShapeWeights", time, 1)[at];
      double[] offsets = numbers(targets.get(s), "offsets");
      double[] moved = numbers(targets.get(s), "pointIndices");
      for (int i = 0; i < moved.length; i++) {
        for (int k = 0; k < 3; k++) {
          points[3 * (int) moved[i] + k] += weight * offsets[3 * i + k];
        }
      }
    }
    return points;
  }

  /** Returns the skinning transforms of all joints. */
  private List<double[]> skinning(String skeleton, double time) {
    String key = skeleton + " " + time;
    if (!key.equals(lastSkeleton)) {
      lastSkinning = newSkinning(skeleton, time);
      lastSkeleton = key;
    }
    return lastSkinning;
  }

  private List<double[]> newSkinning(String skeleton, double time) {
    List<String> joints = texts(skeleton, "joints");
    double[] rest = numbers(skeleton, "restTransforms");
    double[] bind = numbers(skeleton, "bindTransforms");
    List<double[]> locals = new ArrayList<>();
    for (int j = 0; j < joints.size(); j++) {
      locals.add(Arrays.copyOfRange(rest, 16 * j, 16 * j + 16));
    }
    target(skeleton, "skel:animationSource").ifPresent(own -> animate(own, time, joints, locals));
    List<double[]> globals = new ArrayList<>();
    List<double[]> out = new ArrayList<>();
    for (int j = 0; j < joints.size(); j++) {
      String path = joints.get(j);
      int slash = path.lastIndexOf('/');
      int parent = slash < 0 ? -1 : joints.indexOf(path.substring(0, slash));
      if (slash >= 0 && (parent < 0 || parent >= j)) {
        throw new IllegalStateException(path + ": its parent is not before it");
      }
      globals.add(parent < 0 ? locals.get(j) : product(locals.get(j), globals.get(parent)));
      double[] own = Arrays.copyOfRange(bind, 16 * j, 16 * j + 16);
      out.add(product(inverse(own), globals.get(j)));
    }
    return out;
  }

  private void animate(String animation, double time, List<String> joints, List<double[]> locals) {
    List<String> driven = texts(animation, "joints");
    double[] translations = sampled(animation, "translations", time, 3);
    double[] rotations = sampled(animation, "rotations", time, 4);
    double[] scales = sampled(animation, "scales", time, 3);
    for (int d = 0; d < driven.size(); d++) {
      double[] q = {
        rotations[4 * d + 1], rotations[4 * d + 2], rotations[4 * d + 3], rotations[4 * d]
      };
      double[] scale = new double[3];
      for (int k = 0; k < 3; k++) {
        scale[k] = Float.float16ToFloat(Float.floatToFloat16((float) scales[3 * d + k]));
      }
      int joint = joints.indexOf(driven.get(d));
      if (joint < 0) {
        throw new IllegalStateException(driven.get(d) + ": not a joint of the skeleton");
      }
      locals.set(joint, composed(Arrays.copyOfRange(translations, 3 * d, 3 * d + 3), q, scale));
    }
  }

  /** Returns the transform of a prim to the world. */
  private double[] world(String path, double time) {
    double[] out = IDENTITY;
    for (String at = path; !at.isEmpty(); at = at.substring(0, at.lastIndexOf('/'))) {
      out = product(out, local(at, time));
    }
    return out;
  }

  private double[] local(String path, double time) {
    if (!has(path, "xformOpOrder")) {
      return IDENTITY;
    }
    double[] out = IDENTITY;
    for (String op : texts(path, "xformOpOrder")) {
      double[] one =
          switch (op) {
            case "xformOp:transform" -> sampled(path, op, time, 16);
            case "xformOp:translate" ->
                composed(sampled(path, op, time, 3), new double[] {0, 0, 0, 1}, ones());
            case "xformOp:scale" ->
                composed(new double[3], new double[] {0, 0, 0, 1}, sampled(path, op, time, 3));
            case "xformOp:orient" -> {
              double[] q = sampled(path, op, time, 4);
              yield composed(new double[3], new double[] {q[1], q[2], q[3], q[0]}, ones());
            }
            default -> throw new IllegalStateException("unknown " + op);
          };
      // The last operation of the order is the first that a point sees.
      out = product(one, out);
    }
    return out;
  }

  private static double[] ones() {
    return new double[] {1, 1, 1};
  }

  private boolean has(String path, String name) {
    Prim prim = prims.get(path);
    return prim != null && prim.properties().containsKey(name);
  }

  private Property property(String path, String name) {
    Prim prim = prims.get(path);
    Property found = prim == null ? null : prim.properties().get(name);
    if (found == null) {
      throw new IllegalStateException(path + " has no " + name);
    }
    return found;
  }

  /** Returns the first target of a relationship, if there is one. */
  public Optional<String> target(String path, String name) {
    if (!has(path, name)) {
      return Optional.empty();
    }
    return texts(path, name).stream().findFirst();
  }

  /** Returns the texts or paths of a property. */
  public List<String> texts(String path, String name) {
    List<Object> out = new ArrayList<>();
    flatten(property(path, name).value(), out);
    return out.stream().map(String.class::cast).toList();
  }

  /** Returns the numbers of a property without samples. */
  public double[] numbers(String path, String name) {
    return flat(property(path, name).value());
  }

  private double[] numbersOr(String path, String name, double[] missing) {
    return has(path, name) ? numbers(path, name) : missing;
  }

  private static double[] flat(List<Object> value) {
    List<Object> out = new ArrayList<>();
    flatten(value, out);
    return out.stream().mapToDouble(Double.class::cast).toArray();
  }

  private static void flatten(Object value, List<Object> out) {
    if (value instanceof List<?> items) {
      items.forEach(item -> flatten(item, out));
    } else {
      out.add(value);
    }
  }

  /** Returns the numbers of a property at a time, between the samples beside it. */
  private double[] sampled(String path, String name, double time, int components) {
    TreeMap<Double, List<Object>> samples = property(path, name).samples();
    if (samples.isEmpty()) {
      return numbers(path, name);
    }
    Map.Entry<Double, List<Object>> before = samples.floorEntry(time);
    Map.Entry<Double, List<Object>> after = samples.ceilingEntry(time);
    if (before == null || after == null) {
      return flat((before == null ? samples.firstEntry() : samples.lastEntry()).getValue());
    }
    double[] one = flat(before.getValue());
    double[] other = flat(after.getValue());
    double span = after.getKey() - before.getKey();
    double u = span == 0 ? 0 : (time - before.getKey()) / span;
    double[] out = new double[one.length];
    for (int i = 0; i < one.length; i += components) {
      if (components == 4) {
        slerp(one, other, i, u, out);
      } else {
        for (int k = i; k < i + components; k++) {
          out[k] = one[k] + u * (other[k] - one[k]);
        }
      }
    }
    return out;
  }

  private static void slerp(double[] a, double[] b, int at, double u, double[] out) {
    double dot = 0;
    for (int k = at; k < at + 4; k++) {
      dot += a[k] * b[k];
    }
    double sign = dot < 0 ? -1 : 1;
    double angle = Math.acos(Math.min(1, Math.abs(dot)));
    double sin = Math.sin(angle);
    double p = sin < 1e-9 ? 1 - u : Math.sin((1 - u) * angle) / sin;
    double q = sign * (sin < 1e-9 ? u : Math.sin(u * angle) / sin);
    for (int k = at; k < at + 4; k++) {
      out[k] = p * a[k] + q * b[k];
    }
  }

  /** Returns scale, rotation and translation as a matrix for row vectors. */
  private static double[] composed(double[] t, double[] q, double[] s) {
    double length = Math.sqrt(Arrays.stream(q).map(c -> c * c).sum());
    double x = q[0] / length;
    double y = q[1] / length;
    double z = q[2] / length;
    double w = q[3] / length;
    double[] rows = {
      1 - 2 * (y * y + z * z),
      2 * (x * y + z * w),
      2 * (x * z - y * w),
      2 * (x * y - z * w),
      1 - 2 * (x * x + z * z),
      2 * (y * z + x * w),
      2 * (x * z + y * w),
      2 * (y * z - x * w),
      1 - 2 * (x * x + y * y)
    };
    double[] out = IDENTITY.clone();
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        out[4 * r + c] = s[r] * rows[3 * r + c];
      }
      out[12 + r] = t[r];
    }
    return out;
  }

  private static double[] product(double[] a, double[] b) {
    double[] out = new double[16];
    for (int r = 0; r < 4; r++) {
      for (int c = 0; c < 4; c++) {
        for (int k = 0; k < 4; k++) {
          out[4 * r + c] += a[4 * r + k] * b[4 * k + c];
        }
      }
    }
    return out;
  }

  /** Inverts by Gauss and Jordan, with the largest pivot of each column. */
  private static double[] inverse(double[] matrix) {
    double[] a = matrix.clone();
    double[] out = IDENTITY.clone();
    for (int c = 0; c < 4; c++) {
      int pivot = c;
      for (int r = c + 1; r < 4; r++) {
        pivot = Math.abs(a[4 * r + c]) > Math.abs(a[4 * pivot + c]) ? r : pivot;
      }
      for (int k = 0; k < 4; k++) {
        swap(a, 4 * c + k, 4 * pivot + k);
        swap(out, 4 * c + k, 4 * pivot + k);
      }
      double scale = a[5 * c];
      if (scale == 0) {
        throw new IllegalStateException("a bind transform without an inverse");
      }
      for (int k = 0; k < 4; k++) {
        a[4 * c + k] /= scale;
        out[4 * c + k] /= scale;
      }
      for (int r = 0; r < 4; r++) {
        double factor = r == c ? 0 : a[4 * r + c];
        for (int k = 0; k < 4; k++) {
          a[4 * r + k] -= factor * a[4 * c + k];
          out[4 * r + k] -= factor * out[4 * c + k];
        }
      }
    }
    return out;
  }

  private static void swap(double[] values, int i, int k) {
    double old = values[i];
    values[i] = values[k];
    values[k] = old;
  }

  private static double[] moved(double[] points, double[] matrix) {
    double[] out = new double[points.length];
    for (int p = 0; p < points.length; p += 3) {
      for (int c = 0; c < 3; c++) {
        out[p + c] =
            points[p] * matrix[c]
                + points[p + 1] * matrix[4 + c]
                + points[p + 2] * matrix[8 + c]
                + matrix[12 + c];
      }
    }
    return out;
  }
}
