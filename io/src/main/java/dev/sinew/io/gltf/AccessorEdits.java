package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.json.ViewReferences;
import dev.sinew.io.gltf.stored.AccessorLayout;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.math.Affine;
import dev.sinew.run.RequestException;
import dev.sinew.transform.ElementChange;
import dev.sinew.transform.ElementChange.Kind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Copies a document with changed elements of some accessors. All accessors and views keep their
 * indices, so unknown references stay valid.
 *
 * <p>Floats are changed where they are: interleaved, shared and sparse data keep their layout. An
 * accessor gets new floats instead if it has integers, if its bytes also belong to elements that do
 * not change in the same way, or if zeros that it does not store become other values. If the uses
 * of an accessor need different changes, all but one get an accessor of their own.
 */
final class AccessorEdits {
  /** The mark of floats that must not change. */
  private static final int FIXED = -1;

  /** Components of a matrix. */
  private static final int MATRIX = 16;

  /** Places per element in the marks: more than the components of a matrix. */
  private static final int PLACES = 32;

  /** A member that refers to an accessor. */
  private record Use(JsonObject owner, String member) {}

  /** Elements of a view: the first byte, bytes from one to the next, bytes of each. */
  private record Run(int view, int offset, int stride, int size, int count) {
    int start(int element) {
      return offset + element * stride;
    }
  }

  /** Values of an accessor in a view of their own. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record NewFloats(JsonObject accessor, JsonObject view, byte[] data) {}

  private final GltfDocument source;
  private final Accessors accessors;
  private final List<JsonPlace> places;
  private final List<JsonPlace> views;
  private final Map<Integer, Map<ElementChange, List<Use>>> uses = new LinkedHashMap<>();
  private final BitSet kept = new BitSet();
  private final byte[][] bytes;

  /** Per view a mark of every float: 0, {@link #FIXED}, or the change and place it is used for. */
  private final int[][] marks;

  private final Map<ElementChange, Integer> numbers = new HashMap<>();

  private final List<NewFloats> newFloats = new ArrayList<>();

  AccessorEdits(GltfDocument source) throws MalformedAssetException {
    this.source = source;
    accessors = new Accessors(source);
    places = source.root().items("accessors");
    views = source.root().items("bufferViews");
    bytes = new byte[views.size()][];
    marks = new int[views.size()][];
    for (int v = 0; v < bytes.length; v++) {
      ByteBuffer view = accessors.viewBytes(v).duplicate();
      bytes[v] = new byte[view.remaining()];
      view.get(bytes[v]);
      marks[v] = new int[(bytes[v].length + 3) / 4];
    }
  }

  /** Notes that a member needs an accessor as it is. */
  void keep(JsonObject owner, String member) {
    if (isReference(owner, member)) {
      kept.set(owner.get(member).getAsInt());
    }
  }

  /**
   * Notes a change of the elements that a member refers to.
   *
   * @param owner an object of the tree that is given to {@link #build}
   */
  void change(JsonObject owner, String member, ElementChange change) {
    if (change.isNone()) {
      keep(owner, member);
    } else if (isReference(owner, member)) {
      uses.computeIfAbsent(owner.get(member).getAsInt(), a -> new LinkedHashMap<>())
          .computeIfAbsent(change, c -> new ArrayList<>())
          .add(new Use(owner, member));
    }
  }

  private boolean isReference(JsonObject owner, String member) {
    return owner.get(member) instanceof JsonPrimitive number
        && number.isNumber()
        && number.getAsInt() >= 0
        && number.getAsInt() < places.size();
  }

  /**
   * Copies the document.
   *
   * @param json its tree, which is modified and becomes part of the result
   */
  GltfBuilder build(JsonObject json) throws MalformedAssetException {
    JsonArray all = json.get("accessors") instanceof JsonArray given ? given : new JsonArray();
    for (int a = 0; a < places.size(); a++) {
      if (!uses.containsKey(a) || kept.get(a)) {
        for (Run run : runs(a)) {
          mark(run, FIXED);
        }
      }
    }
    for (Map.Entry<Integer, Map<ElementChange, List<Use>>> changed : uses.entrySet()) {
      int a = changed.getKey();
      boolean unclaimed = !kept.get(a);
      for (Map.Entry<ElementChange, List<Use>> use : changed.getValue().entrySet()) {
        if (!unclaimed) {
          int index = all.size();
          all.add(withNewFloats(a, use.getKey()));
          use.getValue().forEach(one -> one.owner.addProperty(one.member, index));
        } else if (!changeInPlace(a, use.getKey(), all.get(a).getAsJsonObject())) {
          all.set(a, withNewFloats(a, use.getKey()));
        }
        unclaimed = false;
      }
    }
    return write(json);
  }

  // ---- changes in place ------------------------------------------------------------------------

  private boolean changeInPlace(int index, ElementChange change, JsonObject accessor)
      throws MalformedAssetException {
    Accessors.Layout layout = layout(index);
    requireComponents(index, change);
    boolean stored = accessor.has("bufferView");
    boolean sparse = accessor.has("sparse");
    if (layout.componentType() != AccessorLayout.FLOAT
        || !(stored || change.keepsZero())
        || (sparse && change.cubic())) {
      return false;
    }
    int mark = PLACES * (1 + numbers.computeIfAbsent(change, c -> numbers.size()));
    List<Run> runs = runs(index);
    if (!runs.stream().allMatch(run -> isFree(run, mark))) {
      return false;
    }
    if (accessor.has("min") || accessor.has("max")) {
      setExtremes(accessor, changed(index, change), layout.components());
    }
    for (Run run : runs) {
      apply(run, change, mark);
    }
    return true;
  }

  /** Returns the stored elements of an accessor: the base, and sparse values. */
  private List<Run> runs(int index) throws MalformedAssetException {
    JsonPlace place = places.get(index);
    Accessors.Layout layout = layout(index);
    List<Run> out = new ArrayList<>();
    if (place.find("bufferView") != null) {
      out.add(run(place, layout.elementBytes(), layout.count()));
    }
    JsonPlace sparse = place.find("sparse");
    if (sparse != null) {
      int count = sparse.get("count").integer(1, layout.count());
      out.add(run(sparse.get("values"), layout.elementBytes(), count));
    }
    return out;
  }

  private Run run(JsonPlace place, int size, int count) throws MalformedAssetException {
    int view = place.get("bufferView").index(views.size(), "bufferViews");
    int offset = place.integerOr("byteOffset", 0, Integer.MAX_VALUE, 0);
    int stride = views.get(view).integerOr("byteStride", 1, 255, size);
    long end = offset + (count - 1L) * stride + size;
    if (stride < size || end > bytes[view].length) {
      throw place.error(
          count + " elements end at byte " + end + " of a buffer view of " + bytes[view].length);
    }
    return new Run(view, offset, stride, size, count);
  }

  private void mark(Run run, int mark) {
    for (int e = 0; e < run.count; e++) {
      for (int f = run.start(e) / 4; 4 * f < run.start(e) + run.size; f++) {
        marks[run.view][f] = mark;
      }
    }
  }

  /** Returns true if no float of a run is used otherwise. */
  private boolean isFree(Run run, int mark) {
    if (run.offset % 4 != 0 || run.stride % 4 != 0) {
      return false;
    }
    for (int e = 0; e < run.count; e++) {
      for (int k = 0; k < run.size / 4; k++) {
        int other = marks[run.view][run.start(e) / 4 + k];
        if (other != 0 && other != mark + k) {
          return false;
        }
      }
    }
    return true;
  }

  /** Changes and marks the elements of a run that are not changed yet. */
  private void apply(Run run, ElementChange change, int mark) {
    ByteBuffer view = ByteBuffer.wrap(bytes[run.view]).order(ByteOrder.LITTLE_ENDIAN);
    double[] element = new double[run.size / 4];
    for (int e = 0; e < run.count; e++) {
      int at = run.start(e);
      if (marks[run.view][at / 4] != 0) {
        continue;
      }
      for (int k = 0; k < element.length; k++) {
        element[k] = view.getFloat(at + 4 * k);
      }
      apply(change, element, e);
      for (int k = 0; k < element.length; k++) {
        view.putFloat(at + 4 * k, narrow(element[k]));
        marks[run.view][at / 4 + k] = mark + k;
      }
    }
  }

  // ---- new floats ------------------------------------------------------------------------------

  private JsonPlace reference(int index) {
    return new JsonPlace(source.source(), places.get(index).pointer(), new JsonPrimitive(index));
  }

  private Accessors.Layout layout(int index) throws MalformedAssetException {
    return accessors.layout(reference(index));
  }

  /** Returns all changed values of an accessor. */
  private float[] changed(int index, ElementChange change) throws MalformedAssetException {
    int components = layout(index).components();
    float[] values = accessors.floats(reference(index), components);
    double[] element = new double[components];
    for (int i = 0; i < values.length; i += components) {
      for (int k = 0; k < components; k++) {
        element[k] = values[i + k];
      }
      apply(change, element, i / components);
      for (int k = 0; k < components; k++) {
        values[i + k] = narrow(element[k]);
      }
    }
    return values;
  }

  private void requireComponents(int index, ElementChange change) throws MalformedAssetException {
    int expected = change.kind() == Kind.BIND ? MATRIX : change.kind().size();
    int components = layout(index).components();
    boolean withSign = change.kind() == Kind.DIRECTION && components == expected + 1;
    if (components != expected && !withSign) {
      throw places.get(index).error("expected " + expected + " components, got " + components);
    }
  }

  /** Changes an element in place; matrices are stored by columns. */
  private static void apply(ElementChange change, double[] element, int index) {
    if (element.length != MATRIX) {
      change.apply(element, 0, index);
      return;
    }
    double[] rows = new double[Affine.SIZE];
    for (int i = 0; i < Affine.SIZE; i++) {
      rows[i] = element[4 * (i % 4) + i / 4];
    }
    change.apply(rows, 0, index);
    for (int i = 0; i < Affine.SIZE; i++) {
      element[4 * (i % 4) + i / 4] = rows[i];
    }
  }

  private static float narrow(double value) {
    float out = (float) value;
    if (!Float.isFinite(out)) {
      throw new RequestException("coordinates are out of range after the transformation");
    }
    return out;
  }

  /** Returns an accessor like another, with changed values of its own. */
  private JsonObject withNewFloats(int index, ElementChange change) throws MalformedAssetException {
    requireComponents(index, change);
    float[] values = changed(index, change);
    ByteBuffer data = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    data.asFloatBuffer().put(values);
    JsonObject accessor = places.get(index).object().deepCopy();
    for (String member : List.of("byteOffset", "normalized", "sparse")) {
      accessor.remove(member);
    }
    accessor.addProperty("componentType", AccessorLayout.FLOAT);
    JsonObject view = new JsonObject();
    if (accessor.remove("bufferView") instanceof JsonPrimitive old
        && views.get(old.getAsInt()).object().has("target")) {
      view.add("target", views.get(old.getAsInt()).object().get("target"));
    }
    newFloats.add(new NewFloats(accessor, view, data.array()));
    if (accessor.has("min") || accessor.has("max")) {
      setExtremes(accessor, values, layout(index).components());
    }
    return accessor;
  }

  private static void setExtremes(JsonObject accessor, float[] values, int components) {
    accessor.add("min", GltfBuilder.extreme(values, components, false));
    accessor.add("max", GltfBuilder.extreme(values, components, true));
  }

  // ---- the copy --------------------------------------------------------------------------------

  private GltfBuilder write(JsonObject json) {
    JsonArray copies = new JsonArray();
    for (int v = 0; v < bytes.length; v++) {
      JsonObject view = views.get(v).element().getAsJsonObject().deepCopy();
      MeshoptViews.removeFrom(view);
      copies.add(view);
    }
    BitSet abandoned = ViewReferences.of(source.json());
    abandoned.andNot(ViewReferences.of(json));
    List<byte[]> data = new ArrayList<>(List.of(bytes));
    for (NewFloats floats : newFloats) {
      int index = abandoned.nextSetBit(0);
      if (index >= 0) {
        abandoned.clear(index);
        copies.set(index, floats.view);
        data.set(index, floats.data);
      } else {
        index = copies.size();
        copies.add(floats.view);
        data.add(floats.data);
      }
      floats.accessor.addProperty("bufferView", index);
    }
    GltfBuilder builder = new GltfBuilder();
    for (String member : json.keySet()) {
      if (!member.equals("bufferViews") && !member.equals("buffers")) {
        builder.json().add(member, json.get(member));
      }
    }
    for (int v = 0; v < copies.size(); v++) {
      builder.addView(copies.get(v).getAsJsonObject(), data.get(v));
    }
    MeshoptViews.removeNames(builder.json());
    return builder;
  }
}
