package dev.sinew.studio;

import dev.sinew.studio.http.HttpFront;
import dev.sinew.studio.http.Routes;
import dev.sinew.studio.http.StaticFiles;
import dev.sinew.studio.job.Commands;
import dev.sinew.studio.job.JobRoutes;
import dev.sinew.studio.job.JobRunner;
import dev.sinew.studio.model.ModelRoutes;
import dev.sinew.studio.model.ModelStore;
import dev.sinew.studio.scene.SceneRoutes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;

/** A running studio. */
public final class Studio implements AutoCloseable {
  /** The most models that are open at once. */
  public static final int MAX_MODELS = ModelStore.MAX_MODELS;

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
    store = new ModelStore(options.modelBytes(), options.work());
    jobs = new JobRunner(commands, store);
    Routes routes = new Routes();
    ModelRoutes.add(store, routes);
    SceneRoutes.add(store, routes);
    JobRoutes.add(jobs, store, routes);
    front =
        new HttpFront(
            address(options),
            routes,
            new StaticFiles(List.of(new StaticFiles.Mount("", Studio.class, "page/"))),
            options.limits());
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

  /** Returns true if no other machine can reach it. */
  public boolean isLocal() {
    return front.isLocal();
  }

  @Override
  public void close() {
    front.close();
    jobs.close();
  }
}
