package io.paxosstore.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.IdentityConfig;
import io.paxosstore.log.identity.IdentityEnvironment;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.sim.bitcask.BitcaskStorage;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Rules M4, M6: the storages of a simulated node agree with the simplest account there is of which
 * entities are amnesiac, whatever is written, entered and crashes in between.
 */
class SlotStoragesTest {
    private static final int STEPS = 400;
    private static final List<SlotStanding> STANDINGS = List.of(SlotStanding.values());
    private static final List<String> NAMES =
            List.of("{a}1", "{a}2", "{a}3", "{b}1", "{b}2", "{c}1");

    /** A storage on a disk of its own. */
    private static final class Node {
        final SimStorage storage;
        CrashableFileSystem fs = new CrashableFileSystem(1);
        NodeIdentity identity;

        Node(SimStorage storage) throws IOException {
            this.storage = storage;
            this.identity = open();
            identity.standing(Standing.WHOLE);
        }

        NodeIdentity open() throws IOException {
            NodeIdentity opened =
                    NodeIdentity.open(
                            IdentityConfig.of(Path.of("/store"), "sim", 1, 1),
                            fs,
                            StorageEngine.Listener.NONE,
                            new IdentityEnvironment(
                                    () -> Instant.parse("2026-01-01T00:00:00Z"),
                                    () -> new UUID(1, 2),
                                    () -> 1));
            storage.open(fs, opened);
            opened.begin(storage::makeFirstFiles);
            storage.begin();
            return opened;
        }

        void crash(RandomSource random) throws IOException {
            storage.crash(random);
            fs = fs.crash();
            identity = open();
        }
    }

    private static EntityKey key(String name) {
        return new EntityKey(1, name.getBytes(StandardCharsets.UTF_8));
    }

    /** What happens to all of them alike. */
    private static final class Course {
        private final List<Node> nodes = new ArrayList<>();
        private final RandomSource random;

        // The account.
        private final Map<Integer, SlotConfiguration.Stable> epochs = new HashMap<>();
        private final Map<Integer, SlotStanding> standings = new HashMap<>();
        private final Map<EntityKey, Long> versions = new HashMap<>();
        private final Set<EntityKey> lostInStore = new HashSet<>();
        private final Set<EntityKey> lostInSlot = new HashSet<>();
        private final Set<EntityKey> endsInStore = new HashSet<>();
        private final Set<EntityKey> endsInSlot = new HashSet<>();
        private final Set<EntityKey> underWay = new HashSet<>();

        /** Of which each storage may hold something else, since a crash kept it or did not. */
        private final Set<EntityKey> uncertain = new HashSet<>();

        private boolean storeRebuilds;
        int amnesiacs;
        int recovered;

        Course(long seed) {
            random = new RandomSource(seed);
        }

        private EntityKey anyKey() {
            return key(NAMES.get(random.nextInt(NAMES.size())));
        }

        private boolean slotRebuilds(EntityKey key) {
            return standings.get(Slots.of(key)) == SlotStanding.REBUILDING;
        }

        private boolean isAmnesiac(EntityKey key) {
            boolean held = versions.containsKey(key);
            boolean inStore = storeRebuilds && (!held || lostInStore.contains(key));
            boolean inSlot = slotRebuilds(key) && (!held || lostInSlot.contains(key));
            return inStore || inSlot;
        }

        private void write() {
            EntityKey key = anyKey();
            if (standings.get(Slots.of(key)) == SlotStanding.NONE) {
                return;
            }
            long entry = versions.getOrDefault(key, 0L) + 1;
            boolean rebuilt = isAmnesiac(key) && random.chance(0.6);
            EntryValue value = EntryValue.of(new ValueId(1, 1, entry), new byte[] {(byte) entry});
            LogRecord record = new LogRecord(key, entry, 0, 0, value, true, entry, rebuilt);
            nodes.forEach(node -> node.storage.append(record, entry));
            versions.put(key, entry);
            underWay.add(key);
            if (entry == 1 && !rebuilt) {
                // What was absent, and is lost, is so until a rebuilt record comes.
                lostInStore.add(key);
                lostInSlot.add(key);
            }
            if (rebuilt) {
                endsInStore.add(key);
                endsInSlot.add(key);
            }
        }

        private void sync() {
            for (Node node : nodes) {
                node.storage.commit();
                node.storage.sync((key, ticket) -> {});
            }
            lostInStore.removeAll(endsInStore);
            lostInSlot.removeAll(endsInSlot);
            recovered += endsInSlot.size();
            endsInStore.clear();
            endsInSlot.clear();
            uncertain.removeAll(underWay);
            underWay.clear();
        }

        private void loseAll(int slot) {
            NAMES.stream()
                    .map(SlotStoragesTest::key)
                    .filter(key -> Slots.of(key) == slot)
                    .forEach(key -> {
                        lostInSlot.add(key);
                        endsInSlot.remove(key);
                    });
        }

        private void enter() throws IOException {
            int slot = Slots.of(anyKey());
            SlotStanding standing = STANDINGS.get(random.nextInt(STANDINGS.size()));
            SlotConfiguration.Stable before = epochs.get(slot);
            if (standings.get(slot) == SlotStanding.NONE && standing != SlotStanding.REBUILDING) {
                return; // who has left comes anew
            }
            SlotConfiguration.Stable now =
                    before == null ? SlotConfiguration.first(List.of(1, 2, 3)) : before;
            if (random.chance(0.5)) {
                List<Integer> next = now.ids().contains(1) ? List.of(2, 3, 4) : List.of(1, 2, 3);
                now = now.towards(next).completed();
            }
            boolean anew =
                    before == null
                            || comesAfter(before.epoch(), now)
                            || standings.get(slot) != SlotStanding.REBUILDING;
            if (standing == SlotStanding.REBUILDING && anew) {
                sync();
                loseAll(slot);
                forget(slot);
                for (Node node : nodes) {
                    node.identity.raiseIncarnation(0); // since it may have voted in this one
                }
            } else if (standing == SlotStanding.NONE) {
                sync();
            }
            epochs.put(slot, now);
            standings.put(slot, standing);
            for (Node node : nodes) {
                node.identity.enter(List.of(new SlotRecord(slot, now, standing)));
                node.storage.slotsWhole(one -> one == slot && standing == SlotStanding.WHOLE);
            }
            if (standing == SlotStanding.NONE) {
                forget(slot);
            }
        }

        private void forget(int slot) {
            for (int step = 0; step < SimStorage.FORGET_STEPS; step++) {
                for (Node node : nodes) {
                    node.storage.forget(one -> one == slot, step);
                }
            }
            versions.keySet().removeIf(key -> Slots.of(key) == slot);
            uncertain.removeIf(key -> Slots.of(key) == slot);
        }

        /** Rule M4, of node 1. */
        private static boolean comesAfter(long epoch, SlotConfiguration now) {
            return now.voters().stream()
                    .anyMatch(voter -> voter.node() == 1 && voter.since() > epoch);
        }

        private void changeStore() throws IOException {
            sync();
            storeRebuilds = !storeRebuilds;
            if (storeRebuilds) {
                NAMES.forEach(name -> lostInStore.add(key(name)));
            }
            for (Node node : nodes) {
                if (storeRebuilds) {
                    node.identity.standing(Standing.REBUILDING);
                    node.storage.rebuild();
                } else {
                    node.identity.standing(Standing.WHOLE);
                    node.storage.whole();
                }
            }
        }

        /** After a start all that is being rebuilt is amnesiac again. */
        private void crash() throws IOException {
            if (random.chance(0.5)) {
                sync();
            }
            for (Node node : nodes) {
                node.crash(random.fork());
            }
            uncertain.addAll(underWay);
            underWay.clear();
            endsInStore.clear();
            endsInSlot.clear();
            for (String name : NAMES) {
                lostInStore.add(key(name));
                lostInSlot.add(key(name));
            }
        }

        private void check(long seed, int step) {
            for (String name : NAMES) {
                EntityKey key = key(name);
                boolean wanted = isAmnesiac(key);
                amnesiacs += wanted ? 1 : 0;
                for (Node node : nodes) {
                    Stored stored = node.storage.look(key);
                    String where =
                            "%s of %s, seed %d, step %d"
                                    .formatted(
                                            name,
                                            node.storage.getClass().getSimpleName(),
                                            seed,
                                            step);
                    assertEquals(wanted, stored.amnesiac(), where);
                    if (uncertain.contains(key)) {
                        continue;
                    }
                    if (!versions.containsKey(key)) {
                        assertEquals(0, stored.version() + stored.pendingEntry(), where);
                    } else if (!(node.storage instanceof ModelEntityStorage)) {
                        assertEquals(versions.get(key), stored.version(), where);
                    }
                }
            }
        }

        void run(long seed) throws IOException {
            nodes.add(new Node(new ModelStorage()));
            nodes.add(new Node(new ModelEntityStorage(EntityBug.NONE, random.fork())));
            nodes.add(new Node(new BitcaskStorage(random.fork())));
            for (int step = 0; step < STEPS; step++) {
                int what = random.nextInt(100);
                if (what < 50) {
                    write();
                } else if (what < 70) {
                    sync();
                } else if (what < 92) {
                    enter();
                } else if (what < 96) {
                    changeStore();
                } else {
                    crash();
                }
                if (random.chance(0.5)) {
                    sync();
                    check(seed, step);
                }
            }
        }
    }

    @Test
    void agreeOnWhatIsAmnesiac() throws IOException {
        int sawAmnesia = 0;
        int sawRecovery = 0;
        for (long seed = 1; seed <= 60; seed++) {
            Course course = new Course(seed);
            course.run(seed);
            sawAmnesia += course.amnesiacs;
            sawRecovery += course.recovered;
        }
        assertTrue(sawAmnesia > 1000 && sawRecovery > 500, sawAmnesia + ", " + sawRecovery);
    }
}
