package dev.sinew;

/**
 * What a verb made.
 *
 * @param model the model that it made, for the next verb and for {@link Model#write}
 * @param result its figures and what a user should know about them
 */
public record Made<R>(Model model, R result) {}
