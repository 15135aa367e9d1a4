package dev.sinew.cli.line;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.influence.LimitOptions;
import dev.sinew.io.FilePolicy;
import dev.sinew.pipeline.RenderStep;
import dev.sinew.pipeline.posespace.PoseSpaceTrainStep;
import dev.sinew.pipeline.posespace.PoseSpaceTransferStep;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.unwrap.UnwrapOptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OptionNameWriterTest {
  @Test
  void namesAreThoseOfRecords() {
    Stream<Class<? extends Record>> records =
        Stream.of(
            FilePolicy.class,
            LimitOptions.class,
            PoseSpaceTrainStep.Options.class,
            PoseSpaceTransferStep.Options.class,
            RenderStep.Options.class,
            SimplifyOptions.class,
            UnwrapOptions.class);
    List<String> components = records.flatMap(OptionNameWriterTest::components).toList();
    assertThat(components).containsAll(OptionNameWriter.SPELLINGS.keySet());
  }

  private static Stream<String> components(Class<? extends Record> options) {
    String name = options.getName().replaceFirst(".*\\.", "").replace('$', '.');
    return Arrays.stream(options.getRecordComponents()).map(part -> name + "." + part.getName());
  }

  @Test
  void messagesNameTheOptionsOfTheCommandLine() {
    StringWriter out = new StringWriter();
    PrintWriter line = new PrintWriter(new OptionNameWriter(out));
    line.print("a.glb: LimitOptions.model as, PoseSpaceTransferStep.Options.level; ");
    line.print("FilePolicy.allowOutside.".toCharArray());
    line.flush();
    assertThat(out)
        .hasToString("a.glb: --model as, 'posespace transfer --level'; --allow-outside.");
  }
}
