package dev.sinew.skin;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The distinct sets of joints in the rows of influences. Set s has the members {@code start[s]} to
 * {@code start[s + 1]}, joints ascending. Each influence refers to a member, so that values that
 * depend on the set alone are computed once per pose.
 */
final class JointSets {
  final int[] start;

  /** The joint of each member. */
  final int[] joints;

  final int[] setOfPoint;

  /** The member of each influence, in the order of the rows. */
  final int[] memberOfInfluence;

  JointSets(PointInfluences rows) {
    setOfPoint = new int[rows.pointCount()];
    memberOfInfluence = new int[rows.joints.length];
    Map<List<Integer>, Integer> known = new HashMap<>();
    int[] starts = new int[16];
    int[] members = new int[64];
    int sets = 0;
    for (int p = 0; p < rows.pointCount(); p++) {
      int[] row = Arrays.copyOfRange(rows.joints, rows.rowStart[p], rows.rowStart[p + 1]);
      Arrays.sort(row);
      Integer set = known.putIfAbsent(IntStream.of(row).boxed().toList(), sets);
      if (set == null) {
        set = sets++;
        if (sets == starts.length) {
          starts = Arrays.copyOf(starts, 2 * sets);
        }
        int end = starts[sets - 1] + row.length;
        if (end > members.length) {
          members = Arrays.copyOf(members, Math.max(end, 2 * members.length));
        }
        System.arraycopy(row, 0, members, starts[sets - 1], row.length);
        starts[sets] = end;
      }
      setOfPoint[p] = set;
      for (int i = rows.rowStart[p]; i < rows.rowStart[p + 1]; i++) {
        memberOfInfluence[i] = starts[set] + Arrays.binarySearch(row, rows.joints[i]);
      }
    }
    start = Arrays.copyOf(starts, sets + 1);
    joints = Arrays.copyOf(members, starts[sets]);
  }

  int count() {
    return start.length - 1;
  }
}
