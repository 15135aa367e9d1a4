package dev.sinew.house;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The methods, constructors and record headers of sources that have too many parameters, and the
 * methods, constructors and initialisers that are too long, annotations included.
 */
final class SourceLimits extends TreeScanner<@Nullable Void, @Nullable Void> {
  static final int MAX_LINES = 80;
  static final int MAX_PARAMETERS = 8;

  /** A place that is over a limit. */
  record Excess(String type, String member, String reason) {
    @Override
    public String toString() {
      return type + "." + member + ": " + reason;
    }
  }

  private final SourcePositions positions;
  private final CompilationUnitTree unit;
  private final Deque<String> types = new ArrayDeque<>();
  private final Set<Excess> found = new LinkedHashSet<>();

  private SourceLimits(CompilationUnitTree unit, SourcePositions positions) {
    this.unit = unit;
    this.positions = positions;
  }

  /** Returns the places of sources that are over a limit, in the order of the sources. */
  static List<Excess> excesses(Iterable<? extends JavaFileObject> sources) throws IOException {
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, null, List.of("-proc:none"), null, sources);
    SourcePositions positions = Trees.instance(task).getSourcePositions();
    List<Excess> found = new ArrayList<>();
    for (CompilationUnitTree unit : task.parse()) {
      SourceLimits limits = new SourceLimits(unit, positions);
      limits.scan(unit, null);
      found.addAll(limits.found);
    }
    return found;
  }

  @Override
  public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
    // An anonymous class has no name: its members count as those of the class around it.
    String name = type.getSimpleName().toString();
    String outer = types.isEmpty() ? String.valueOf(unit.getPackageName()) : types.element();
    types.push(name.isEmpty() ? outer : outer + "." + name);
    if (type.getKind() == Tree.Kind.RECORD) {
      // Its header is its constructor; one without parentheses repeats it.
      checkParameters("<init>", components(type));
    }
    for (Tree member : type.getMembers()) {
      if (member instanceof BlockTree initialiser) {
        checkLines("<initialiser>", initialiser);
      }
    }
    super.visitClass(type, null);
    types.pop();
    return null;
  }

  /** Counts the components of a record: it has no other fields that are not static. */
  private static int components(ClassTree record) {
    return (int)
        record.getMembers().stream()
            .filter(VariableTree.class::isInstance)
            .map(VariableTree.class::cast)
            .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
            .count();
  }

  @Override
  public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
    String name = method.getName().toString();
    checkParameters(name, method.getParameters().size());
    checkLines(name, method);
    return super.visitMethod(method, null);
  }

  private void checkParameters(String member, int count) {
    if (count > MAX_PARAMETERS) {
      found.add(new Excess(types.element(), member, count + " parameters"));
    }
  }

  private void checkLines(String member, Tree tree) {
    long from = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
    long to = unit.getLineMap().getLineNumber(positions.getEndPosition(unit, tree));
    if (to - from + 1 > MAX_LINES) {
      found.add(new Excess(types.element(), member, to - from + 1 + " lines"));
    }
  }
}
