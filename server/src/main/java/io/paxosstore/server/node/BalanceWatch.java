package io.paxosstore.server.node;

import io.paxosstore.node.balance.BalanceAnswer;
import io.paxosstore.node.placement.HeavySlot;
import io.paxosstore.node.placement.LoadLimits;
import io.paxosstore.node.placement.LoadProposal;
import io.paxosstore.node.placement.Plan;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Evens out loads without being asked: looks now and then, and when a node has carried too much for
 * a while, has a plan made that relieves it. After a plan the while begins anew; so it does
 * whenever a look cannot be taken, such as while slots move. Thread-safe.
 */
final class BalanceWatch {
    /** What is below this at the mean node is not worth moving anything for. */
    private static final double REQUESTS_MIN = 100;

    private static final double BYTES_MIN = 1L << 30;

    /**
     * Nodes are relieved down to this: well below what begins it, so that it does not come back.
     */
    private static final double LEVEL = 1.1;

    /** What relieves nodes of less than this part of all loads is left alone. */
    private static final double RELIEF_MIN = 0.02;

    private static final Duration LOOK_EVERY = Duration.ofMinutes(1);
    private static final Duration NAME_EVERY = Duration.ofHours(1);
    private static final long TIMEOUT_NANOS = 30_000_000_000L;
    private static final double PERCENT = 100;

    private static final Logger LOG = LoggerFactory.getLogger(BalanceWatch.class);

    /**
     * When it begins, and how much it does.
     *
     * @param abovePercent what a node carries then, in percent of its part
     * @param after for how long it must have done so
     * @param slotsMax how many slots one plan changes
     */
    record Options(int abovePercent, Duration after, int slotsMax) {}

    /** Evens out loads, or says how that would be done. */
    @FunctionalInterface
    interface Desk {
        /** See {@code BalanceDesk.submit}. */
        void submit(
                LoadLimits limits,
                boolean isTrial,
                long timeoutNanos,
                Consumer<? super BalanceAnswer> answer);
    }

    private final Options options;
    private final Desk desk;
    private final LoadLimits limits;
    private Instant looked = Instant.EPOCH;
    private Instant named = Instant.EPOCH;
    private @Nullable Instant since;

    BalanceWatch(Options options, Desk desk) {
        this.options = options;
        this.desk = desk;
        this.limits =
                new LoadLimits(
                        options.abovePercent() / PERCENT,
                        LEVEL,
                        options.slotsMax(),
                        REQUESTS_MIN,
                        BYTES_MIN);
    }

    /**
     * To be called every second or so.
     *
     * @param isFirst whether it is for this node to do it
     */
    void look(Instant now, boolean isFirst) {
        synchronized (this) {
            if (!isFirst) {
                since = null;
                return;
            }
            if (Duration.between(looked, now).compareTo(LOOK_EVERY) < 0) {
                return;
            }
            looked = now;
        }
        desk.submit(limits, true, TIMEOUT_NANOS, answer -> seen(answer, now));
    }

    private void seen(BalanceAnswer answer, Instant now) {
        if (isDue(answer, now)) {
            desk.submit(limits, false, TIMEOUT_NANOS, BalanceWatch::done);
        }
    }

    private synchronized boolean isDue(BalanceAnswer answer, Instant now) {
        if (!(answer instanceof BalanceAnswer.Proposed proposed)
                || proposed.proposal().worstBefore() * PERCENT <= options.abovePercent()) {
            since = null;
            return false;
        }
        LoadProposal proposal = proposed.proposal();
        if (proposal.plan().moves().isEmpty() || proposal.relief() < RELIEF_MIN) {
            since = null;
            nameHeavy(proposal, now);
            return false;
        }
        since = since == null ? now : since;
        boolean due = Duration.between(since, now).compareTo(options.after()) >= 0;
        since = due ? null : since;
        return due;
    }

    private void nameHeavy(LoadProposal proposal, Instant now) {
        if (!proposal.heavy().isEmpty()
                && Duration.between(named, now).compareTo(NAME_EVERY) >= 0) {
            named = now;
            HeavySlot heavy = proposal.heavy().getFirst();
            LOG.warn(
                    "slot_heavy slot={} node={} has alone {} times the {} that a node should carry,"
                            + " and cannot be split: give what is in it other hash tags",
                    heavy.slot(),
                    heavy.node(),
                    figure(heavy.parts()),
                    heavy.figure().name().toLowerCase(Locale.ROOT));
        }
    }

    private static String figure(double level) {
        return String.format(Locale.ROOT, "%.2f", level);
    }

    private static void done(BalanceAnswer answer) {
        switch (answer) {
            case BalanceAnswer.Proposed proposed -> {
                Plan plan = proposed.proposal().plan();
                LOG.info(
                        "balance_begun worst={} then={} orders={} slots={} copies={}",
                        figure(proposed.proposal().worstBefore()),
                        figure(proposed.proposal().worstAfter()),
                        plan.ordersChanged(),
                        plan.slotsMoved(),
                        plan.voterMoves());
            }
            case BalanceAnswer.Refused refused ->
                    LOG.info("balance_not_begun {}", refused.sentence());
            case BalanceAnswer.Failed failed -> LOG.info("balance_not_begun {}", failed.sentence());
        }
    }
}
