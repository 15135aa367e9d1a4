package dev.sinew.io.fbx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.testkit.FbxArm;
import dev.sinew.testkit.FbxFile;
import dev.sinew.testkit.FbxFile.Node;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Broken files: one sentence with the place, and bounded memory. */
class FbxHostileTest {
  private static final FbxFile ARM = FbxArm.file(7400, new byte[20]);

  private static void read(byte[] bytes) throws IOException {
    GltfReader.read(GltfDocument.parse("arm.fbx", bytes, null)).requireSound();
  }

  private static void refused(byte[] bytes, String... parts) {
    assertThatThrownBy(() -> read(bytes))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageStartingWith("arm.fbx: ")
        .hasMessageContainingAll(parts);
  }

  private static void refusedText(String from, String to, String... parts) {
    String text = ARM.text();
    assertThat(text).contains(from);
    refused(text.replace(from, to).getBytes(StandardCharsets.UTF_8), parts);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "packed", "text"})
  void everyPrefixIsRefusedOrRead(String form) throws IOException {
    byte[] whole =
        form.equals("text")
            ? ARM.text().getBytes(StandardCharsets.UTF_8)
            : ARM.binary(form.equals("packed"));
    int refusals = 0;
    for (int length = 0; length < whole.length; length++) {
      try {
        read(Arrays.copyOf(whole, length));
      } catch (MalformedAssetException e) {
        refusals++;
        assertThat(e.getMessage()).startsWith("arm.fbx: ");
      }
    }
    // A text may end between two records, and a file without its end may be whole.
    assertThat(refusals).isGreaterThan(whole.length * (form.equals("text") ? 8 : 9) / 10);
    read(whole);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: -50.0,0.0,-50.0 | a: -50.0,nan,-50.0 | Vertices: expected finite",
        "a: -50.0,0.0,-50.0 | a: -50.0,1e39,-50.0 | Vertices: expected finite",
        "a: -50.0,0.0,-50.0 | a: -50.0,x,-50.0 | expected a number",
        "a: -50.0,0.0,-50.0 | a: -50.0,0.0,-50.0,1 | multiple of 3",
        "a: 0,1,2,-4,11 | a: 0,1,2,-4,12 | expected less than 12, got 12",
        "a: 0,1,2,-4,11 | a: 0,1,2,-4,1.5 | expected an integer",
        "a: 0,1,2,3,4,5,6,7 | a: 0,1,2,3 | 4 indices, but 8 weights",
        "a: -25.0,0.0,-25.0,25.0 | a: -25.0 | 2 indices, but 3 numbers",
        "a: 8,10 | a: 8,12 | expected less than 12",
        "a: 0.0,90.0 | a: 0.0,inf | key 1: expected finite",
        "a: 0.0,90.0 | a: 0.0 | 2 key times, but 1 values",
        "a: 0.0,100.0 | a: 0.0,1e300 | a value of a clip is not a finite number",
        "DeformPercent: 0.0 | DeformPercent: 1e300 | a weight of a shape is not a finite number",
        "A',0.0,100.0 | A',0.0,1e999 | Lcl Translation: expected finite",
        "double','','A',1.0 | double','','A',0 | UnitScaleFactor: expected more than 0",
        "UpAxis','int','','A',1 | UpAxis','int','','A',2 | three different axes",
        "UpAxis','int','','A',1 | UpAxis','int','','A',7 | expected 0, 1 or 2"
      })
  void wrongValuesHaveAPlace(String from, String to, String reason) {
    refusedText(from.replace('\'', '"'), to.replace('\'', '"'), "line ", reason);
  }

  @Test
  void modelsBelowThemselvesAreRefused() {
    refusedText("C: \"OO\",12,0\n", "C: \"OO\",12,13\n", "line ", "is its own ancestor");
  }

  @Test
  void deepRecordsAreRefused() {
    Node deep = Node.of("Deep");
    for (int i = 0; i < 200; i++) {
      deep = Node.of("Deep").with(deep);
    }
    List<Node> records = new ArrayList<>(ARM.records());
    records.add(deep);
    FbxFile file = new FbxFile(7400, records);
    refused(file.binary(false), "byte ", "levels");
    refused(file.text().getBytes(StandardCharsets.UTF_8), "line ", "levels");
    refused("; FBX\na:{".repeat(100_000).getBytes(StandardCharsets.UTF_8), "line ");
  }

  /** An array that claims two thousand million numbers, in a few bytes. */
  @Test
  void hugeCountsAllocateNothing() {
    byte[] file = ARM.binary(true);
    int at = new String(file, StandardCharsets.ISO_8859_1).indexOf("Verticesd") + 9;
    file[at + 3] = 0x77;
    refused(file, "byte ", "MB");
    byte[] plain = ARM.binary(false);
    at = new String(plain, StandardCharsets.ISO_8859_1).indexOf("Verticesd") + 9;
    plain[at + 3] = 0x77;
    refused(plain, "byte ", "longer than its record");
  }

  @Test
  void farKeysDoNotBecomeFramesWithoutEnd() {
    refusedText("46186158000,92372316000", "46186158000,9223372036854775807", "line ", "MB");
  }

  /** A record of a few bytes costs less than the memory that its bytes allow. */
  @ParameterizedTest
  @ValueSource(strings = {"a:\n", "a:1\n", "a:{}", "P:,\"\"\n"})
  void manySmallRecords(String record) throws IOException {
    String text = "; FBX\nFBXHeaderExtension:{FBXVersion:7400}\n" + record.repeat(100_000);
    read(text.getBytes(StandardCharsets.UTF_8));
  }
}
