package dev.sinew.crowd;

import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.run.NumberRange;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Crowds on the threads of a run. */
record CpuDevice(RunContext context) implements Device {
  @Override
  public String name() {
    return "CPU, " + context.threads() + " threads";
  }

  @Override
  public Crowd load(List<Member> members) {
    return new CpuCrowd(members.stream().map(Loaded::new).toList(), context);
  }

  @Override
  public void close() {}

  /** What one thread needs to deform an instance. */
  private static final class Worker {
    private final Pose pose;
    private final AgentPoser poser;
    private final List<CharacterSurface.Posed> levels;

    private Worker(Loaded loaded) {
      pose = loaded.member.character().restPose();
      poser = new AgentPoser(loaded.member.character());
      levels = loaded.surfaces.stream().map(CharacterSurface::newPosed).toList();
    }
  }

  private static final class Loaded {
    private final Member member;
    private final List<CharacterSurface> surfaces;
    private final Queue<Worker> idle = new ConcurrentLinkedQueue<>();
    private final PointBuffer[] points;
    private List<Agent> agents = List.of();
    private @Nullable List<? extends Pose> poses;

    private Loaded(Member member) {
      this.member = member;
      surfaces =
          member.levels().stream()
              .map(level -> CharacterSurface.of(level, member.method()))
              .toList();
      points = new PointBuffer[member.agents()];
    }

    private int count() {
      return poses != null ? poses.size() : agents.size();
    }

    private void run(int i) {
      Worker waiting = idle.poll();
      Worker worker = waiting != null ? waiting : new Worker(this);
      int level = poses != null ? 0 : agents.get(i).level();
      CharacterSurface.Posed posed = worker.levels.get(level);
      if (poses != null) {
        posed.set(poses.get(i));
      } else {
        worker.poser.set(agents.get(i), worker.pose);
        posed.set(worker.pose);
      }
      int values = 3 * surfaces.get(level).wedgeCount();
      PointBuffer out = points[i];
      if (out == null || out.positions().length != values) {
        out = PointBuffer.allocate(values / 3, member.normals());
        points[i] = out;
      }
      System.arraycopy(posed.wedgePositions(), 0, out.positions(), 0, values);
      float[] normals = posed.wedgeNormals();
      if (out.normals() != null && normals != null) {
        System.arraycopy(normals, 0, out.normals(), 0, values);
      }
      idle.add(worker);
    }
  }

  private record CpuCrowd(List<Loaded> members, RunContext context) implements Crowd {
    @Override
    public int pointCount(int member, int level) {
      return members.get(member).surfaces.get(level).wedgeCount();
    }

    @Override
    public void set(int member, List<Agent> agents) {
      Loaded loaded = members.get(member);
      NumberRange.require("agents", agents.size(), 0, loaded.member.agents());
      loaded.agents = List.copyOf(agents);
      loaded.poses = null;
    }

    @Override
    public void setPoses(int member, List<? extends Pose> poses) {
      Loaded loaded = members.get(member);
      NumberRange.require("poses", poses.size(), 0, loaded.member.agents());
      loaded.poses = poses;
    }

    @Override
    public void run() {
      List<int[]> tasks = new ArrayList<>();
      for (int m = 0; m < members.size(); m++) {
        for (int i = 0; i < members.get(m).count(); i++) {
          tasks.add(new int[] {m, i});
        }
      }
      context.run(tasks.size(), t -> members.get(tasks.get(t)[0]).run(tasks.get(t)[1]));
    }

    @Override
    public void copy(int member, int agent, PointBuffer out) {
      PointBuffer from = members.get(member).points[agent];
      int points = from.positions().length / 3;
      out.check(0, points, points, from.normals() != null);
      System.arraycopy(from.positions(), 0, out.positions(), 3 * out.first(), 3 * points);
      if (out.normals() != null && from.normals() != null) {
        System.arraycopy(from.normals(), 0, out.normals(), 3 * out.first(), 3 * points);
      }
    }

    @Override
    public void close() {}
  }
}
