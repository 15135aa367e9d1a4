package dev.sinew.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.sample.Samples;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExamplesTest {
  @TempDir Path folder;

  @Test
  void playsACharacter() throws Exception {
    Path file = folder.resolve("biped.glb");
    CharacterWriter.toDocument("biped", Samples.create("biped").character()).write(file);
    String printed = printed(() -> PlayCharacter.main(new String[] {file.toString()}));
    assertThat(printed.lines()).hasSize(5).allMatch(line -> line.contains("height 1."));
  }

  @Test
  void movesACrowd() throws Exception {
    Path file = folder.resolve("biped.glb");
    CharacterWriter.toDocument("biped", Samples.create("biped").character()).write(file);
    String printed = printed(() -> MoveCrowd.main(new String[] {file.toString()}));
    assertThat(printed).contains("50 × 4009 points");
  }

  private interface Body {
    void run() throws Exception;
  }

  private static String printed(Body body) throws Exception {
    PrintStream console = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      body.run();
    } finally {
      System.setOut(console);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
