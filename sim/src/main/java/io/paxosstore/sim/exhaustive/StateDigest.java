package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.ReplicaStats;
import io.paxosstore.core.Rules;
import io.paxosstore.core.StateMachine;
import io.paxosstore.core.step.Records;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Digests all the state that an object of the core reaches, field by field, in a canonical form.
 *
 * <p>It walks the fields itself, instead of asking the classes for them: a field that somebody adds
 * later is part of the state at once, and cannot be forgotten. Left out is only what is named here,
 * because it does not decide what happens next or only together with the time of the day:
 *
 * <ul>
 *   <li>times (fields named {@code ...Nanos}) count as none, never, past, now or to come: a tick of
 *       the exploration lets so much time pass that all that waits is due;
 *   <li>tickets count from the newest durable one;
 *   <li>random numbers (they only make waiting times), counters, configuration.
 * </ul>
 *
 * <p>Not thread-safe.
 */
final class StateDigest {
    /** What decides nothing, or is the same for ever. */
    private static final List<Class<?>> CONSTANT =
            List.of(
                    RandomSource.class,
                    ReplicaStats.class,
                    ReplicaConfig.class,
                    Placement.class,
                    OwnershipPolicy.class,
                    StateMachine.class,
                    Rules.class,
                    EntityKey.class);

    /** {@code Class.field} of the fields left out, and why. */
    private static final Set<String> LEFT_OUT =
            Set.of(
                    // The effects are handed over and emptied between steps.
                    "Turn.out",
                    "Turn.markBatch",
                    "Learner.markBatch",
                    // Counts records; the tickets of Records tell where each entity stands.
                    "Turn.tickets",
                    "Turn.nowNanos",
                    "Turn.wallMillis",
                    // Lengths of waiting times.
                    "PaxosLog.outvotedInARow",
                    "PaxosLog.idleSinceNanos",
                    "Round.startedNanos",
                    "Round.resendWaitNanos",
                    "ReadQueue.resendWaitNanos",
                    "ReadQueue.sentNanos",
                    // When to look at an entity again; what is found then is in the entity.
                    "Replica.timers");

    private static final List<String> KNOWN =
            List.of("io.paxosstore.core.", "io.paxosstore.sim.exhaustive.");

    private record Plan(List<Field> fields) {}

    private final Map<Class<?>, Plan> plans = new HashMap<>();
    private final IdentityHashMap<Object, Integer> seen = new IdentityHashMap<>();
    private Hash128 hash = new Hash128();
    private long nowNanos;

    /** Adds the state of an object to a digest. */
    void add(Hash128 to, @Nullable Object root, long atNanos) {
        hash = to;
        nowNanos = atNanos;
        seen.clear();
        walk(root);
    }

    private void walk(@Nullable Object object) {
        switch (object) {
            case null -> hash.add(1);
            case Number number -> hash.add(2).add(number.longValue());
            case Boolean bit -> hash.add(bit ? 3 : 4);
            case String text -> hash.add(5).add(text.hashCode());
            case Enum<?> constant when !isConstant(constant) ->
                    hash.add(6).add(constant.name().hashCode());
            case byte[] bytes -> hash.add(7).add(bytes);
            case long[] longs -> {
                hash.add(8).add(longs.length);
                for (long one : longs) {
                    hash.add(one);
                }
            }
            case int[] ints -> {
                hash.add(9).add(ints.length);
                for (int one : ints) {
                    hash.add(one);
                }
            }
            case EntryValue value ->
                    hash.add(10)
                            .add(value.id().proposer())
                            .add(value.id().incarnation())
                            .add(value.id().sequence())
                            .add(value.crc());
            case Configuration configuration -> hash.add(17).add(configuration.epoch());
            case Collection<?> all -> {
                hash.add(11).add(all.size());
                all.forEach(this::walk);
            }
            case Map<?, ?> map -> {
                hash.add(12).add(map.size());
                map.forEach((key, value) -> {
                    walk(key);
                    walk(value);
                });
            }
            default -> walkFields(object);
        }
    }

    private static boolean isConstant(Object object) {
        for (Class<?> one : CONSTANT) {
            if (one.isInstance(object)) {
                return true;
            }
        }
        return false;
    }

    private void walkFields(Object object) {
        if (isConstant(object)) {
            return;
        }
        Integer before = seen.putIfAbsent(object, seen.size());
        if (before != null) {
            hash.add(13).add(before);
            return;
        }
        hash.add(14);
        Plan plan = plans.computeIfAbsent(object.getClass(), StateDigest::plan);
        for (Field field : plan.fields()) {
            try {
                Object value = field.get(object);
                if (field.getName().endsWith("Nanos") && value instanceof Long time) {
                    hash.add(15).add(timeClass(time));
                } else if (field.getName().endsWith("Ticket") && value instanceof Long ticket) {
                    hash.add(16).add(Math.max(0, ticket - durableTicket(object)));
                } else {
                    walk(value);
                }
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("cannot read " + field, e);
            }
        }
    }

    private long timeClass(long time) {
        if (time == 0 || time == Long.MAX_VALUE) {
            return time;
        }
        if (time == nowNanos) {
            return 2;
        }
        return time < nowNanos ? 1 : 3;
    }

    private static long durableTicket(Object holder) throws IllegalAccessException {
        try {
            Object records = holder instanceof Records ? holder : fieldOf(holder, "records");
            return (long) fieldOf(records, "durableTicket");
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("tickets without a durable one in " + holder, e);
        }
    }

    private static Object fieldOf(Object holder, String name)
            throws NoSuchFieldException, IllegalAccessException {
        Field field = holder.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(holder);
    }

    private static Plan plan(Class<?> type) {
        if (KNOWN.stream().noneMatch(type.getName()::startsWith)) {
            throw new IllegalStateException("do not know how to digest " + type);
        }
        List<Field> fields = new ArrayList<>();
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())
                        && !LEFT_OUT.contains(at.getSimpleName() + "." + field.getName())) {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
        }
        fields.sort((a, b) -> a.getName().compareTo(b.getName()));
        return new Plan(fields);
    }
}
