package dev.sinew.pipeline;

import com.google.gson.Gson;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import dev.sinew.run.Flat;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON of records whose {@link Flat} components appear at the level of the record itself.
 */
public final class FlatRecords implements TypeAdapterFactory {
  @Override
  public <T> @Nullable TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
    Class<? super T> record = type.getRawType();
    if (!record.isRecord() || Arrays.stream(components(record)).noneMatch(FlatRecords::isFlat)) {
      return null; // The adapter of Gson is right.
    }
    return new TypeAdapter<>() {
      @Override
      public void write(JsonWriter out, @Nullable T value) throws IOException {
        if (value == null) {
          out.nullValue();
          return;
        }
        out.beginObject();
        writeComponents(gson, record, value, out);
        out.endObject();
      }

      @Override
      public T read(JsonReader in) {
        throw new UnsupportedOperationException("reports are written only");
      }
    };
  }

  private static void writeComponents(
      Gson gson, Class<?> record, @Nullable Object value, JsonWriter out) throws IOException {
    for (RecordComponent component : components(record)) {
      Object part = value == null ? null : part(component, value);
      if (isFlat(component)) {
        writeComponents(gson, component.getType(), part, out);
      } else {
        out.name(component.getName());
        if (part == null) {
          out.nullValue();
        } else {
          gson.toJson(part, part.getClass(), out);
        }
      }
    }
  }

  private static RecordComponent[] components(Class<?> record) {
    RecordComponent[] components = record.getRecordComponents();
    if (components == null) {
      throw new IllegalStateException("expected a record, got " + record);
    }
    return components;
  }

  private static boolean isFlat(RecordComponent component) {
    return component.isAnnotationPresent(Flat.class);
  }

  private static @Nullable Object part(RecordComponent component, Object record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read " + component, e);
    }
  }
}
