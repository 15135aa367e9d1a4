package dev.sinew.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedDataTest {
  @Test
  void findsTheFolderFromInsideTheCheckout(@TempDir Path root) throws IOException {
    Path data = Files.createDirectories(root.resolve("shared/data"));
    Files.writeString(data.resolve("README.md"), "data");
    Path module = Files.createDirectories(root.resolve("checkout/core/src"));
    assertThat(SharedData.folderAbove(module)).contains(data.toAbsolutePath().normalize());
  }

  @Test
  void ignoresAFolderWithoutReadme(@TempDir Path root) throws IOException {
    Files.createDirectories(root.resolve("shared/data"));
    Path module = Files.createDirectories(root.resolve("checkout"));
    assertThat(SharedData.folderAbove(module))
        .isNotEqualTo(java.util.Optional.of(root.resolve("shared/data")));
  }
}
