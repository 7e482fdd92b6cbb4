package io.paxosstore.bench.workload;

import io.paxosstore.client.MultiOpBuilder;
import io.paxosstore.client.MultiOpOutcome;
import io.paxosstore.client.Step;
import io.paxosstore.core.RandomSource;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One client of an {@link EntityWorkload}: calls of every model, one at a time. Not thread-safe.
 */
final class EntityClient {
    /** The share of calls that are about tables. */
    private static final double TABLES_CHANCE = 0.35;

    private static final double MISTAKE_CHANCE = 0.02;
    private static final int GOLD_MAX = 40;
    private static final int MEMBERS_KEPT = 20;

    private final String name;
    private final RandomSource random;
    private final Caller caller;
    private final TableClient rows;
    private final Map<String, Deque<String>> members = new HashMap<>();
    private final Map<String, Register> registers = new HashMap<>();
    private long made;

    /** What this client's own field of a map may hold. */
    private static final class Register {
        private long last;
        private final Set<Long> possible = new HashSet<>();
    }

    EntityClient(int id, RandomSource random, WorkloadStats stats) {
        this.name = "c" + id;
        this.random = random;
        this.caller = new Caller(stats);
        this.rows = new TableClient(name, random, caller);
    }

    /**
     * Makes one call and notes what came of it.
     *
     * @param other another entity, for the call of somebody who mistakes the one for the other
     */
    void call(EntityObjects objects, EntityLedger ledger, EntityObjects other) {
        if (random.chance(MISTAKE_CHANCE)) {
            mistake(objects, ledger, other);
            return;
        }
        if (random.chance(TABLES_CHANCE)) {
            rows.call(objects, ledger);
            return;
        }
        int percent = random.nextInt(100);
        if (percent < 25) {
            transfer(objects, ledger);
        } else if (percent < 35) {
            balances(objects, ledger);
        } else if (percent < 45) {
            hit(objects, ledger);
        } else if (percent < 52) {
            count(objects, ledger);
        } else if (percent < 62) {
            recent(objects, ledger);
        } else if (percent < 72) {
            task(objects, ledger);
        } else if (percent < 79) {
            pop(objects, ledger);
        } else if (percent < 88) {
            member(objects, ledger);
        } else if (percent < 94) {
            write(objects, ledger);
        } else {
            read(objects, ledger);
        }
    }

    private void transfer(EntityObjects objects, EntityLedger ledger) {
        boolean isToRight = random.chance(0.5);
        var from = isToRight ? objects.left() : objects.right();
        var to = isToRight ? objects.right() : objects.left();
        String giver = EntityObjects.account(random.nextInt(EntityObjects.ACCOUNTS));
        String taker = EntityObjects.account(random.nextInt(EntityObjects.ACCOUNTS));
        long gold = 1L + random.nextInt(GOLD_MAX);
        String message =
                new EntityObjects.Transfer(
                                fresh(), from.name() + "/" + giver, to.name() + "/" + taker, gold)
                        .toString();
        Step<Long> sequence = objects.transfers().op().enqueue(message);
        caller.run(
                "transfer",
                () ->
                        objects.entity()
                                .multiOp()
                                .when(from.ifAtLeast(giver, gold))
                                .then(
                                        from.op().increment(giver, -gold),
                                        to.op().increment(taker, gold),
                                        sequence)
                                .otherwise(objects.refused().op().increment(1))
                                .execute(),
                (MultiOpOutcome outcome, long invoked, long returned) -> {
                    if (outcome.guardsHeld()) {
                        long place = outcome.get(sequence);
                        ledger.transfers().acknowledged(message, place, invoked, returned);
                    } else {
                        ledger.refused().acknowledged();
                    }
                },
                () -> {
                    ledger.transfers().unknown(message);
                    ledger.refused().unknown();
                });
    }

    /** Handles of two entities in one call: whatever came of it, it would be wrong. */
    private void mistake(EntityObjects objects, EntityLedger ledger, EntityObjects other) {
        String account = EntityObjects.account(random.nextInt(EntityObjects.ACCOUNTS));
        MultiOpBuilder multiOp = objects.entity().multiOp();
        try {
            if (random.chance(0.5)) {
                multiOp.when(other.left().ifAtLeast(account, 0))
                        .then(objects.left().op().increment(account, 1));
            } else {
                multiOp.then(other.left().op().increment(account, 1));
            }
        } catch (IllegalArgumentException e) {
            return; // as it should be
        }
        ledger.problem("a MultiOp took a part of another entity");
        caller.run("mistake", multiOp::execute, (outcome, invoked, returned) -> {}, () -> {});
    }

    private void balances(EntityObjects objects, EntityLedger ledger) {
        caller.run(
                "read of all accounts",
                objects::balances,
                (Map<String, Long> balances, long invoked, long returned) -> {
                    boolean isSame =
                            EntityObjects.sum(balances)
                                    == EntityObjects.sum(EntityObjects.openingBalances());
                    if (!isSame || balances.values().stream().anyMatch(gold -> gold < 0)) {
                        ledger.problem("the accounts showed " + balances);
                    }
                },
                () -> {});
    }

    private void hit(EntityObjects objects, EntityLedger ledger) {
        caller.run(
                "increment",
                () -> objects.hits().increment(1),
                (Long number, long invoked, long returned) -> ledger.hits().acknowledged(number),
                ledger.hits()::unknown);
    }

    private void count(EntityObjects objects, EntityLedger ledger) {
        caller.run(
                "increment of a field",
                () -> objects.counts().increment(EntityObjects.COUNTED, 1),
                (Long number, long invoked, long returned) -> ledger.counts().acknowledged(number),
                ledger.counts()::unknown);
    }

    private void recent(EntityObjects objects, EntityLedger ledger) {
        String element = fresh();
        boolean isLast = random.chance(0.5);
        caller.run(
                isLast ? "append" : "prepend",
                () -> isLast ? objects.recent().append(element) : objects.recent().prepend(element),
                (Long length, long invoked, long returned) ->
                        ledger.recent().acknowledged(element, 0, invoked, returned),
                () -> ledger.recent().unknown(element));
    }

    private void task(EntityObjects objects, EntityLedger ledger) {
        String element = fresh();
        caller.run(
                "append",
                () -> objects.tasks().append(element),
                (Long length, long invoked, long returned) ->
                        ledger.tasks().acknowledged(element, 0, invoked, returned),
                () -> ledger.tasks().unknown(element));
    }

    private void pop(EntityObjects objects, EntityLedger ledger) {
        boolean isFirst = random.chance(0.5);
        caller.run(
                "pop",
                () -> isFirst ? objects.tasks().popFirst() : objects.tasks().popLast(),
                (Optional<String> element, long invoked, long returned) ->
                        element.ifPresent(ledger.tasks()::taken),
                ledger.tasks()::popUnknown);
    }

    private void member(EntityObjects objects, EntityLedger ledger) {
        Deque<String> own = members.computeIfAbsent(ledger.entity(), _ -> new ArrayDeque<>());
        if (own.size() > random.nextInt(MEMBERS_KEPT)) {
            String member = own.removeFirst();
            caller.run(
                    "removal of a member",
                    () -> objects.members().remove(member),
                    (Boolean isRemoved, long invoked, long returned) -> {
                        ledger.members().taken(member);
                        if (!isRemoved) {
                            ledger.problem("member " + member + " was not there to be removed");
                        }
                    },
                    () -> ledger.members().perhapsTaken(member));
            return;
        }
        String member = fresh();
        caller.run(
                "addition of a member",
                () -> objects.members().add(member),
                (Boolean isAdded, long invoked, long returned) -> {
                    ledger.members().acknowledged(member, 0, invoked, returned);
                    own.addLast(member);
                    if (!isAdded) {
                        ledger.problem("member " + member + " was there before it was added");
                    }
                },
                () -> ledger.members().unknown(member));
    }

    private Register register(EntityLedger ledger) {
        return registers.computeIfAbsent(ledger.entity(), _ -> new Register());
    }

    private void write(EntityObjects objects, EntityLedger ledger) {
        Register register = register(ledger);
        long value = ++made;
        caller.run(
                "put of a field",
                () -> objects.registers().put(name, value),
                (Boolean isNew, long invoked, long returned) -> register.last = value,
                () -> register.possible.add(value));
    }

    private void read(EntityObjects objects, EntityLedger ledger) {
        Register register = register(ledger);
        caller.run(
                "read of a field",
                () -> objects.registers().get(name).orElse(0L),
                (Long value, long invoked, long returned) -> {
                    if (value != register.last && !register.possible.contains(value)) {
                        ledger.problem(
                                "field %s showed %d, its only writer put %d last"
                                        .formatted(name, value, register.last));
                    }
                },
                () -> {});
    }

    private String fresh() {
        return name + "-" + ++made;
    }
}
