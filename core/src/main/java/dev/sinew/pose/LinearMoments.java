package dev.sinew.pose;

/**
 * First and second moments of a random 3×3 matrix A: E[A], 9 values, and E[A_ra A_sb], 81 values at
 * {@code 9 (3 r + a) + 3 s + b}.
 *
 * <p>The moments of a product of independent matrices are products of their moments: (AB)⊗(AB) =
 * (A⊗A)(B⊗B). So the Euler ranges that Merry, Marais and Gain (2006, section 5.1) call cumbersome
 * are a chain of 9×9 products.
 */
record LinearMoments(double[] mean, double[] second) {
  static final int SIZE = 9;

  /**
   * Returns the moments of a constant matrix, given row by row with a stride of 3, or 4 in an
   * affine transform.
   */
  static LinearMoments fixed(double[] matrix, int stride) {
    double[] mean = new double[SIZE];
    for (int i = 0; i < SIZE; i++) {
      mean[i] = matrix[stride * (i / 3) + i % 3];
    }
    double[] second = new double[SIZE * SIZE];
    addProduct(mean, mean, 1, second);
    return new LinearMoments(mean, second);
  }

  /** Returns given moments; keeps the arrays without copying. */
  static LinearMoments of(double[] mean, double[] second) {
    return new LinearMoments(mean, second);
  }

  /**
   * Returns the moments of a uniformly distributed rotation: E[R] = 0 and E[R_ra R_sb] = δ_rs δ_ab
   * / 3, so E[RᵀMR] = tr M / 3 · I for every M (Merry 2007, theorem 2 of appendix B.2).
   */
  static LinearMoments uniformRotation() {
    double[] second = new double[SIZE * SIZE];
    for (int r = 0; r < 3; r++) {
      for (int a = 0; a < 3; a++) {
        second[(SIZE + 1) * (3 * r + a)] = 1.0 / 3;
      }
    }
    return new LinearMoments(new double[SIZE], second);
  }

  /**
   * Returns the moments of a turn about an axis a. By Rodrigues' formula R = aaᵀ + cos θ (I − aaᵀ)
   * + sin θ [a]×, so they follow from the moments of cos θ and sin θ, which have a closed form.
   */
  static LinearMoments of(Turn turn) {
    double length = Math.sqrt(turn.x() * turn.x() + turn.y() * turn.y() + turn.z() * turn.z());
    double[] axis = {turn.x() / length, turn.y() / length, turn.z() / length};
    double[] along = new double[SIZE];
    double[] across = new double[SIZE];
    for (int i = 0; i < SIZE; i++) {
      along[i] = axis[i / 3] * axis[i % 3];
      across[i] = (i % 4 == 0 ? 1 : 0) - along[i];
    }
    double[] cross = {0, -axis[2], axis[1], axis[2], 0, -axis[0], -axis[1], axis[0], 0};

    // The form with sinc about the middle is accurate for narrow ranges too.
    double middle = turn.from() + (turn.to() - turn.from()) / 2;
    double half = (turn.to() - turn.from()) / 2;
    double cos = Math.cos(middle) * sinc(half);
    double sin = Math.sin(middle) * sinc(half);
    double cosOfDouble = Math.cos(2 * middle) * sinc(2 * half);
    double sinOfDouble = Math.sin(2 * middle) * sinc(2 * half);

    double[] mean = new double[SIZE];
    for (int i = 0; i < SIZE; i++) {
      mean[i] = along[i] + cos * across[i] + sin * cross[i];
    }
    double[] second = new double[SIZE * SIZE];
    addProduct(along, along, 1, second);
    addBoth(along, across, cos, second);
    addBoth(along, cross, sin, second);
    addProduct(across, across, (1 + cosOfDouble) / 2, second);
    addProduct(cross, cross, (1 - cosOfDouble) / 2, second);
    addBoth(across, cross, sinOfDouble / 2, second);
    return new LinearMoments(mean, second);
  }

  /**
   * Returns the moments of a turn about a uniformly distributed axis by an angle uniformly
   * distributed between 0 and a limit. With E[a_i a_j] = δ_ij / 3 and E[a_i a_j a_k a_l] = (δ_ij
   * δ_kl + δ_ik δ_jl + δ_il δ_jk) / 15 for the axis, they follow from Rodrigues' formula and the
   * moments of cosine and sine.
   *
   * @param limit the largest angle in radians, above 0
   */
  static LinearMoments aboutAnyAxis(double limit) {
    double cos = sinc(limit);
    double cosSquared = (1 + sinc(2 * limit)) / 2;
    double sinSquared = 1 - cosSquared;
    double alongSquared = 1 - 2 * cos + cosSquared;
    double[] mean = new double[SIZE];
    double[] second = new double[SIZE * SIZE];
    for (int i = 0; i < SIZE; i++) {
      int r = i / 3, a = i % 3;
      mean[i] = r == a ? (1 + 2 * cos) / 3 : 0;
      for (int j = 0; j < SIZE; j++) {
        int s = j / 3, b = j % 3;
        double straight = r == a && s == b ? 1 : 0;
        double rows = r == s && a == b ? 1 : 0;
        double crossed = r == b && a == s ? 1 : 0;
        second[SIZE * i + j] =
            alongSquared * (straight + rows + crossed) / 15
                + (2 * (cos - cosSquared) / 3 + cosSquared) * straight
                + sinSquared * (rows - crossed) / 3;
      }
    }
    return new LinearMoments(mean, second);
  }

  /** Returns the moments of this matrix times another, independent one. */
  LinearMoments times(LinearMoments right) {
    double[] product = new double[SIZE];
    double[] products = new double[SIZE * SIZE];
    for (int r = 0; r < 3; r++) {
      for (int a = 0; a < 3; a++) {
        for (int c = 0; c < 3; c++) {
          product[3 * r + a] += mean[3 * r + c] * right.mean[3 * c + a];
        }
        for (int s = 0; s < 3; s++) {
          for (int b = 0; b < 3; b++) {
            products[SIZE * (3 * r + a) + 3 * s + b] = productMoment(right, r, a, s, b);
          }
        }
      }
    }
    return new LinearMoments(product, products);
  }

  private double productMoment(LinearMoments right, int r, int a, int s, int b) {
    double sum = 0;
    for (int c = 0; c < 3; c++) {
      for (int d = 0; d < 3; d++) {
        sum +=
            second[SIZE * (3 * r + c) + 3 * s + d] * right.second[SIZE * (3 * c + a) + 3 * d + b];
      }
    }
    return sum;
  }

  private static double sinc(double x) {
    return x == 0 ? 1 : Math.sin(x) / x;
  }

  private static void addBoth(double[] a, double[] b, double scale, double[] out) {
    addProduct(a, b, scale, out);
    addProduct(b, a, scale, out);
  }

  private static void addProduct(double[] a, double[] b, double scale, double[] out) {
    for (int i = 0; i < SIZE; i++) {
      for (int j = 0; j < SIZE; j++) {
        out[SIZE * i + j] += scale * a[i] * b[j];
      }
    }
  }
}
