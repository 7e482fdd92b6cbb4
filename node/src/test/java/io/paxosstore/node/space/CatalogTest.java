package io.paxosstore.node.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.RequestId;
import io.paxosstore.core.RequestTable;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.node.space.CatalogRequest.Answer;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

final class CatalogTest {
    private static final long ALICE = 1;
    private static final long BOB = 2;
    private static final long YEAR_STAMP = 31_557_600L << 32;
    private static final long NOW_MILLIS = 1_800_000_000_000L;
    private static final long NOW_STAMP = (NOW_MILLIS / 1000) << 32;
    private static final CatalogOptions OPTIONS = new CatalogOptions(1, 1, 3, 4, 60_000);

    private static CatalogRequest.Once once(long client, long number) {
        return new CatalogRequest.Once(
                new RequestId(client, NOW_STAMP + number), NOW_STAMP + number - 1, 1);
    }

    private static CatalogRequest create(String name, boolean ifNotExists, long client, long n) {
        return new CatalogRequest.Create(
                name, SpaceKind.KEY_VALUE, ifNotExists, once(client, n), answer -> {});
    }

    private static CatalogRequest drop(String name, long client, long n) {
        return new CatalogRequest.Drop(name, once(client, n), answer -> {});
    }

    private static CatalogChange change(Catalog before, CatalogRequest... requests) {
        CatalogChange change = new CatalogChange(before, OPTIONS, NOW_MILLIS);
        for (CatalogRequest request : requests) {
            change.apply(request);
        }
        return change;
    }

    /** What is written, as another node reads it. */
    private static Catalog after(Catalog before, CatalogRequest... requests) {
        CatalogChange change = change(before, requests);
        assertTrue(change.isNeeded());
        return Catalog.decode(before.version() + 1, change.after().encode());
    }

    private static Answer one(Catalog before, CatalogRequest request) {
        return change(before, request).answers().getFirst();
    }

    private static void assertFailed(FailureCode code, Answer answer) {
        assertEquals(code, assertInstanceOf(Answer.Failed.class, answer).code());
    }

    private static final List<SpaceInfo> GOLDEN_SPACES =
            List.of(
                    new SpaceInfo(1, "ab", SpaceKind.KEY_VALUE),
                    new SpaceInfo(1 << 24, "c", SpaceKind.ENTITY));

    @Test
    void goldenBytes() throws Exception {
        RequestTable requests = new RequestTable();
        requests.executed(new RequestId(ALICE, 10), 9, new CatalogResult.Made(1).encode());
        Catalog catalog =
                Catalog.EMPTY
                        .with("ab", SpaceKind.KEY_VALUE)
                        .with("c", SpaceKind.ENTITY)
                        .remembering(requests, 300);
        String hex =
                "03"
                        + "02"
                        + "81808008"
                        + "02"
                        + "01"
                        + "026162"
                        + "01"
                        + "01"
                        + "80808008"
                        + "0163"
                        + "02"
                        + "01"
                        + "ac02"
                        + "00" // forgotten stamp
                        + "01" // clients
                        + "0000000000000001"
                        + "000000000000000a"
                        + "01"
                        + "01"
                        + "00"
                        + "03"
                        + "0101";
        assertEquals(hex, HexFormat.of().formatHex(catalog.encode()));
        Catalog decoded = Catalog.decode(4, HexFormat.of().parseHex(hex));
        assertEquals(GOLDEN_SPACES, decoded.spaces());
        assertEquals(4, decoded.version());
        assertEquals(300, decoded.clockMillis());
        assertEquals(2, decoded.nextId(SpaceKind.KEY_VALUE));
        assertEquals((1 << 24) + 1, decoded.nextId(SpaceKind.ENTITY));
        assertInstanceOf(
                RequestTable.Verdict.Duplicate.class,
                decoded.requests().verdict(new RequestId(ALICE, 10)));
    }

    @Test
    void goldenBytesOfAClusterThatDoesNotCountFromTheLowest() throws Exception {
        String hex =
                "04"
                        + "c09a0c" // 200,000
                        + "81808018" // 2^24 + 2^25 + 1
                        + "c19a0c"
                        + "82808018"
                        + "02"
                        + "c09a0c"
                        + "026162"
                        + "01"
                        + "01"
                        + "81808018"
                        + "0163"
                        + "02"
                        + "01"
                        + "00";
        Catalog decoded = Catalog.decode(4, HexFormat.of().parseHex(hex));
        assertEquals(
                List.of(
                        new SpaceInfo(200_000, "ab", SpaceKind.KEY_VALUE),
                        new SpaceInfo((1 << 24) + (1 << 25) + 1, "c", SpaceKind.ENTITY)),
                decoded.spaces());
        assertEquals(200_000, decoded.firstId(SpaceKind.KEY_VALUE));
        assertEquals(200_001, decoded.nextId(SpaceKind.KEY_VALUE));
        assertEquals(hex, HexFormat.of().formatHex(decoded.encode()));
        byte[] backwards = HexFormat.of().parseHex(hex.replace("c19a0c", "bf9a0c"));
        assertThrows(MalformedBytesException.class, () -> Catalog.decode(4, backwards));
        byte[] otherKind = HexFormat.of().parseHex(hex.replace("81808018", "c09a0c"));
        assertThrows(MalformedBytesException.class, () -> Catalog.decode(4, otherKind));
        byte[] notGiven = HexFormat.of().parseHex(hex.replace("02c09a0c", "02c29a0c"));
        assertThrows(MalformedBytesException.class, () -> Catalog.decode(4, notGiven));
    }

    /** Who still knows the spaces of a cluster that is gone must not meet others by their ids. */
    @Test
    void everyFoundingCountsFromANumberOfItsOwn() {
        Set<Integer> keyValues = new HashSet<>();
        Set<Integer> entities = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            RequestId request = new RequestId(i % 10, NOW_STAMP + ((long) (i / 10) << 32));
            Catalog founded = Catalog.EMPTY.foundedBy(request);
            int first = founded.firstId(SpaceKind.KEY_VALUE);
            assertTrue(first >= 1 << 14 && first < 1 << 21, "first " + first);
            assertEquals(SpaceKind.ENTITY, SpaceKind.of(founded.firstId(SpaceKind.ENTITY)));
            assertTrue(founded.hasRoom(SpaceKind.ENTITY));
            keyValues.add(first);
            entities.add(founded.firstId(SpaceKind.ENTITY));
        }
        assertTrue(keyValues.size() > 990, "of 1000 foundings " + keyValues.size());
        assertTrue(entities.size() > 990, "of 1000 foundings " + entities.size());
    }

    @Test
    void theFirstSpaceFoundsAndNoLaterOne() {
        RequestId first = new RequestId(ALICE, NOW_STAMP + 1);
        Catalog one = after(Catalog.EMPTY, create("a", false, ALICE, 1));
        int id = Catalog.EMPTY.foundedBy(first).firstId(SpaceKind.KEY_VALUE);
        assertEquals(new SpaceInfo(id, "a", SpaceKind.KEY_VALUE), one.spaces().getFirst());
        Catalog none = after(one, drop("a", ALICE, 2));
        Catalog two = after(none, create("b", false, BOB, 1));
        assertEquals(id + 1, two.spaces().getFirst().id());
        assertEquals(List.of(id), none.droppedSince(Catalog.EMPTY).boxed().toList());
        assertEquals(Catalog.Status.UNKNOWN, two.status(1));
        assertEquals(Catalog.Status.UNKNOWN, two.status(id - 1));
        assertTrue(Catalog.EMPTY.mayComeToBe(1));
        assertFalse(Catalog.EMPTY.mayComeToBe(EntityKey.SYSTEM_SPACE));
        assertFalse(two.mayComeToBe(id - 1), "nobody asks for it again and again");
        assertFalse(two.mayComeToBe(id), "it was dropped");
        assertTrue(two.mayComeToBe(id + 1), "a copy from before a restart is asked again");
        assertTrue(two.mayComeToBe(id + 2));
        assertFalse(two.mayComeToBe(two.firstId(SpaceKind.ENTITY) - 1));
        assertTrue(two.mayComeToBe(two.firstId(SpaceKind.ENTITY)));
        Catalog old = Catalog.EMPTY.with("a", SpaceKind.KEY_VALUE).without("a");
        assertEquals(2, after(old, create("b", false, BOB, 1)).spaces().getFirst().id());
    }

    /** Directories of before the table of requests stay readable. */
    @Test
    void theFormatWithCreatorsIsRead() {
        String hex =
                "02"
                        + "02"
                        + "81808008"
                        + "02"
                        + "01"
                        + "026162"
                        + "01"
                        + "01"
                        + "0000000000000001"
                        + "000000000000000a"
                        + "80808008"
                        + "0163"
                        + "02"
                        + "01"
                        + "0000000000000002"
                        + "000000000000000a";
        Catalog decoded = Catalog.decode(4, HexFormat.of().parseHex(hex));
        assertEquals(GOLDEN_SPACES, decoded.spaces());
        Catalog next = after(decoded, drop("ab", ALICE, 1));
        assertEquals(GOLDEN_SPACES.subList(1, 2), next.spaces());
        assertEquals(Catalog.Status.DROPPED, next.status(1));
    }

    /** Lookups go by tables of the ids and the names: they are those of their own version. */
    @Test
    void everyVersionFindsItsOwnSpacesByIdAndByName() {
        Catalog catalog = Catalog.EMPTY;
        for (int i = 1; i <= 300; i++) {
            catalog = catalog.with("s" + i, SpaceKind.KEY_VALUE);
        }
        Catalog shorter = catalog.without("s7");
        Catalog again = shorter.with("s7", SpaceKind.KEY_VALUE).at(9);
        Catalog decoded = Catalog.decode(9, again.encode());
        for (Catalog one : List.of(again, decoded)) {
            assertEquals(300, one.size());
            assertEquals(9, one.version());
            for (SpaceInfo space : one.spaces()) {
                assertEquals(space, one.space(space.id()));
                assertEquals(space, one.named(space.name()));
            }
            assertEquals(301, Objects.requireNonNull(one.named("s7")).id());
            assertNull(one.space(7));
        }
        assertEquals(7, Objects.requireNonNull(catalog.named("s7")).id());
        assertNull(shorter.named("s7"));
        assertEquals(Catalog.Status.DROPPED, shorter.status(7));
        assertEquals(Catalog.Status.ACTIVE, catalog.status(7));
    }

    @Test
    void aKindThatContradictsItsNumberIsRefused() {
        byte[] bytes = Catalog.EMPTY.with("ab", SpaceKind.KEY_VALUE).encode();
        bytes[bytes.length - 3] = 2;
        MalformedBytesException e =
                assertThrows(MalformedBytesException.class, () -> Catalog.decode(4, bytes));
        assertEquals("The catalog has a space of kind entity with the number 1.", e.getMessage());
    }

    @Test
    void theNumberTellsTheKind() {
        CatalogChange change =
                new CatalogChange(
                        Catalog.EMPTY, new CatalogOptions(1, 1, 9, 4, 60_000), NOW_MILLIS);
        int n = 0;
        for (SpaceKind kind : SpaceKind.values()) {
            for (String name : List.of("a-", "b-")) {
                change.apply(
                        new CatalogRequest.Create(
                                name + kind.word(), kind, false, once(ALICE, ++n), answer -> {}));
            }
        }
        change.apply(drop("a-entity", ALICE, ++n));
        Catalog after = change.after();
        int key = after.firstId(SpaceKind.KEY_VALUE);
        int entity = after.firstId(SpaceKind.ENTITY);
        assertEquals(
                List.of(key, key + 1, entity + 1),
                after.spaces().stream().map(SpaceInfo::id).sorted().toList());
        for (SpaceInfo space : after.spaces()) {
            assertEquals(SpaceKind.of(space.id()), space.kind());
            assertEquals(space, after.space(space.id()));
        }
        assertEquals(List.of(entity), after.droppedSince(Catalog.EMPTY).boxed().toList());
        assertEquals(Catalog.Status.DROPPED, after.status(entity));
        assertEquals(Catalog.Status.UNKNOWN, after.status(entity + 2));
        assertEquals(Catalog.Status.UNKNOWN, after.status(key + 2));
    }

    @Test
    void aSpaceOfAnotherKindIsNoneThatWasWanted() {
        Catalog catalog = Catalog.EMPTY.with("a", SpaceKind.ENTITY);
        Answer answer = one(catalog, create("a", true, BOB, 1));
        assertFailed(FailureCode.SPACE_EXISTS, answer);
        assertEquals(
                "A space 'a' exists already, of the kind entity; use another name.",
                ((Answer.Failed) answer).sentence());
    }

    @Test
    void idsAreNeverUsedAgain() {
        Catalog after =
                after(
                        Catalog.EMPTY,
                        create("a", false, ALICE, 1),
                        drop("a", ALICE, 2),
                        create("a", false, BOB, 1));
        int first = after.firstId(SpaceKind.KEY_VALUE);
        assertEquals(first + 1, after.spaces().getFirst().id());
        assertEquals(Catalog.Status.DROPPED, after.status(first));
        assertEquals(Catalog.Status.ACTIVE, after.status(first + 1));
        assertEquals(Catalog.Status.UNKNOWN, after.status(first + 2));
        assertEquals(Catalog.Status.UNKNOWN, after.status(EntityKey.SYSTEM_SPACE));
        assertEquals(Catalog.Status.UNKNOWN, after.status(-1));
    }

    @Test
    void aRepeatedCreateGetsItsSpace() {
        Catalog catalog = after(Catalog.EMPTY, create("a", false, ALICE, 1));
        assertInstanceOf(Answer.One.class, one(catalog, create("a", false, ALICE, 1)));
        assertInstanceOf(Answer.One.class, one(catalog, create("a", true, BOB, 1)));
        assertFailed(FailureCode.SPACE_EXISTS, one(catalog, create("a", false, BOB, 1)));
        assertFailed(FailureCode.SPACE_EXISTS, one(catalog, create("a", false, ALICE, 2)));
    }

    /** The data of the second space would be lost, though nobody asked for that. */
    @Test
    void aLateAttemptOfADropSparesTheSpaceThatWasCreatedSince() {
        CatalogRequest drop = drop("a", ALICE, 2);
        Catalog dropped = after(after(Catalog.EMPTY, create("a", false, ALICE, 1)), drop);
        Catalog again = after(dropped, create("a", false, BOB, 1));
        CatalogChange late = change(again, drop);
        assertInstanceOf(Answer.Done.class, late.answers().getFirst());
        assertFalse(late.isNeeded());
        assertEquals(
                Catalog.Status.ACTIVE,
                late.after().status(late.after().firstId(SpaceKind.KEY_VALUE) + 1));
    }

    /** Also once the client has settled the drop, and asked for something else. */
    @Test
    void anAttemptBelowItsClientsFloorIsNotMade() {
        CatalogRequest drop = drop("a", ALICE, 2);
        Catalog dropped = after(after(Catalog.EMPTY, create("a", false, ALICE, 1)), drop);
        Catalog again = after(dropped, create("a", false, ALICE, 3));
        CatalogChange late = change(again, drop);
        assertEquals(new Answer.Expired(NOW_STAMP + 2), late.answers().getFirst());
        assertEquals(
                Catalog.Status.ACTIVE,
                late.after().status(late.after().firstId(SpaceKind.KEY_VALUE) + 1));
    }

    @Test
    void aLateAttemptOfACreateDoesNotBringTheSpaceBack() {
        CatalogRequest create = create("a", true, ALICE, 1);
        Catalog dropped = after(after(Catalog.EMPTY, create), drop("a", BOB, 1));
        CatalogChange late = change(dropped, create);
        assertEquals(
                new Answer.One(
                        new SpaceInfo(
                                dropped.firstId(SpaceKind.KEY_VALUE), "a", SpaceKind.KEY_VALUE)),
                late.answers().getFirst());
        assertEquals(0, late.after().size());
    }

    /** Rule E1: who was told so must not find later that it was done after all. */
    @Test
    void refusalsAreRememberedToo() {
        CatalogRequest drop = drop("a", ALICE, 1);
        CatalogRequest create = create("b", false, ALICE, 2);
        Catalog catalog = after(Catalog.EMPTY, drop, create("b", false, BOB, 1));
        Catalog refused = after(catalog, create("b", false, ALICE, 2));
        Catalog changed = after(refused, drop("b", BOB, 2), create("a", false, BOB, 3));
        assertEquals(new Answer.Expired(NOW_STAMP + 1), one(changed, drop));
        assertFailed(FailureCode.SPACE_EXISTS, one(changed, create));
        assertEquals(1, change(changed, drop, create).after().size());
    }

    /** Rule E2: whom the catalog may have forgotten is not served as if it were new. */
    @Test
    void whatMayBeForgottenIsNotMade() {
        Catalog catalog = after(Catalog.EMPTY, create("a", false, ALICE, 1));
        for (long client = 10; client < 14; client++) {
            catalog = after(catalog, drop("none", client, client));
        }
        assertEquals(new Answer.Expired(NOW_STAMP + 1), one(catalog, drop("a", ALICE, 1)));
        assertInstanceOf(Answer.Done.class, one(catalog, drop("a", ALICE, 2)));
        assertFailed(FailureCode.BAD_REQUEST, one(catalog, drop("a", BOB, 30 * YEAR_STAMP)));
    }

    @Test
    void dropsAndOpensNeedTheSpace() {
        assertFailed(FailureCode.UNKNOWN_SPACE, one(Catalog.EMPTY, drop("a", ALICE, 1)));
        assertFailed(
                FailureCode.UNKNOWN_SPACE,
                one(Catalog.EMPTY, new CatalogRequest.Open("a", answer -> {})));
    }

    @Test
    void namesAndNumbersAreBounded() {
        for (String name : List.of("", "A", "a b", "ä", "x".repeat(65))) {
            assertFailed(
                    FailureCode.BAD_REQUEST, one(Catalog.EMPTY, create(name, false, ALICE, 1)));
        }
        Catalog full = Catalog.EMPTY;
        for (String name : List.of("a", "b", "c")) {
            full = full.with(name, SpaceKind.KEY_VALUE);
        }
        assertFailed(FailureCode.BAD_REQUEST, one(full, create("d", false, ALICE, 1)));
    }

    /** Stores remember the numbers of dropped spaces, and stop where they are too many. */
    @Test
    void thereAreAsManyNumbersAsStoresRemember() {
        byte[] bytes =
                new ByteWriter(16)
                        .putByte(3)
                        .putVarint(1 + NodeIdentity.DROPPED_SPACES_MAX)
                        .putVarint(1 << 24)
                        .putVarint(0)
                        .putVarint(0)
                        .toBytes();
        Catalog full = Catalog.decode(7, bytes);
        CatalogRequest entities =
                new CatalogRequest.Create(
                        "d", SpaceKind.ENTITY, false, once(ALICE, 2), answer -> {});
        CatalogChange change = change(full, create("d", false, ALICE, 1), entities);
        change.answers().forEach(answer -> assertFailed(FailureCode.BAD_REQUEST, answer));
        assertFalse(change.isNeeded(), "a late attempt is told the same anyway");
    }

    /** Against the naive way, which looks at every number that was ever given. */
    @Test
    void aVersionTellsWhatWasDroppedSinceAnyOther() {
        Random random = new Random(3);
        List<Catalog> versions = new ArrayList<>(List.of(Catalog.EMPTY));
        for (int i = 0; i < 60; i++) {
            Catalog newest = versions.getLast();
            String name = "s" + random.nextInt(8);
            SpaceKind kind = random.nextBoolean() ? SpaceKind.ENTITY : SpaceKind.KEY_VALUE;
            versions.add(
                    newest.named(name) == null ? newest.with(name, kind) : newest.without(name));
        }
        Catalog last = versions.getLast();
        for (Catalog before : versions) {
            List<Integer> naive = new ArrayList<>();
            for (int id = 0; id <= 60; id++) {
                for (int one : new int[] {id, SpaceKind.ENTITY_FROM + id}) {
                    if (last.status(one) == Catalog.Status.DROPPED
                            && before.status(one) != Catalog.Status.DROPPED) {
                        naive.add(one);
                    }
                }
            }
            assertEquals(
                    naive.stream().sorted().toList(),
                    last.droppedSince(before).sorted().boxed().toList());
        }
        assertTrue(last.droppedSince(Catalog.EMPTY).count() > 10);
    }

    /** One number is left: the last space that can ever be dropped. */
    @Test
    void theLastNumberIsGiven() {
        byte[] bytes =
                new ByteWriter(16)
                        .putByte(3)
                        .putVarint(NodeIdentity.DROPPED_SPACES_MAX)
                        .putVarint(1 << 24)
                        .putVarint(0)
                        .putVarint(0)
                        .toBytes();
        Catalog last =
                after(
                        Catalog.decode(7, bytes),
                        create("d", false, ALICE, 1),
                        drop("d", ALICE, 2),
                        create("e", false, ALICE, 3));
        assertEquals(NodeIdentity.DROPPED_SPACES_MAX, last.droppedSince(Catalog.EMPTY).count());
        assertEquals(0, last.size());
    }

    @Test
    void readsChangeNothing() {
        CatalogChange change =
                change(
                        Catalog.EMPTY,
                        new CatalogRequest.ListAll(answer -> {}),
                        new CatalogRequest.Refresh(answer -> {}));
        assertFalse(change.isNeeded());
    }
}
