package dev.sinew.posespace.dynamic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sinew.model.LinearSkin;
import dev.sinew.model.Pose;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.testkit.MassSpring;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fits to a belly that was simulated by other means, see {@link JigglingBelly}. */
final class DynamicTrainingTest {
  private static final double RATE = JigglingBelly.RATE;
  private static final JigglingBelly BELLY = new JigglingBelly();
  private static final LinearSkin SKIN = BELLY.skin;
  private static final Take DANCE = BELLY.take("dance", BELLY.dance(1, 8, RATE), RATE);
  private static final Take WALK = BELLY.take("walk", BELLY.looped("walk", 4, RATE), RATE);
  private static final DynamicResult SPRINGS = train(DynamicMethod.SPRING);
  private static final DynamicResult ACCELERATIONS = train(DynamicMethod.ACCELERATION);

  private static DynamicResult train(DynamicMethod method) {
    try (RunContext context = RunContext.ofThreads(1)) {
      return DynamicTraining.run(
          SKIN, List.of(DANCE, WALK), DynamicOptions.DEFAULTS.withMethod(method), context);
    }
  }

  private static DynamicModel model(DynamicMethod method) {
    return (method == DynamicMethod.SPRING ? SPRINGS : ACCELERATIONS).model();
  }

  @Test
  void springsExplainTheHeldOutHalf() {
    double holdout = SPRINGS.holdout().orElseThrow();
    assertTrue(holdout > 0.9, () -> "explained: " + holdout);
    assertTrue(SPRINGS.training() > 0.9, () -> "explained: " + SPRINGS.training());
  }

  @Test
  void accelerationKeysExplainMostOfTheHeldOutHalf() {
    double holdout = ACCELERATIONS.holdout().orElseThrow();
    assertTrue(holdout > 0.6, () -> "explained: " + holdout);
    assertTrue(ACCELERATIONS.training() > 0.6);
  }

  @Test
  void everyTakeIsMeasuredByAModelOfTheOthers() {
    assertEquals(List.of("dance", "walk"), names(SPRINGS));
    // A dance shows all of a walk's springs; not the other way round.
    assertTrue(SPRINGS.unseen().getLast().explained() > 0.5, SPRINGS.unseen()::toString);
    assertTrue(SPRINGS.unseen().getFirst().explained() < 0.5, SPRINGS.unseen()::toString);
  }

  /** Flesh that moves the other way in a walk: what was learnt from the dance is wrong there. */
  @Test
  void aModelThatHarmsAnUnseenTakeShows() {
    List<float[]> opposite = new ArrayList<>();
    for (float[] frame : WALK.displacements()) {
      float[] turned = frame.clone();
      for (int i = 0; i < turned.length; i++) {
        turned[i] = -turned[i];
      }
      opposite.add(turned);
    }
    Take other = new Take("other way", RATE, WALK.poses(), opposite);
    try (RunContext context = RunContext.ofThreads(1)) {
      DynamicOptions options = DynamicOptions.DEFAULTS.withMethod(DynamicMethod.ACCELERATION);
      DynamicResult result = DynamicTraining.run(SKIN, List.of(DANCE, other), options, context);
      assertEquals(List.of("dance", "other way"), names(result));
      assertTrue(result.unseen().getLast().explained() < -0.5, result.unseen()::toString);
    }
  }

  /**
   * Flesh that slides less than it lifts answers a jump in another direction than the squats and
   * waves it was learnt from: the model makes the jump worse than no model, and says so.
   */
  @Test
  void aJumpThatWasNotLearntShows() {
    JigglingBelly belly = new JigglingBelly(new MassSpring.Flesh(2.2, 0.1, 150, 1, 20));
    List<DynamicResult.Unseen> unseen = unseen(belly, List.of("squat", "wave"));
    assertEquals("jump", unseen.getLast().take());
    assertTrue(unseen.getLast().explained() < -1, unseen::toString);
  }

  /** A squat and a jump go up and down only: nothing is learnt of a walk's other directions. */
  @Test
  void directionsWithoutMotionAreNotExtrapolated() {
    List<DynamicResult.Unseen> unseen = unseen(BELLY, List.of("walk", "squat"));
    assertEquals("walk", unseen.getFirst().take());
    assertTrue(unseen.getFirst().explained() > 0.5, unseen::toString);
  }

  private static List<DynamicResult.Unseen> unseen(JigglingBelly belly, List<String> clips) {
    List<Take> takes = new ArrayList<>();
    for (String clip : clips) {
      takes.add(belly.take(clip, belly.looped(clip, 4, RATE), RATE));
    }
    takes.add(belly.take("jump", belly.jump(RATE), RATE));
    try (RunContext context = RunContext.ofThreads(1)) {
      DynamicOptions options = DynamicOptions.DEFAULTS.withMethod(DynamicMethod.ACCELERATION);
      return DynamicTraining.run(belly.skin, takes, options, context).unseen();
    }
  }

  private static List<String> names(DynamicResult result) {
    return result.unseen().stream().map(DynamicResult.Unseen::take).toList();
  }

  /** Fitted at 30 frames per second, run at others in a motion that was not fitted. */
  @Test
  void modelsMoveTheSameAtAnyFrameRate() {
    for (double rate : new double[] {20, 90}) {
      Take other = BELLY.take("other", BELLY.dance(2, 3, rate), rate);
      double springs = DynamicTraining.explained(SKIN, SPRINGS.model(), List.of(other), new int[1]);
      assertTrue(springs > 0.9, () -> rate + " frames per second: " + springs);
      double keys =
          DynamicTraining.explained(SKIN, ACCELERATIONS.model(), List.of(other), new int[1]);
      assertTrue(keys > 0.5, () -> rate + " frames per second: " + keys);
    }
  }

  /** Without springs between neighbours every vertex is a mass on a spring of known values. */
  @Test
  void findsTheSpringOfAFreeMass() {
    JigglingBelly free = new JigglingBelly(new MassSpring.Flesh(2.5, 0.1, 0, 0));
    Take take = free.take("dance", free.dance(3, 3, RATE), RATE);
    SpringModel model = springs(free.skin, take);
    double[] values = model.values();
    int softest = SpringModel.SIZE * mostMoved(model, take);
    double omega = Math.sqrt(values[softest]);
    // The softest vertex has a softness a little below 1.
    assertEquals(2.5, omega / (2 * Math.PI), 0.15);
    assertEquals(0.1, values[softest + 1] / (2 * omega), 0.01);
    for (int k = 0; k < 9; k++) {
      assertEquals(k % 4 == 0 ? 1 : 0, values[softest + 2 + k], 0.05, "gain " + k);
    }
  }

  /** Noise on the displacements hardly changes the springs: the fit is to the simulated motion. */
  @Test
  void noiseDoesNotBiasTheSprings() {
    SplittableRandom random = new SplittableRandom(5);
    List<float[]> noisy = new ArrayList<>();
    int[] soft = SPRINGS.model().vertices();
    for (float[] frame : DANCE.displacements()) {
      float[] changed = frame.clone();
      for (int v : soft) {
        for (int k = 0; k < 3; k++) {
          changed[3 * v + k] += (float) (0.001 * random.nextGaussian());
        }
      }
      noisy.add(changed);
    }
    Take given = new Take("noisy", RATE, DANCE.poses(), noisy);
    SpringModel model = springs(SKIN, given);
    double explained = DynamicTraining.explained(SKIN, model, List.of(WALK), new int[1]);
    assertTrue(explained > 0.85, () -> "explained: " + explained);
    int most = SpringModel.SIZE * mostMoved(model, DANCE);
    int same = SpringModel.SIZE * mostMoved((SpringModel) SPRINGS.model(), DANCE);
    double found = Math.sqrt(model.values()[most]) / (2 * Math.PI);
    double clean = Math.sqrt(SPRINGS.model().values()[same]) / (2 * Math.PI);
    assertEquals(clean, found, 0.15, "frequency of the vertex that moves most");
  }

  /** Returns the row of a model's vertex that moves most in a take. */
  private static int mostMoved(SpringModel model, Take take) {
    int best = 0;
    double most = 0;
    for (int i = 0; i < model.vertices().length; i++) {
      double energy = 0;
      for (float[] frame : take.displacements()) {
        for (int k = 0; k < 3; k++) {
          double x = frame[3 * model.vertices()[i] + k];
          energy += x * x;
        }
      }
      best = energy > most ? i : best;
      most = Math.max(most, energy);
    }
    return best;
  }

  private static SpringModel springs(LinearSkin skin, Take take) {
    try (RunContext context = RunContext.ofThreads(1)) {
      DynamicOptions options = DynamicOptions.DEFAULTS.withHoldout(0);
      return (SpringModel) DynamicTraining.run(skin, List.of(take), options, context).model();
    }
  }

  @Test
  void threadsDoNotChangeTheResult() {
    Take take = DANCE.part(0, 90);
    double[] one = springs(SKIN, take).values();
    try (RunContext context = RunContext.ofThreads(3)) {
      DynamicOptions options = DynamicOptions.DEFAULTS.withHoldout(0);
      DynamicResult three = DynamicTraining.run(SKIN, List.of(take), options, context);
      assertArrayEquals(one, three.model().values());
      assertTrue(three.holdout().isEmpty());
    }
  }

  @ParameterizedTest
  @EnumSource(DynamicMethod.class)
  void aResetStateRepeatsItsMotion(DynamicMethod method) {
    DynamicState state = model(method).newState(SKIN);
    float[] first = run(state, DANCE.poses().subList(0, 40));
    assertTrue(largest(first) > 1e-3);
    run(state, WALK.poses().subList(3, 20));
    state.reset();
    assertArrayEquals(first, run(state, DANCE.poses().subList(0, 40)));
    state.reset();
    assertEquals(0, largest(displacement(state)));
  }

  /** The character moves, turned and placed elsewhere: rest-space displacements are the same. */
  @ParameterizedTest
  @EnumSource(DynamicMethod.class)
  void motionOfTheWholeSceneDoesNotMatter(DynamicMethod method) {
    float[] here = run(model(method).newState(SKIN), DANCE.poses());
    List<Pose> moved = new ArrayList<>();
    for (Pose pose : DANCE.poses()) {
      moved.add(BELLY.turned(pose, 130, 5, -2, 8));
    }
    float[] there = run(model(method).newState(SKIN), moved);
    for (int i = 0; i < here.length; i++) {
      assertEquals(here[i], there[i], 1e-6);
    }
  }

  /** Absurd poses at absurd times: displacements stay in proportion, and die down at rest. */
  @ParameterizedTest
  @EnumSource(DynamicMethod.class)
  void isStableForAnyMotion(DynamicMethod method) {
    DynamicState state = model(method).newState(SKIN);
    SplittableRandom random = new SplittableRandom(9);
    double fastest = 0;
    for (int i = 0; i < 300; i++) {
      double seconds = Math.exp(random.nextDouble(-7, 3));
      fastest = Math.max(fastest, 1 / seconds);
      Pose pose = DANCE.poses().get(random.nextInt(DANCE.frameCount()));
      state.step(BELLY.turned(pose, random.nextDouble(360), 0, 0, 0), seconds);
      float largest = largest(displacement(state));
      assertTrue(largest < fastest, "seed 9, step " + i + ": " + largest);
    }
    for (int i = 0; i < 200; i++) {
      state.step(DANCE.poses().getFirst(), 0.1);
    }
    assertEquals(0, largest(displacement(state)), 1e-6);
  }

  @Test
  void whatDoesNotMoveGetsNoSpring() {
    List<float[]> still = DANCE.displacements().stream().map(f -> new float[f.length]).toList();
    SpringModel model = springs(SKIN, new Take("still", RATE, DANCE.poses(), still));
    assertEquals(0, model.vertices().length);
    assertEquals(0, largest(run(model.newState(SKIN), DANCE.poses().subList(0, 5))));
  }

  @Test
  void refusesWhatDoesNotFit() {
    List<Pose> poses = DANCE.poses().subList(0, 4);
    List<float[]> shapes = DANCE.displacements().subList(0, 4);
    Take tiny = new Take("tiny", RATE, poses, shapes);
    assertThrows(RequestException.class, () -> holdOut(tiny));
    List<float[]> few = List.of(new float[6], new float[6], new float[6], new float[6]);
    Take small = new Take("small", RATE, poses, few);
    assertThrows(IllegalArgumentException.class, () -> springs(SKIN, small));
    float[] broken = shapes.get(1).clone();
    broken[7] = Float.NaN;
    Take bad = new Take("bad", RATE, poses, List.of(shapes.get(0), broken, shapes.get(2), broken));
    RequestException why = assertThrows(RequestException.class, () -> springs(SKIN, bad));
    assertTrue(String.valueOf(why.getMessage()).contains("vertex 2"), why::toString);
    assertThrows(
        IllegalArgumentException.class,
        () -> new Take("three", RATE, poses.subList(0, 3), shapes.subList(0, 3)));
    assertThrows(IllegalArgumentException.class, () -> new Take("rate", 0, poses, shapes));
    assertThrows(
        IllegalArgumentException.class,
        () -> new SpringModel(3, new int[] {1}, new double[] {1, -1, 1, 0, 0, 0, 1, 0, 0, 0, 1}));
    DynamicState state = SPRINGS.model().newState(SKIN);
    state.step(poses.get(0), 0);
    assertThrows(IllegalArgumentException.class, () -> state.step(poses.get(1), 0));
    assertThrows(IllegalArgumentException.class, () -> state.step(poses.get(1), Double.NaN));
  }

  private static void holdOut(Take take) {
    try (RunContext context = RunContext.ofThreads(1)) {
      DynamicTraining.run(SKIN, List.of(take), DynamicOptions.DEFAULTS, context);
    }
  }

  private static float[] run(DynamicState state, List<Pose> poses) {
    poses.forEach(pose -> state.step(pose, 1 / RATE));
    return displacement(state);
  }

  private static float[] displacement(DynamicState state) {
    float[] out = new float[3 * BELLY.vertices];
    state.addTo(out);
    return out;
  }

  private static float largest(float[] values) {
    float most = 0;
    for (float value : values) {
      most = Math.max(most, Math.abs(value));
    }
    return most;
  }
}
