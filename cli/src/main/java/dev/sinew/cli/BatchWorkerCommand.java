package dev.sinew.cli;

import dev.sinew.batch.Recipe;
import dev.sinew.batch.RecipeReader;
import dev.sinew.batch.Worker;
import dev.sinew.batch.child.ChildCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A worker of a batch, on this machine or another one. It is started by the program itself; no help
 * lists it.
 */
@Command(
    name = ChildCommand.WORKER,
    hidden = true,
    description = "Works on files of a batch: reads jobs, writes rows.")
final class BatchWorkerCommand extends LineCommand implements Callable<Integer> {
  private static final int ABANDONED = 1;

  @Option(
      names = {"-r", "--recipe"},
      required = true,
      paramLabel = "RECIPE",
      description = "The recipe.")
  private Path recipe = Path.of("");

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads (default: one per core).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintStream answers =
        new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    // Whatever else is printed must not be taken for an answer.
    System.setOut(System.err);
    BatchVerbs verbs = new BatchVerbs();
    Recipe read = RecipeReader.read(recipe, verbs);
    new Worker(read, verbs, threads, answers, () -> System.exit(ABANDONED)).serve(System.in);
    return 0;
  }
}
