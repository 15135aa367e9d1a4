package dev.sinew.gpu;

import dev.sinew.bounds.Sphere;
import dev.sinew.crowd.Agent;
import dev.sinew.crowd.Crowd;
import dev.sinew.crowd.Member;
import dev.sinew.math.Affine;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.ArrayChecks;
import dev.sinew.run.NumberRange;
import dev.sinew.run.RequestException;
import dev.sinew.runtime.PerspectiveView;
import dev.sinew.skin.SkinningMethod;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A crowd on a CUDA device. The vertices of a level are in the order of its plan: four that follow
 * the same bones are together, with a few copies as padding. {@link #vertices} tells which point a
 * vertex is, for index buffers; {@link #copy} returns points in their usual order.
 *
 * <p>Poses, clips and levels are computed on the device. Morph targets have their weights at rest.
 */
public final class CudaCrowd implements Crowd {
  /**
   * The instances for which a block keeps coordinates in registers. With more the coordinates are
   * read less often, with fewer the blocks that run at once write closer together: positions alone
   * gain by that, normals are bound by arithmetic (docs/decisions/gpu-kernels.md).
   */
  private static final int POSITIONS_PER_BLOCK = 8;

  private static final int NORMALS_PER_BLOCK = 64;

  /** The warps of a block; this and the next three are constants of crowd.cu too. */
  static final int SLOTS_PER_TILE = 4;

  /** The instances whose palettes a block copies at once. */
  private static final int STAGE = 4;

  /** The buffers for palettes. */
  private static final int DEPTH = 3;

  private static final int THREADS = CudaDevice.WARP * SLOTS_PER_TILE;
  private static final int MAX_BATCHES = 256;
  private static final int MAX_LEVELS = 16;
  private static final int BATCH_BYTES = 104;
  private static final int RIG_BYTES = 88;
  private static final int AGENT_BYTES = 80;
  private static final int VIEW_BYTES = 16 * (6 + 1 + 1) + 16 + 4 * MAX_LEVELS + 4 * MAX_LEVELS;

  private final CudaDevice device;
  private final List<Loaded> members = new ArrayList<>();
  private final List<Long> memory = new ArrayList<>();
  private long batches;

  /** What the levels of a member are called in the kernel's list of work. */
  private static final class Level {
    private final QuadPlan plan;
    private final int[] vertexOfPoint;
    private final long[] arrays;
    private long positions;
    private long normals;
    private int room;

    /** The instances that there may be; after a choice of levels the device knows how many. */
    private int most;

    private Level(QuadPlan plan, long[] arrays) {
      this.plan = plan;
      vertexOfPoint = plan.vertexOfPoint();
      this.arrays = arrays;
    }
  }

  private final class Loaded {
    private final Member member;
    private final boolean blends;
    private final BoneTable bones;
    private final List<Level> levels = new ArrayList<>();
    private final RigPlan rig;
    private final long rigAddress;
    private final long palettes;
    private final long agents;
    private final long chosen;
    private final long lists;
    private final long counts;
    private int count;
    private boolean played;
    private int @Nullable [] placeOf;

    private Loaded(Member member) {
      this.member = member;
      blends = member.method() == SkinningMethod.SSD;
      bones = new BoneTable(blends);
      for (SkinnedCharacter level : member.levels()) {
        levels.add(load(level));
      }
      rig = RigPlan.of(member.character(), bones);
      rigAddress = uploadRig();
      long limit = member.agents();
      palettes = allocate(4L * BoneTable.VALUES * bones.size() * limit);
      agents = allocate(AGENT_BYTES * limit);
      chosen = allocate(4 * limit);
      lists = allocate(4 * limit * levels.size());
      counts = allocate(4L * MAX_LEVELS);
    }

    private Level load(SkinnedCharacter character) {
      SurfacePoints points = SurfacePoints.of(character, member.method(), member.normals(), bones);
      QuadPlan plan = SkinLayout.plan(points, blends, member.normals(), SLOTS_PER_TILE);
      SkinLayout layout = SkinLayout.of(points, plan, blends, member.normals(), SLOTS_PER_TILE);
      return new Level(
          plan,
          new long[] {
            upload(MemorySegment.ofArray(layout.values())),
            upload(MemorySegment.ofArray(layout.bones())),
            upload(MemorySegment.ofArray(layout.slots())),
            upload(MemorySegment.ofArray(layout.tiles())),
            upload(MemorySegment.ofArray(layout.tileBones()))
          });
    }

    private long uploadRig() {
      long[] arrays = {
        upload(MemorySegment.ofArray(rig.tracks())),
        upload(MemorySegment.ofArray(rig.times())),
        upload(MemorySegment.ofArray(rig.values())),
        upload(MemorySegment.ofArray(rig.restLocals())),
        upload(MemorySegment.ofArray(rig.restValues())),
        upload(MemorySegment.ofArray(rig.parents())),
        upload(MemorySegment.ofArray(rig.depths())),
        upload(MemorySegment.ofArray(rig.boneNodes())),
        upload(MemorySegment.ofArray(bones.binds()))
      };
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment out = arena.allocate(RIG_BYTES, 8);
        MemorySegment.copy(arrays, 0, out, ValueLayout.JAVA_LONG, 0, arrays.length);
        int[] sizes = {
          rig.nodeCount(), bones.size(), rig.depths().length - 1, bones.hasBinds() ? 1 : 0
        };
        MemorySegment.copy(sizes, 0, out, ValueLayout.JAVA_INT, 8L * arrays.length, sizes.length);
        return upload(out);
      }
    }

    /** Makes room for a number of results per level. */
    private void reserve(int[] rooms) {
      for (int l = 0; l < levels.size(); l++) {
        Level level = levels.get(l);
        if (level.room < rooms[l]) {
          long bytes = 12L * level.plan.vertexCount() * rooms[l];
          release(level.positions);
          release(level.normals);
          level.positions = allocate(bytes);
          level.normals = member.normals() ? allocate(bytes) : 0;
          level.room = rooms[l];
        }
      }
    }
  }

  CudaCrowd(CudaDevice device, List<Member> members) {
    this.device = device;
    int levels = members.stream().mapToInt(member -> member.levels().size()).sum();
    if (levels > MAX_BATCHES) {
      throw new RequestException(
          "a crowd may have " + MAX_BATCHES + " characters and levels, got " + levels);
    }
    for (Member member : members) {
      NumberRange.require("levels", member.levels().size(), 1, MAX_LEVELS);
      this.members.add(new Loaded(member));
    }
  }

  private long allocate(long bytes) {
    long address = device.allocate(bytes);
    memory.add(address);
    return address;
  }

  private void release(long address) {
    if (address != 0) {
      memory.remove(address);
      device.free(address);
    }
  }

  private long upload(MemorySegment from) {
    long address = allocate(from.byteSize());
    device.upload(address, from);
    return address;
  }

  @Override
  public int pointCount(int member, int level) {
    return members.get(member).levels.get(level).plan.pointCount();
  }

  /** Returns the point that every vertex of a level is, negative for padding. */
  public int[] vertices(int member, int level) {
    QuadPlan plan = members.get(member).levels.get(level).plan;
    int[] out = new int[plan.vertexCount()];
    Arrays.setAll(out, plan::pointOf);
    return out;
  }

  /** Returns the number of bones in the palettes of a member. */
  public int boneCount(int member) {
    return members.get(member).bones.size();
  }

  /** Writes the palette of a pose: three rows of four values per bone. */
  public void palette(int member, Pose pose, float[] out, int offset) {
    members.get(member).bones.palette(pose, out, offset);
  }

  /**
   * Returns the device address of the positions of a level: x, y, z per vertex, instance after
   * instance. Valid until the number of instances grows.
   */
  public long positions(int member, int level) {
    return members.get(member).levels.get(level).positions;
  }

  /** Returns the device address of the normals of a level, 0 without. */
  public long normals(int member, int level) {
    return members.get(member).levels.get(level).normals;
  }

  @Override
  public void set(int member, List<Agent> agents) {
    Loaded loaded = members.get(member);
    NumberRange.require("agents", agents.size(), 0, loaded.member.agents());
    uploadAgents(loaded, agents);
    int[][] lists = new int[loaded.levels.size()][agents.size()];
    int[] counts = new int[lists.length];
    int[] places = new int[agents.size()];
    int[] levelOf = new int[agents.size()];
    for (int i = 0; i < agents.size(); i++) {
      int level = agents.get(i).level();
      ArrayChecks.index("levels", i, level, lists.length);
      places[i] = counts[level];
      lists[level][counts[level]++] = i;
      levelOf[i] = level;
    }
    loaded.reserve(counts);
    for (int l = 0; l < lists.length; l++) {
      MemorySegment own = MemorySegment.ofArray(lists[l]).asSlice(0, 4L * counts[l]);
      device.upload(loaded.lists + 4L * l * loaded.member.agents(), own);
      loaded.levels.get(l).most = counts[l];
    }
    device.upload(loaded.counts, MemorySegment.ofArray(counts));
    device.upload(loaded.chosen, MemorySegment.ofArray(levelOf));
    loaded.count = agents.size();
    loaded.played = true;
    loaded.placeOf = places;
  }

  private void uploadAgents(Loaded loaded, List<Agent> agents) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate((long) AGENT_BYTES * Math.max(1, agents.size()), 16);
      for (int i = 0; i < agents.size(); i++) {
        Agent agent = agents.get(i);
        long at = (long) AGENT_BYTES * i;
        for (int k = 0; k < Affine.SIZE; k++) {
          out.set(ValueLayout.JAVA_FLOAT, at + 4L * k, (float) agent.placement()[k]);
        }
        out.set(ValueLayout.JAVA_DOUBLE, at + 48, agent.time());
        out.set(ValueLayout.JAVA_DOUBLE, at + 56, agent.otherTime());
        out.set(ValueLayout.JAVA_INT, at + 64, clip(loaded, agent.clip()));
        out.set(ValueLayout.JAVA_INT, at + 68, clip(loaded, agent.otherClip()));
        out.set(ValueLayout.JAVA_FLOAT, at + 72, (float) agent.share());
      }
      device.upload(loaded.agents, out.asSlice(0, (long) AGENT_BYTES * agents.size()));
    }
  }

  private static int clip(Loaded loaded, int clip) {
    int rest = loaded.rig.restClip();
    ArrayChecks.index("clips", 0, Math.max(0, clip), rest + 1);
    return clip == Agent.REST ? rest : clip;
  }

  @Override
  public void setPoses(int member, List<? extends Pose> poses) {
    Loaded loaded = members.get(member);
    int size = BoneTable.VALUES * loaded.bones.size();
    float[] palettes = new float[Math.multiplyExact(size, poses.size())];
    for (int i = 0; i < poses.size(); i++) {
      loaded.bones.palette(poses.get(i), palettes, size * i);
    }
    setPalettes(member, palettes);
  }

  /**
   * Sets the instances of a member by the matrices of their bones, all at level 0.
   *
   * @param palettes per instance, {@link #palette} values
   */
  public void setPalettes(int member, float[] palettes) {
    Loaded loaded = members.get(member);
    int size = BoneTable.VALUES * loaded.bones.size();
    ArrayChecks.multiple("palettes", palettes.length, size);
    int count = palettes.length / size;
    NumberRange.require("instances", count, 0, loaded.member.agents());
    int[] counts = new int[loaded.levels.size()];
    counts[0] = count;
    loaded.reserve(counts);
    device.upload(loaded.palettes, MemorySegment.ofArray(palettes));
    device.upload(loaded.counts, MemorySegment.ofArray(counts));
    for (int l = 0; l < counts.length; l++) {
      loaded.levels.get(l).most = counts[l];
    }
    loaded.count = count;
    loaded.played = false;
    loaded.placeOf = null;
  }

  QuadPlan plan(int member) {
    return members.get(member).levels.getFirst().plan;
  }

  @Override
  public void run() {
    sample();
    skin();
  }

  /** Computes the palettes of the members that play clips. */
  void sample() {
    for (Loaded loaded : members) {
      if (loaded.played && loaded.count > 0) {
        int shared = 48 * loaded.rig.nodeCount();
        int warps = Math.clamp(device.sharedLimit() / Math.max(1, shared), 1, SLOTS_PER_TILE);
        int threads = CudaDevice.WARP * warps;
        int blocks =
            Math.min(
                Math.ceilDiv(loaded.count, warps),
                device.residentBlocks("sampleClips", threads, warps * shared));
        device.launch(
            "sampleClips",
            blocks,
            threads,
            warps * shared,
            loaded.rigAddress,
            loaded.agents,
            loaded.count,
            loaded.chosen,
            loaded.palettes);
      }
    }
  }

  /** Computes the points of all members: one call per skinning model, with and without normals. */
  void skin() {
    for (boolean blends : new boolean[] {true, false}) {
      for (boolean normals : new boolean[] {true, false}) {
        List<Loaded> own =
            members.stream()
                .filter(m -> m.blends == blends && m.member.normals() == normals && m.count > 0)
                .toList();
        if (!own.isEmpty()) {
          skin((blends ? "blend" : "project") + (normals ? "Normals" : "Positions"), own);
        }
      }
    }
  }

  private void skin(String kernel, List<Loaded> own) {
    if (batches == 0) {
      batches = allocate((long) BATCH_BYTES * MAX_BATCHES * 4);
    }
    Loaded first = own.getFirst();
    int group = (first.blends ? 2 : 0) + (first.member.normals() ? 1 : 0);
    long address = batches + (long) BATCH_BYTES * MAX_BATCHES * group;
    int count = own.stream().mapToInt(loaded -> loaded.levels.size()).sum();
    int maxBones = 0;
    int works = 0;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate((long) BATCH_BYTES * count, 8);
      int at = 0;
      for (Loaded loaded : own) {
        for (int l = 0; l < loaded.levels.size(); l++) {
          writeBatch(out.asSlice((long) BATCH_BYTES * at++), loaded, l, works);
          works = Math.addExact(works, works(loaded, loaded.levels.get(l)));
          maxBones = Math.max(maxBones, loaded.levels.get(l).plan.maxTileBones());
        }
      }
      device.upload(address, out);
    }
    if (works == 0) {
      return;
    }
    device.launch(kernel, works, THREADS, sharedBytes(first, maxBones), address, count, maxBones);
  }

  /** Returns the shared memory of a block: palettes, results to be turned, an index per piece. */
  private static int sharedBytes(Loaded loaded, int maxBones) {
    boolean normals = loaded.member.normals();
    int perLane = 12 * SkinLayout.verticesPerLane(loaded.blends, normals);
    // Positions and normals of one instance, or the positions of two: together() in crowd.cu.
    int turned = 2 * perLane * THREADS;
    return 4 * BoneTable.VALUES * maxBones * DEPTH * STAGE + turned + 12 * maxBones;
  }

  private static int perBlock(Loaded loaded) {
    return loaded.member.normals() ? NORMALS_PER_BLOCK : POSITIONS_PER_BLOCK;
  }

  /** Returns the blocks that a level may need: tiles of groups of instances. */
  private static int works(Loaded loaded, Level level) {
    int groups = Math.ceilDiv(level.most, perBlock(loaded));
    return Math.multiplyExact(groups, level.plan.tiles().size());
  }

  private void writeBatch(MemorySegment out, Loaded loaded, int l, int firstWork) {
    Level level = loaded.levels.get(l);
    long[] addresses = {
      level.arrays[0],
      level.arrays[1],
      level.arrays[2],
      level.arrays[3],
      level.arrays[4],
      loaded.palettes,
      level.positions,
      level.normals,
      loaded.played ? loaded.lists + 4L * l * loaded.member.agents() : 0,
      loaded.counts + 4L * l
    };
    int[] sizes = {
      level.plan.tiles().size(),
      loaded.bones.size(),
      level.plan.vertexCount(),
      perBlock(loaded),
      level.most,
      firstWork
    };
    MemorySegment.copy(addresses, 0, out, ValueLayout.JAVA_LONG, 0, addresses.length);
    MemorySegment.copy(sizes, 0, out, ValueLayout.JAVA_INT, 8L * addresses.length, sizes.length);
  }

  @Override
  public void copy(int member, int agent, PointBuffer out) {
    Loaded loaded = members.get(member);
    int[] levelOf = new int[1];
    int place = agent;
    if (loaded.played) {
      device.download(loaded.chosen + 4L * agent, MemorySegment.ofArray(levelOf));
      if (levelOf[0] < 0) {
        throw new RequestException("agent " + agent + " is out of view and has no points");
      }
      place = placeOf(loaded, levelOf[0], agent);
    }
    Level level = loaded.levels.get(levelOf[0]);
    out.check(0, level.plan.pointCount(), level.plan.pointCount(), loaded.member.normals());
    copy(level, level.positions, place, out.positions(), out.first());
    if (out.normals() != null) {
      copy(level, level.normals, place, out.normals(), out.first());
    }
  }

  private int placeOf(Loaded loaded, int level, int agent) {
    if (loaded.placeOf != null) {
      return loaded.placeOf[agent];
    }
    int[] list = new int[chosenCounts(loaded)[level]];
    device.download(
        loaded.lists + 4L * level * loaded.member.agents(), MemorySegment.ofArray(list));
    for (int i = 0; i < list.length; i++) {
      if (list[i] == agent) {
        return i;
      }
    }
    throw new IllegalStateException("agent " + agent + " is not at level " + level);
  }

  private void copy(Level level, long from, int place, float[] out, int first) {
    int vertices = level.plan.vertexCount();
    float[] values = new float[3 * vertices];
    device.download(from + 12L * vertices * place, MemorySegment.ofArray(values));
    for (int p = 0; p < level.vertexOfPoint.length; p++) {
      System.arraycopy(values, 3 * level.vertexOfPoint[p], out, 3 * (first + p), 3);
    }
  }

  /**
   * Chooses the levels of a member's agents on the device, and which are in view; {@link #run} then
   * computes those alone. Where a level has no room left, an agent gets the next coarser one.
   *
   * @param sphere contains the character in all poses, where it has no placement
   * @param errors the error of every level in the character's scene; 0 for the first
   * @param pixels the tolerance on the screen
   * @param room the largest number of instances per level
   */
  public void choose(
      int member, PerspectiveView view, Sphere sphere, double[] errors, double pixels, int[] room) {
    Loaded loaded = members.get(member);
    int levels = loaded.levels.size();
    ArrayChecks.size("errors", errors.length, levels);
    ArrayChecks.size("room", room.length, levels);
    loaded.reserve(room);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(VIEW_BYTES, 16);
      float[] head = ViewRows.of(view, sphere, pixels);
      MemorySegment.copy(head, 0, out, ValueLayout.JAVA_FLOAT, 0, head.length);
      long at = 4L * head.length;
      out.set(ValueLayout.JAVA_INT, at, levels);
      out.set(ValueLayout.JAVA_INT, at + 4, loaded.member.agents());
      double worst = 0;
      for (int l = 0; l < levels; l++) {
        // A coarser level may happen to be better. It is then as good as the finer one.
        worst = l == 0 ? 0 : Math.max(worst, errors[l]);
        out.set(ValueLayout.JAVA_FLOAT, at + 8 + 4L * l, (float) worst);
        out.set(ValueLayout.JAVA_INT, at + 8 + 4L * (MAX_LEVELS + l), room[l]);
      }
      long address = upload(out);
      for (int l = 0; l < levels; l++) {
        loaded.levels.get(l).most = Math.min(room[l], loaded.count);
      }
      device.fill(loaded.counts, 0, MAX_LEVELS);
      device.launch(
          "chooseLevels",
          Math.min(Math.max(1, Math.ceilDiv(loaded.count, THREADS)), 32 * device.multiprocessors()),
          THREADS,
          0,
          address,
          loaded.agents,
          loaded.count,
          loaded.chosen,
          loaded.lists,
          loaded.counts);
      release(address);
    }
    loaded.placeOf = null;
  }

  /** Returns how many agents of a member are at every level as of the last {@link #choose}. */
  public int[] chosen(int member) {
    return chosenCounts(members.get(member));
  }

  /** Returns the level of every agent of a member, −1 for those out of view. */
  public int[] levels(int member) {
    int[] out = new int[members.get(member).count];
    device.download(members.get(member).chosen, MemorySegment.ofArray(out));
    return out;
  }

  private int[] chosenCounts(Loaded loaded) {
    int[] out = new int[loaded.levels.size()];
    device.download(loaded.counts, MemorySegment.ofArray(out));
    for (int l = 0; l < out.length; l++) {
      out[l] = Math.min(out[l], loaded.levels.get(l).most);
    }
    return out;
  }

  @Override
  public void close() {
    device.finish();
    memory.forEach(device::free);
    memory.clear();
  }
}
