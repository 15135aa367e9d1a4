package dev.sinew.batch.spark;

import dev.sinew.batch.child.Child;
import dev.sinew.batch.child.ChildCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/** The workers of an executor, which its tasks use one after the other. */
final class Workers {
  /** By recipe and settings: an executor serves one application, which runs one of them. */
  private static final Map<String, Workers> ALL = new ConcurrentHashMap<>();

  private final ChildCommand command;
  private final Queue<Child> idle = new ConcurrentLinkedQueue<>();
  private final Set<Child> all = ConcurrentHashMap.newKeySet();
  private volatile boolean ending;

  private Workers(Settings settings, RecipeFiles recipe) throws IOException {
    Path folder = Files.createTempDirectory("sinew-recipe-");
    Path file = recipe.writeTo(folder);
    command =
        new ChildCommand(
            List.of(
                settings.sinew(),
                ChildCommand.WORKER,
                "--recipe",
                file.toString(),
                "--threads",
                "1"),
            Map.of("SINEW_HEAP", settings.heap()));
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  ending = true;
                  all.forEach(Child::kill);
                  delete(folder);
                }));
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      // A temporary folder of an executor, which Spark deletes as well.
    }
  }

  static Workers of(Settings settings, RecipeFiles recipe) throws IOException {
    String key = settings + " " + recipe.name();
    synchronized (ALL) {
      Workers found = ALL.get(key);
      if (found == null) {
        found = new Workers(settings, recipe);
        ALL.put(key, found);
      }
      return found;
    }
  }

  Child borrow() throws IOException, InterruptedException {
    for (Child child = idle.poll(); child != null; child = idle.poll()) {
      if (child.isUsable()) {
        return child;
      }
      end(child);
    }
    Child child = new Child(command);
    all.add(child);
    return child;
  }

  void giveBack(Child child) {
    if (child.isUsable()) {
      idle.add(child);
    } else {
      end(child);
    }
  }

  private void end(Child child) {
    child.close();
    all.remove(child);
  }

  /** Returns true once the executor ends: what its workers did not finish is no failure. */
  boolean isEnding() {
    return ending;
  }
}
