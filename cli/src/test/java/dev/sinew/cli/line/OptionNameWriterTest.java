package dev.sinew.cli.line;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.influence.LimitOptions;
import dev.sinew.io.FilePolicy;
import dev.sinew.merge.MergeOptions;
import dev.sinew.pipeline.PoseStep;
import dev.sinew.pipeline.RenderStep;
import dev.sinew.pipeline.posespace.PoseSpaceTrainStep;
import dev.sinew.pipeline.posespace.PoseSpaceTransferStep;
import dev.sinew.posespace.DatabaseTransfer;
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
  void namesAreThoseOfJava() {
    Stream<Class<?>> classes =
        Stream.of(
            DatabaseTransfer.class,
            FilePolicy.class,
            LimitOptions.class,
            MergeOptions.class,
            PoseStep.class,
            PoseSpaceTrainStep.Options.class,
            PoseSpaceTransferStep.Options.class,
            RenderStep.Options.class,
            SimplifyOptions.Emphasis.class,
            SimplifyOptions.Goals.class,
            SimplifyOptions.Seams.class,
            UnwrapOptions.class);
    List<String> methods = classes.flatMap(OptionNameWriterTest::methods).toList();
    assertThat(methods).containsAll(OptionNameWriter.SPELLINGS.keySet());
  }

  /** Returns the public methods of a class, among them the components of a record. */
  private static Stream<String> methods(Class<?> type) {
    String name = type.getName().replaceFirst(".*\\.", "").replace('$', '.');
    return Arrays.stream(type.getMethods()).map(method -> name + "." + method.getName());
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
