package dev.sinew.simplify.price;

import dev.sinew.simplify.collapse.CollapseView;

/** Deviations from the previous step, of the memoryless form: nothing is stored. */
record StepDeviations(DeviationNorm norm) implements Deviations.OfInfluences {
  @Override
  public boolean accumulate() {
    return false;
  }

  @Override
  public double lengthAt(CollapseView mesh, int point) {
    return 0;
  }

  @Override
  public void update(CollapseView mesh, int point) {
    norm.update(point);
  }

  @Override
  public Meter newMeter() {
    return new Meter() {
      private double length;

      @Override
      public void set(int a, double u, int b, double v, int c, double w, int d, double x) {
        length = norm.length(a, u, b, v, c, w, d, x);
      }

      @Override
      public double length(int triangle) {
        return length;
      }

      @Override
      public double lengthBefore(int triangle) {
        return 0;
      }

      @Override
      public void begin() {}

      @Override
      public void include(int triangle) {}

      @Override
      public void includeBefore(int triangle) {}

      @Override
      public void end(int triangle) {}

      @Override
      public void store() {}
    };
  }
}
