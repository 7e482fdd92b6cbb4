package io.paxosstore.log.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.fs.Faults;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.NodeList;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/** What a node knows of the others is in its directory, whatever it is started with. */
class MemberMemoryTest {
    private static final Path DIRECTORY = Path.of("/store");
    private static final Path FILE = DIRECTORY.resolve(MemberMemory.FILE);
    private static final KnownNodes FOUNDED = new KnownNodes(nodes("h", 1, 2, 3), null);

    private CrashableFileSystem fs = new CrashableFileSystem(1);

    private static ClusterNode node(int id, String host) {
        return new ClusterNode(
                id, host + id, 7400, 7401, 7402, "default", 0, Membership.ACTIVE, 100);
    }

    private static List<ClusterNode> nodes(String host, int... ids) {
        return IntStream.of(ids).mapToObj(id -> node(id, host)).toList();
    }

    private static NodeList list(long version, int... ids) {
        return new NodeList(version, nodes("h", ids));
    }

    private NodeIdentity open(int nodeId, KnownNodes told) throws IOException {
        NodeIdentity identity =
                NodeIdentity.open(
                        IdentityConfig.of(DIRECTORY, "test", nodeId, 1).withNodes(told),
                        fs,
                        StorageEngine.Listener.NONE,
                        IdentityEnvironment.system());
        identity.begin(() -> {});
        return identity;
    }

    private static List<DamageReport.Kind> damage(NodeIdentity identity) {
        return identity.damage().reports().stream().map(DamageReport::kind).toList();
    }

    @Test
    void theNewestListIsKeptOverACrash() throws IOException {
        NodeIdentity opened = open(1, FOUNDED);
        assertEquals(FOUNDED, opened.nodes());
        opened.keep(list(7, 1, 2, 3, 4));
        opened.keep(list(6, 1, 2, 3));
        fs = fs.crash();
        KnownNodes expected = new KnownNodes(FOUNDED.founders(), list(7, 1, 2, 3, 4));
        assertEquals(expected, KnownNodes.peek(fs, DIRECTORY));
        assertEquals(expected, open(1, FOUNDED).nodes(), "an older list changes nothing");
    }

    @Test
    void whoWasRemovedIsNoneOfTheNodes() {
        List<ClusterNode> nodes = new ArrayList<>(nodes("h", 1, 2));
        nodes.add(node(3, "h").as(Membership.REMOVED));
        nodes.add(node(4, "h").as(Membership.DRAINING));
        KnownNodes known = FOUNDED.with(new NodeList(9, nodes));
        assertEquals(List.of(1, 2, 4), known.nodes().stream().map(ClusterNode::id).toList());
        assertEquals(List.of(1, 2, 3), known.founderIds());
    }

    @Test
    void aNodeThatJoinedIsNoFounder() throws IOException {
        KnownNodes told = FOUNDED.with(list(2, 1, 2, 3, 4));
        open(4, told).close(true);
        NodeIdentity again = open(4, told);
        assertEquals(told, again.nodes());
        assertEquals(List.of(), damage(again));
    }

    @Test
    void foundersThatMovedAreKeptWhereTheyAre() throws IOException {
        open(1, FOUNDED).close(true);
        KnownNodes moved = new KnownNodes(nodes("elsewhere", 1, 2, 3), null);
        open(1, moved).close(true);
        assertEquals(moved, KnownNodes.peek(fs, DIRECTORY));
    }

    @Test
    void aDirectoryOfBeforeGetsTheFileAtItsFirstStart() throws IOException {
        open(1, FOUNDED).close(true);
        Path store = DIRECTORY.resolve(StoreFile.FILE);
        byte[] content = content(StoreFile.file(fs, DIRECTORY, stop()));
        fs.delete(FILE);
        fs.delete(store);
        new MirroredFile(fs, store, StoreFile.MAGIC, 4, StoreFile.CONTENT_BYTES_MAX, stop())
                .write(content);
        assertNull(KnownNodes.peek(fs, DIRECTORY));
        CrashableFileSystem before = fs;
        boolean done = false;
        for (int loss = 1; !done; loss++) {
            fs = before.copy();
            fs.faults().powerLossAt(loss);
            try {
                NodeIdentity opened = open(1, FOUNDED);
                assertFalse(opened.reborn(), "slots were there before");
                done = true;
            } catch (Faults.PowerLossException e) {
                assertFalse(fs.faults().hasPower());
            }
            fs = fs.crash();
            NodeIdentity again = open(1, FOUNDED);
            assertEquals(FOUNDED, KnownNodes.peek(fs, DIRECTORY), "power lost at " + loss);
            assertEquals(List.of(), damage(again), "power lost at " + loss);
        }
        assertEquals(
                StoreFile.FORMAT_VERSION, StoreFile.file(fs, DIRECTORY, stop()).read().version());
    }

    private static FailStop stop() {
        return new FailStop(StorageEngine.Listener.NONE);
    }

    private static byte[] content(MirroredFile file) throws IOException {
        var content = file.read().content();
        assertNotNull(content);
        byte[] bytes = new byte[content.remaining()];
        content.get(bytes);
        return bytes;
    }

    @Test
    void aLostFileIsReportedAndMadeAgainAndNoVoteIsLost() throws IOException {
        NodeIdentity opened = open(1, FOUNDED);
        opened.standing(Standing.WHOLE);
        opened.keep(list(7, 1, 2, 3, 4));
        opened.close(true);
        int half = fs.content(FILE).length / 2;
        fs.flipBit(FILE, 30, 1);
        NodeIdentity repaired = open(1, FOUNDED);
        assertEquals(List.of(DamageReport.Kind.BAD_COPY), damage(repaired));
        assertEquals(7, FOUNDED.with(list(7, 1, 2, 3, 4)).version());
        repaired.close(true);
        fs.flipBit(FILE, 30, 1);
        fs.flipBit(FILE, half + 30, 1);
        List<DamageReport> seen = new ArrayList<>();
        try (IdentityInspector inspector = IdentityInspector.open(fs, DIRECTORY)) {
            assertNull(inspector.nodes(seen::add));
        }
        assertEquals(DamageReport.Kind.LOST_MEMBERS, seen.get(0).kind());
        assertNull(KnownNodes.peek(fs, DIRECTORY));
        NodeIdentity anew = open(1, FOUNDED);
        assertEquals(List.of(DamageReport.Kind.LOST_MEMBERS), damage(anew));
        assertEquals(Standing.WHOLE, anew.standing());
        assertEquals(FOUNDED, KnownNodes.peek(fs, DIRECTORY));
    }

    @Test
    void membersFileBytes() {
        KnownNodes known = new KnownNodes(nodes("h", 1), list(3, 1));
        String node = "01" + "026831" + "e839e939ea39" + "0764656661756c74" + "00" + "01" + "64";
        assertEquals(
                "1d"
                        + "0101"
                        + "0101"
                        + node
                        + "7eacc104"
                        + "01"
                        + "1d"
                        + "0101"
                        + "0301"
                        + node
                        + "950b2174",
                HexFormat.of().formatHex(MemberMemory.encode(known)));
    }
}
