package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.EntityShard;
import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.lsm.store.AppliedEntry;
import io.paxosstore.lsm.store.ImageExport;
import io.paxosstore.lsm.store.LsmStore;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/**
 * One entity at the replica under test: does what the core would do, and knows what the engine has
 * promised to remember. The truth is also applied to a peer, which images come from.
 */
final class Follower {
    final Truth truth;
    private final Random random;
    private final LsmStore peer;
    private long peerVersion;

    // What the core has in memory.
    private long version;
    private long pending;
    private long number;
    private @Nullable EntryValue accepted;

    /** Records appended, by ticket: what each says of the version and of the pending entry. */
    private final Map<Long, LogRecord> records = new HashMap<>();

    /** Whether what was promised here is lost (Rule A1), and the record that ends that. */
    private boolean amnesiac;

    private long rebuiltTicket;

    /** The greatest entry that may have been voted on before the memory was lost. */
    private long floor;

    /** Whether the newest entry has come as such, and not with an image. */
    private boolean holdsValue;

    // What must survive: reported durable.
    private long durableVersion;
    private @Nullable LogRecord durableVote;

    /** Whether an image may have been lost with the last crash. */
    private boolean imageAtRisk;

    private EntityShard.@Nullable ImageTarget target;
    private List<byte[]> pages = List.of();
    private int nextPage;

    /** Images of which only what was appended was sent. */
    private int appended;

    /** Images of an entry for which another value was accepted. */
    private int masked;

    Follower(Truth truth, Random random, LsmStore peer) {
        this.truth = truth;
        this.random = random;
        this.peer = peer;
    }

    int appended() {
        return appended;
    }

    int masked() {
        return masked;
    }

    private boolean lags() {
        return pending > version + 1;
    }

    boolean isAmnesiac() {
        return amnesiac;
    }

    /** Whether it takes part in the choice of the next entry. */
    private boolean votes() {
        return !amnesiac && !lags() && number != LogRecord.FLOOR;
    }

    /** One step of the entity. */
    void step(TestEngine node) {
        int dice = random.nextInt(100);
        if (amnesiac && dice < 40) {
            rebuild(node);
            return;
        }
        if (dice < 14) {
            truth.choose(truth.proposal());
        } else if (dice < 40) {
            vote(node);
        } else if (dice < 65) {
            decide(node);
        } else if (dice < 88) {
            learn(node);
        } else if (dice < 98) {
            image(node);
        } else if (target != null) {
            target.close();
            target = null;
        }
    }

    private long append(TestEngine node, LogRecord record) {
        long ticket = node.append(record);
        records.put(ticket, record);
        return ticket;
    }

    /** What {@code Rebuild} in the core writes when everything is learnt (Rule A2). */
    private void rebuild(TestEngine node) {
        if (rebuiltTicket != 0 || !isSettled() || version < truth.newest()) {
            return;
        }
        long last = Math.max(floor, version + random.nextInt(2));
        boolean hasFloor = last > version;
        if (holdsValue && version > 0) {
            EntryValue value = truth.value(version);
            rebuiltTicket =
                    append(
                            node,
                            new LogRecord(
                                    truth.key, version, 0, 0, value, true, version, !hasFloor));
        }
        if (hasFloor || !holdsValue || version == 0) {
            pending = hasFloor ? last : version + 1;
            number = hasFloor ? LogRecord.FLOOR : 0;
            rebuiltTicket =
                    append(
                            node,
                            new LogRecord(
                                    truth.key, pending, number, 0, null, false, version, true));
        }
    }

    /** Promises or accepts something at the next entry, mostly what will not be chosen. */
    private void vote(TestEngine node) {
        if (!votes()) {
            return;
        }
        pending = version + 1;
        number++;
        if (random.nextInt(3) > 0) {
            boolean settled = truth.newest() > version;
            accepted =
                    settled && random.nextBoolean()
                            ? truth.value(version + 1)
                            : truth.newest() == version ? truth.proposal() : stale();
        }
        EntryValue value = accepted;
        append(
                node,
                new LogRecord(
                        truth.key,
                        pending,
                        number,
                        value == null ? 0 : number,
                        value,
                        false,
                        version));
    }

    /** A value that was not chosen for the next entry, though it was proposed. */
    private EntryValue stale() {
        Effects.Evaluate question = truth.question();
        Effects.Evaluate old =
                new Effects.Evaluate(
                        truth.key, 1, version, question.clockMillis(), question.commands());
        return truth.proposal(old, truth.answer(old));
    }

    /** Evaluates, and what comes of it is chosen. */
    private void decide(TestEngine node) {
        if (truth.newest() != version || !votes()) {
            return;
        }
        EntryValue held = accepted;
        if (held != null && pending == version + 1 && random.nextBoolean()) {
            truth.choose(held);
            node.shard(truth.key).apply(truth.apply(version + 1));
            node.shard(truth.key).markChosen(truth.key, version + 1);
            reached(version + 1);
            return;
        }
        Effects.Evaluate question = truth.question();
        Input.Evaluated answer = node.shard(truth.key).evaluate(question);
        Input.Evaluated expected = truth.answer(question);
        assertArrayEquals(expected.changes(), answer.changes());
        assertEquals(expected.results().size(), answer.results().size());
        truth.choose(truth.proposal(question, answer));
        learn(node);
    }

    /** The next entry comes from a peer. */
    private void learn(TestEngine node) {
        if (truth.newest() == version) {
            return;
        }
        long before = version;
        long entry = before + 1;
        node.shard(truth.key).apply(truth.apply(entry));
        EntryValue held = accepted;
        if (held != null && pending == entry && held.id().equals(truth.value(entry).id())) {
            node.shard(truth.key).markChosen(truth.key, entry);
        } else {
            append(node, new LogRecord(truth.key, entry, 0, 0, truth.value(entry), true, before));
        }
        reached(entry);
    }

    private void reached(long entry) {
        version = entry;
        holdsValue = true;
        // A pending entry that only says how far the others are means nothing once that is reached.
        if (pending <= entry || (pending == entry + 1 && number == 0)) {
            pending = 0;
            number = 0;
            accepted = null;
        }
    }

    private void feedPeer() {
        while (peerVersion < truth.newest()) {
            Effects.Apply entry = truth.apply(++peerVersion);
            peer.apply(
                    truth.key,
                    new AppliedEntry(
                            peerVersion,
                            Objects.requireNonNull(entry.after().id()),
                            entry.after().clockMillis(),
                            entry.after().requestTable()),
                    List.of(
                            entry.changes().length == 0
                                    ? EntityChanges.NONE.encode()
                                    : entry.changes()));
        }
    }

    /** A part of an image comes, or its end. */
    private void image(TestEngine node) {
        EntityShard.ImageTarget into = target;
        if (into == null) {
            if (truth.newest() == 0) {
                return;
            }
            feedPeer();
            pages = new ArrayList<>();
            long above = random.nextBoolean() ? version : 0;
            try (ImageExport export = peer.export(truth.key, above)) {
                appended += export.isAppended() ? 1 : 0;
                for (byte[] page = export.next(300); page != null; page = export.next(300)) {
                    pages.add(page);
                }
            }
            nextPage = 0;
            target = node.shard(truth.key).installImage(truth.key);
            return;
        }
        for (int i = random.nextInt(4); i >= 0 && nextPage < pages.size(); i--) {
            into.page(pages.get(nextPage++));
        }
        if (!into.isComplete()) {
            return;
        }
        Stored stored = into.finish();
        into.close();
        assertNotNull(stored, "what was appended follows what is held");
        target = null;
        assertTrue(stored.version() >= version);
        TestEngine.checkHead(truth, stored);
        if (stored.version() > version) {
            imageAtRisk = true;
            maskLoser(node, stored.version());
            reached(stored.version());
            holdsValue = false;
        }
    }

    /** What the core writes when an image brings another value of the entry accepted here. */
    private void maskLoser(TestEngine node, long entry) {
        EntryValue held = accepted;
        if (pending == entry && held != null && !held.id().equals(truth.value(entry).id())) {
            append(
                    node,
                    new LogRecord(truth.key, entry, LogRecord.FLOOR, 0, null, false, entry - 1));
            masked++;
        }
    }

    /** The images of the engine that ends are gone. */
    void closeImages() {
        if (target != null) {
            target.close();
        }
        target = null;
    }

    /** What has become durable. */
    void durable(long ticket) {
        LogRecord record = records.remove(ticket);
        if (record == null) {
            return;
        }
        if (ticket == rebuiltTicket) {
            rebuiltTicket = 0;
            amnesiac = false;
        }
        durableVersion = Math.max(durableVersion, record.version());
        if (!record.chosen()) {
            durableVote = record;
        }
    }

    /** Whether the core would ask now: nothing is under way. */
    boolean isSettled() {
        return records.isEmpty();
    }

    void checkWhileRunning(TestEngine node) {
        Stored stored = node.load(truth);
        assertEquals(amnesiac, stored.amnesiac());
        if (amnesiac) {
            assertEquals(version, stored.version());
            node.checkData(truth, version);
            node.checkEntries(truth);
            return;
        }
        if (stored.version() > version) {
            // The entries that were missing have come, and the journal has the next ones.
            assertTrue(lags());
            reached(stored.version());
        }
        assertEquals(version, stored.version());
        assertEquals(pending, stored.pendingEntry());
        assertEquals(number, stored.promised());
        EntryValue value = accepted;
        EntryValue found = stored.pendingValue();
        assertEquals(value == null ? null : value.id(), found == null ? null : found.id());
        node.checkData(truth, version);
        node.checkEntries(truth);
    }

    /** Everything of the data is durable now. */
    void flushed() {
        imageAtRisk = imageAtRisk && lags(); // what is missing is missing still
    }

    /** The disk is empty: all is forgotten, but that it is a member. */
    void wiped() {
        records.clear();
        version = 0;
        pending = 0;
        number = 0;
        accepted = null;
        durableVersion = 0;
        durableVote = null;
        amnesiac = true;
        rebuiltTicket = 0;
        floor = 0;
        holdsValue = false;
    }

    /** The entity is loaded after a restart: nothing that was told to be durable is lost. */
    void restarted(TestEngine node) {
        Stored stored = node.load(truth);
        assertTrue(amnesiac || !stored.amnesiac());
        assertTrue(rebuiltTicket != 0 || amnesiac == stored.amnesiac());
        amnesiac = stored.amnesiac();
        rebuiltTicket = 0;
        node.checkData(truth, stored.version());
        node.checkEntries(truth);
        long known = Math.max(stored.version(), stored.pendingEntry() - 1);
        assertTrue(known >= durableVersion, known + " below " + durableVersion);
        assertTrue(known <= truth.newest(), "nothing is known that was not chosen");
        if (stored.pendingEntry() > stored.version() + 1) {
            assertTrue(
                    imageAtRisk || stored.promised() == LogRecord.FLOOR,
                    () ->
                            truth.key
                                    + ": only an image may be missing; it was at "
                                    + version
                                    + ", pending "
                                    + pending
                                    + ", and is "
                                    + stored);
        }
        LogRecord vote = durableVote;
        if (vote != null && vote.entry() > known) {
            assertEquals(vote.entry(), stored.pendingEntry());
            assertTrue(stored.promised() >= vote.promised());
            assertTrue(stored.accepted() >= vote.accepted());
        }
        records.clear();
        version = stored.version();
        pending = stored.pendingEntry();
        number = stored.promised();
        accepted = stored.pendingValue();
        holdsValue = stored.chosenValue() != null;
        if (amnesiac) {
            floor = Math.max(floor, pending);
            pending = 0;
            number = 0;
            accepted = null;
        }
        if (pending > version && accepted != null) {
            assertNotNull(accepted.id());
        }
    }
}
