package dev.sinew.simplify.collapse;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import org.jspecify.annotations.Nullable;

/**
 * What a price is made from.
 *
 * @param mesh the mesh before the first collapse; changes as edges collapse
 * @param character the character whose meshes it joins
 * @param poses the sample poses and their weights
 * @param motion how points move over these poses; the price keeps it up to date
 * @param importance how much the surface counts around every point, or null for everywhere alike
 * @param permissive whether texture and colour seams may move like any other edge
 * @param context shares the work
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
public record PriceInput(
    CollapseView mesh,
    JoinedCharacter character,
    WeightedPoses poses,
    PointMotion motion,
    double @Nullable [] importance,
    boolean permissive,
    RunContext context) {}
