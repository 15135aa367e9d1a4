package dev.sinew.batch.spark;

import dev.sinew.batch.child.Names;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** A folder on a file system that Hadoop knows: a shared disk, HDFS, an object store. */
final class RemoteFolder {
  /** The folder of unfinished files, as that of the local runner. */
  private static final String WORK = ".sinew-batch";

  private final FileSystem system;
  private final Path root;

  RemoteFolder(String address) throws IOException {
    Path path = new Path(address);
    system = path.getFileSystem(new Configuration());
    // Where Hadoop keeps checksums in files of their own, they would lie among the results.
    system.setWriteChecksum(false);
    system.setVerifyChecksum(false);
    root = system.makeQualified(path);
  }

  /** Returns the folder on this machine if all machines are thought to see the same one. */
  Optional<java.nio.file.Path> local() {
    return root.toUri().getScheme().equals("file")
        ? Optional.of(java.nio.file.Path.of(root.toUri().getPath()))
        : Optional.empty();
  }

  private Path path(String name) throws IOException {
    if (!Names.isInside(name)) {
      throw new IOException(name + ": expected a name inside the folder " + root);
    }
    // Not by the constructor for addresses: a name may have a colon or a percent sign.
    return new Path(root, new Path(null, null, name));
  }

  /** Returns the sizes of all files below the folder by their names, without links of folders. */
  Map<String, Long> list() throws IOException {
    Map<String, Long> files = new TreeMap<>();
    String start = root.toUri().getPath();
    RemoteIterator<LocatedFileStatus> all = system.listFiles(root, true);
    while (all.hasNext()) {
      LocatedFileStatus file = all.next();
      String name = file.getPath().toUri().getPath().substring(start.length());
      files.put(name.startsWith("/") ? name.substring(1) : name, file.getLen());
    }
    return files;
  }

  /** Returns the size of a file; -1 if there is none. */
  long size(String name) throws IOException {
    try {
      FileStatus status = system.getFileStatus(path(name));
      return status.isFile() ? status.getLen() : -1;
    } catch (FileNotFoundException e) {
      return -1;
    }
  }

  InputStream open(String name) throws IOException {
    return system.open(path(name));
  }

  void download(String name, java.nio.file.Path to) throws IOException {
    Files.createDirectories(to.getParent());
    try (InputStream in = open(name)) {
      Files.copy(in, to);
    }
  }

  /** Writes a file beside its place and renames it. */
  void upload(java.nio.file.Path from, String name) throws IOException {
    Path draft = new Path(root, WORK + "/" + UUID.randomUUID());
    try (OutputStream out = system.create(draft)) {
      Files.copy(from, out);
    }
    Path target = path(name);
    system.mkdirs(target.getParent());
    system.delete(target, false);
    if (!system.rename(draft, target)) {
      throw new IOException(target + ": could not be written");
    }
  }

  /** Deletes unfinished files of machines that died; nobody writes any more. */
  void clean() throws IOException {
    system.delete(new Path(root, WORK), true);
  }

  @Override
  public String toString() {
    return root.toString();
  }
}
