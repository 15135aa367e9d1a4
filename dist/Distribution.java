import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Makes a release in dist/target from what the other modules have built: a zip with the program, a
 * Java runtime of just the modules it uses and a launcher; the library jars with sources and
 * Javadoc; the BOM; the licences; checksums. Run by {@code mvn -Prelease package}, on the system
 * that the runtime is for.
 */
final class Distribution {
  /** The modules of the JDK that the program and its libraries use. */
  private static final String MODULES =
      "java.base,java.desktop,java.logging,java.management,jdk.management,jdk.httpserver,"
          + "jdk.incubator.vector,jdk.unsupported";

  private static final Pattern LIBRARY =
      Pattern.compile("<artifactId>sinew-(\\w+)</artifactId><version>");

  private static final List<String> JVM =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:MaxRAMPercentage=50",
          "-Dfile.encoding=UTF-8",
          "-XX:CompileCommand=quiet",
          "-XX:CompileCommand=dontinline,dev.sinew.linalg.SimplexLeastSquares::improve");

  private final Path root;
  private final String version;
  private final Path target;
  private final Path image;
  private final boolean windows;

  private Distribution(Path root, String version) {
    this.root = root;
    this.version = version;
    target = root.resolve("dist").resolve("target");
    image = target.resolve("sinew-" + version);
    windows = System.getProperty("os.name").startsWith("Windows");
  }

  /** Takes the root of the checkout and the version. */
  public static void main(String[] args) throws Exception {
    new Distribution(Path.of(args[0]).toAbsolutePath().normalize(), args[1]).make();
  }

  private void make() throws Exception {
    deleteAll(target);
    Files.createDirectories(target);
    link();
    copyProgram();
    copyLicences();
    writeLaunchers();
    storeLoadedClasses();
    check();
    Path zip = target.resolve("sinew-" + version + "-" + platform() + ".zip");
    zip(zip);
    copyLibraries();
    writeChecksums();
    System.out.println("made " + zip);
  }

  /** Links a Java runtime. */
  private void link() {
    run(
        "jlink",
        "--add-modules",
        MODULES,
        "--output",
        image.toString(),
        "--strip-java-debug-attributes",
        "--no-header-files",
        "--no-man-pages",
        "--compress",
        "zip-6");
  }

  private static void run(String tool, String... args) {
    int status = ToolProvider.findFirst(tool).orElseThrow().run(System.out, System.err, args);
    if (status != 0) {
      throw new IllegalStateException(tool + " ended with status " + status);
    }
  }

  private void copyProgram() throws IOException {
    Path app = Files.createDirectories(image.resolve("app"));
    Path built = root.resolve("cli").resolve("target");
    List<Path> jars = new ArrayList<>(list(built.resolve("app"), ".jar"));
    jars.addAll(list(built, "sinew-cli-" + version + ".jar"));
    for (Path jar : jars) {
      Path copy = app.resolve(jar.getFileName());
      Files.copy(jar, copy, StandardCopyOption.REPLACE_EXISTING);
      // The stored classes are valid for jars of exactly these times, which a zip rounds.
      Files.setLastModifiedTime(copy, FileTime.from(Instant.parse("2026-11-01T00:00:00Z")));
    }
  }

  /** Copies the licences of Sinew and of every library; those of the JDK are in "legal". */
  private void copyLicences() throws IOException {
    Path licences = Files.createDirectories(image.resolve("licences"));
    // NOTICE lists the libraries; all of them have the licence of Sinew itself.
    Files.copy(root.resolve("LICENSE"), licences.resolve("Apache-2.0.txt"));
    for (String name : List.of("LICENSE", "NOTICE", "README.md", "CHANGELOG.md")) {
      Files.copy(root.resolve(name), image.resolve(name));
    }
    for (Path jar : list(image.resolve("app"), ".jar")) {
      try (FileSystem content = FileSystems.newFileSystem(jar)) {
        String stem = jar.getFileName().toString().replace(".jar", "");
        for (Path top : List.of(content.getPath("/"), content.getPath("/META-INF"))) {
          for (Path file : Files.isDirectory(top) ? list(top, "") : List.<Path>of()) {
            String name = file.getFileName().toString();
            if (Files.isRegularFile(file) && name.matches("(?i)(LICEN[CS]E|NOTICE).*")) {
              Files.copy(
                  file, licences.resolve(stem + "-" + name), StandardCopyOption.REPLACE_EXISTING);
            }
          }
        }
      }
    }
  }

  private void writeLaunchers() throws IOException {
    String options = String.join(" ", JVM);
    Path script = image.resolve("bin").resolve("sinew");
    Files.writeString(
        script,
        """
        #!/bin/sh
        # Runs Sinew with its own Java runtime.
        #   SINEW_HEAP   the largest heap, for example 8g (default: half the machine's memory)
        self=$0
        while [ -L "$self" ]; do
          to=$(readlink "$self")
          case $to in /*) self=$to ;; *) self=$(dirname "$self")/$to ;; esac
        done
        home=$(cd "$(dirname "$self")/.." && pwd)
        case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
          *UTF-8 | *utf-8 | *UTF8 | *utf8) ;;
          *) LC_ALL=C.UTF-8; export LC_ALL ;;
        esac
        set -- dev.sinew.cli.Main "$@"
        [ -t 2 ] && set -- -Dsinew.terminal=true "$@"
        [ -t 1 ] && set -- -Dsinew.terminal.out=true "$@"
        [ -n "$SINEW_HEAP" ] && set -- "-Xmx$SINEW_HEAP" "$@"
        [ -f "$home/lib/sinew.aot" ] && set -- "-XX:AOTCache=$home/lib/sinew.aot" "$@"
        exec "$home/bin/java" %s -cp "$home/app/*" "$@"
        """
            .formatted(options));
    if (!windows) {
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    Files.writeString(
        image.resolve("bin").resolve("sinew.bat"),
        """
        @echo off
        setlocal
        set "home=%%~dp0.."
        set "heap="
        if defined SINEW_HEAP set "heap=-Xmx%%SINEW_HEAP%%"
        "%%home%%\\bin\\java" %s %%heap%% -cp "%%home%%\\app\\*" dev.sinew.cli.Main %%*
        """
            .formatted(options)
            .replace("\n", "\r\n"));
  }

  // ---- start-up --------------------------------------------------------------------------------

  /** Stores loaded and linked classes of a small job: commands start in half the time. */
  private void storeLoadedClasses() throws Exception {
    Path made = Files.createTempDirectory("sinew-dist");
    Path model = made.resolve("arm").resolve("arm.glb");
    java("sample", "arm", "-o", made.resolve("arm").toString());
    Path cache = image.resolve("lib").resolve("sinew.aot");
    List<String> command = new ArrayList<>();
    command.add(image.resolve("bin").resolve("java").toString());
    command.addAll(JVM);
    command.add("-XX:AOTCacheOutput=" + cache);
    command.addAll(
        List.of("-cp", image.resolve("app") + System.getProperty("file.separator") + "*"));
    command.addAll(List.of("dev.sinew.cli.Main", "pose", model.toString()));
    command.addAll(List.of("-o", made.resolve("posed.glb").toString(), "--quiet"));
    int status = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (status != 0) {
      Files.deleteIfExists(cache); // The program works without it.
    }
    deleteAll(made);
  }

  /** Runs the program that was made: a release that does not start is no release. */
  private void check() throws Exception {
    Path made = Files.createTempDirectory("sinew-check");
    Path arm = made.resolve("arm");
    long start = System.nanoTime();
    java("--version");
    System.out.printf(Locale.ROOT, "starts in %.2f s%n", (System.nanoTime() - start) / 1e9);
    java("sample", "arm", "-o", arm.toString());
    java("render", arm.resolve("arm.glb").toString(), "-o", made.resolve("arm.png").toString());
    deleteAll(made);
  }

  private void java(String... args) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(image.resolve("bin").resolve(windows ? "sinew.bat" : "sinew").toString());
    command.addAll(List.of(args));
    int status = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (status != 0) {
      throw new IllegalStateException(String.join(" ", args) + " ended with status " + status);
    }
  }

  // ---- files -----------------------------------------------------------------------------------

  private static String platform() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String name = os.startsWith("mac") ? "macos" : os.startsWith("windows") ? "windows" : "linux";
    String arch = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
    return name + "-" + arch;
  }

  /** Packs the image; launchers stay executable. */
  private void zip(Path zip) throws IOException {
    Map<String, String> settings = Map.of("create", "true", "enablePosixFileAttributes", "true");
    try (FileSystem out = FileSystems.newFileSystem(URI.create("jar:" + zip.toUri()), settings);
        Stream<Path> files = Files.walk(image)) {
      for (Path file : files.sorted().toList()) {
        String name = target.relativize(file).toString().replace('\\', '/');
        Path packed = out.getPath("/" + name);
        if (Files.isDirectory(file)) {
          Files.createDirectories(packed);
        } else {
          Files.copy(file, packed, StandardCopyOption.COPY_ATTRIBUTES);
          if (!windows) {
            Files.setPosixFilePermissions(
                packed, Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
          }
        }
      }
    }
  }

  private void copyLibraries() throws IOException {
    Path libraries = Files.createDirectories(target.resolve("libraries"));
    Path bom = root.resolve("bom").resolve("pom.xml");
    for (String module :
        LIBRARY.matcher(Files.readString(bom)).results().map(one -> one.group(1)).toList()) {
      Path built = root.resolve(module).resolve("target");
      String stem = "sinew-" + module + "-" + version;
      for (String kind : List.of("", "-sources", "-javadoc")) {
        Path jar = built.resolve(stem + kind + ".jar");
        Files.copy(jar, libraries.resolve(jar.getFileName()));
      }
      Files.copy(root.resolve(module).resolve("pom.xml"), libraries.resolve(stem + ".pom"));
    }
    Files.copy(bom, libraries.resolve("sinew-bom-" + version + ".pom"));
    Files.copy(root.resolve("pom.xml"), libraries.resolve("sinew-" + version + ".pom"));
  }

  private void writeChecksums() throws Exception {
    StringBuilder lines = new StringBuilder();
    List<Path> files = new ArrayList<>(list(target, ".zip"));
    files.addAll(list(target.resolve("libraries"), ""));
    for (Path file : files) {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
      String name = target.relativize(file).toString().replace('\\', '/');
      lines.append(HexFormat.of().formatHex(digest)).append("  ").append(name).append('\n');
    }
    Files.writeString(target.resolve("SHA256SUMS"), lines);
  }

  private static List<Path> list(Path folder, String end) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.getFileName().toString().endsWith(end)).sorted().toList();
    }
  }

  private static void deleteAll(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
