package dev.sinew.simplify.collapse;

import java.util.Arrays;

/**
 * How wedges come together when an edge collapses. A wedge at one end is linked with a wedge at the
 * other where a triangle on the edge has both: the two become one. A wedge without a link lives on,
 * and if other wedges of its chart are linked, what it has in common with its chart goes along.
 */
public final class WedgeBlends {
  private static final int NONE = CollapseView.NONE;

  private int[] linkFrom = new int[4];
  private int[] linkInto = new int[4];
  private int links;

  private int[] wedge = new int[8];
  private int[] partner = new int[8];
  private int[] chartPartner = new int[8];
  private int count;
  private int carriedFrom;

  void clear() {
    links = 0;
    count = 0;
    carriedFrom = -1;
  }

  /** A triangle on the edge has these wedges at its ends. */
  void link(int from, int into) {
    if (links == linkFrom.length) {
      linkFrom = Arrays.copyOf(linkFrom, 2 * links);
      linkInto = Arrays.copyOf(linkInto, 2 * links);
    }
    linkFrom[links] = from;
    linkInto[links++] = into;
  }

  /** The wedge at the end that stays which a wedge at the other end becomes. */
  int linkOf(int from) {
    for (int i = 0; i < links; i++) {
      if (linkFrom[i] == from) {
        return linkInto[i];
      }
    }
    return NONE;
  }

  /** A wedge in use at the end that stays; named as often as one likes. */
  void keep(int into, int[] chart) {
    if (isListed(into)) {
      return;
    }
    int linked = NONE;
    int charted = NONE;
    for (int i = links - 1; i >= 0; i--) {
      linked = linkInto[i] == into ? linkFrom[i] : linked;
      charted = chart[linkInto[i]] == chart[into] ? linkFrom[i] : charted;
    }
    add(into, linked, charted);
  }

  /** A wedge without a link at the end that disappears; after all that are kept. */
  void carry(int from, int[] chart) {
    carriedFrom = carriedFrom < 0 ? count : carriedFrom;
    if (isListed(from)) {
      return;
    }
    int charted = NONE;
    for (int i = links - 1; i >= 0; i--) {
      charted = chart[linkFrom[i]] == chart[from] ? linkInto[i] : charted;
    }
    add(from, NONE, charted);
  }

  /** Hands carried wedges to the point that stays. */
  void moveCarried(int[] wedgePoint, int[] chart, int into) {
    for (int i = carriedFrom; i >= 0 && i < count; i++) {
      wedgePoint[wedge[i]] = into;
      if (chartPartner[i] != NONE) {
        chart[wedge[i]] = chart[chartPartner[i]];
      }
    }
  }

  private boolean isListed(int w) {
    for (int i = 0; i < count; i++) {
      if (wedge[i] == w) {
        return true;
      }
    }
    return false;
  }

  private void add(int w, int other, int charted) {
    if (count == wedge.length) {
      wedge = Arrays.copyOf(wedge, 2 * count);
      partner = Arrays.copyOf(partner, 2 * count);
      chartPartner = Arrays.copyOf(chartPartner, 2 * count);
    }
    wedge[count] = w;
    partner[count] = other;
    chartPartner[count++] = charted;
  }

  /** How many wedges the point has after the collapse. */
  public int count() {
    return count;
  }

  public int wedge(int i) {
    return wedge[i];
  }

  /** Whether the wedge comes from the end that disappears. */
  public boolean isCarried(int i) {
    return carriedFrom >= 0 && i >= carriedFrom;
  }

  /** The wedge of the other end that it becomes one with, or {@link CollapseMesh#NONE}. */
  public int partner(int i) {
    return partner[i];
  }

  /** A wedge of the other end that its chart becomes one with, or {@link CollapseMesh#NONE}. */
  public int chartPartner(int i) {
    return chartPartner[i];
  }
}
