package dev.sinew.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Marks tests on real files of {@link SharedData}; they are skipped if the folder is absent. All
 * other tests run on built-in characters and on files that they write.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("shared-data")
@ExtendWith(NeedsSharedData.Condition.class)
public @interface NeedsSharedData {
  /** Skips tests without the folder. */
  final class Condition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return SharedData.folder().isPresent()
          ? ConditionEvaluationResult.enabled("shared/data is present")
          : ConditionEvaluationResult.disabled("shared/data is not beside the checkout");
    }
  }
}
