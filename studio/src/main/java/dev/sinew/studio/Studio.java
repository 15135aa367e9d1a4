package dev.sinew.studio;

import dev.sinew.studio.http.HttpFront;
import dev.sinew.studio.http.Routes;
import dev.sinew.studio.http.StaticFiles;
import dev.sinew.studio.job.Commands;
import dev.sinew.studio.job.JobRoutes;
import dev.sinew.studio.job.JobRunner;
import dev.sinew.studio.job.ServerFolder;
import dev.sinew.studio.model.ModelRoutes;
import dev.sinew.studio.model.ModelStore;
import dev.sinew.studio.scene.SceneRoutes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A running studio. */
public final class Studio implements AutoCloseable {
  /** The most models that are open at once. */
  public static final int MAX_MODELS = ModelStore.MAX_MODELS;

  private final ServerFolder folder;
  private final HttpFront front;
  private final ModelStore store;
  private final JobRunner jobs;

  /**
   * Starts a studio.
   *
   * @param options where, and its limits
   * @param commands what its jobs can be
   */
  public Studio(StudioOptions options, Commands commands) throws IOException {
    store = new ModelStore(options.memory(), options.work());
    folder = new ServerFolder();
    jobs = new JobRunner(commands, store, folder.path());
    Routes routes = new Routes();
    ModelRoutes.add(store, routes);
    SceneRoutes.add(store, routes);
    JobRoutes.add(jobs, store, routes);
    try {
      front =
          new HttpFront(
              address(options),
              routes,
              new StaticFiles(List.of(new StaticFiles.Mount("", Studio.class, "page/"))),
              options.limits());
    } catch (IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  private static InetSocketAddress address(StudioOptions options) throws IOException {
    try {
      return new InetSocketAddress(InetAddress.getByName(options.host()), options.port());
    } catch (UnknownHostException e) {
      throw new IOException(options.host() + ": no such address", e);
    }
  }

  /** Opens a .glb or .gltf file, so that the page shows it. */
  public void open(Path file) throws IOException {
    store.open(file);
  }

  /** Returns the number of open models. */
  public int openCount() {
    return store.all().size();
  }

  /** Returns the secret address of the page. */
  public String url() {
    return front.url();
  }

  /**
   * Writes a page that leads to the secret address, and that only this user can read. A browser is
   * started with its name: arguments of programs can be read by all users of a machine.
   */
  public Path entrance() throws IOException {
    return Files.writeString(
        folder.path().resolve("open.html"),
        """
        <!doctype html>
        <meta charset="utf-8">
        <meta name="referrer" content="no-referrer">
        <meta http-equiv="refresh" content="0; url=%1$s">
        <title>Sinew</title>
        <a href="%1$s">Open the studio</a>
        """
            .formatted(url()));
  }

  /** Returns true if no other machine can reach it. */
  public boolean isLocal() {
    return front.isLocal();
  }

  /** Stops it and deletes its files. */
  @Override
  public void close() {
    front.close();
    jobs.close();
    try {
      folder.close();
    } catch (IOException e) {
      // The next server deletes what is left.
    }
  }
}
