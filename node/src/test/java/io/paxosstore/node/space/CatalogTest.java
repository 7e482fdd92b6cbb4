package io.paxosstore.node.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.node.space.CatalogRequest.Answer;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;

import org.junit.jupiter.api.Test;

import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

final class CatalogTest {
    private static final Catalog.Creator ALICE = new Catalog.Creator(1, 10);
    private static final Catalog.Creator BOB = new Catalog.Creator(2, 10);

    private static CatalogRequest create(String name, boolean ifNotExists, Catalog.Creator who) {
        return new CatalogRequest.Create(name, SpaceKind.KEY_VALUE, ifNotExists, who, answer -> {});
    }

    private static CatalogRequest drop(String name, boolean repeated) {
        return new CatalogRequest.Drop(name, repeated, answer -> {});
    }

    private static Answer one(Catalog before, CatalogRequest request) {
        CatalogChange change = new CatalogChange(before, 3);
        change.apply(request);
        return change.answers().getFirst();
    }

    private static void assertFailed(FailureCode code, Answer answer) {
        assertEquals(code, assertInstanceOf(Answer.Failed.class, answer).code());
    }

    @Test
    void goldenBytes() throws Exception {
        Catalog catalog =
                Catalog.EMPTY
                        .with("ab", SpaceKind.KEY_VALUE, ALICE)
                        .with("c", SpaceKind.ENTITY, BOB);
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
        assertEquals(hex, HexFormat.of().formatHex(catalog.encode()));
        Catalog decoded = Catalog.decode(4, HexFormat.of().parseHex(hex));
        assertEquals(
                List.of(
                        new SpaceInfo(1, "ab", SpaceKind.KEY_VALUE),
                        new SpaceInfo(1 << 24, "c", SpaceKind.ENTITY)),
                decoded.spaces());
        assertEquals(4, decoded.version());
        assertEquals(2, decoded.nextId(SpaceKind.KEY_VALUE));
        assertEquals((1 << 24) + 1, decoded.nextId(SpaceKind.ENTITY));
    }

    /** Lookups go by tables of the ids and the names: they are those of their own version. */
    @Test
    void everyVersionFindsItsOwnSpacesByIdAndByName() {
        Catalog catalog = Catalog.EMPTY;
        for (int i = 1; i <= 300; i++) {
            catalog = catalog.with("s" + i, SpaceKind.KEY_VALUE, ALICE);
        }
        Catalog shorter = catalog.without("s7");
        Catalog again = shorter.with("s7", SpaceKind.KEY_VALUE, BOB).at(9);
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
        byte[] bytes = Catalog.EMPTY.with("ab", SpaceKind.KEY_VALUE, ALICE).encode();
        bytes[bytes.length - 18] = 2;
        MalformedBytesException e =
                assertThrows(MalformedBytesException.class, () -> Catalog.decode(4, bytes));
        assertEquals("The catalog has a space of kind entity with the number 1.", e.getMessage());
    }

    @Test
    void theNumberTellsTheKind() {
        CatalogChange change = new CatalogChange(Catalog.EMPTY, 9);
        for (SpaceKind kind : SpaceKind.values()) {
            for (String name : List.of("a-", "b-")) {
                change.apply(
                        new CatalogRequest.Create(
                                name + kind.word(), kind, false, ALICE, answer -> {}));
            }
        }
        change.apply(drop("a-entity", false));
        Catalog after = change.after();
        assertEquals(
                List.of(1, 2, (1 << 24) + 1),
                after.spaces().stream().map(SpaceInfo::id).sorted().toList());
        for (SpaceInfo space : after.spaces()) {
            assertEquals(SpaceKind.of(space.id()), space.kind());
            assertEquals(space, after.space(space.id()));
        }
        assertEquals(List.of(1 << 24), after.droppedIds().boxed().toList());
        assertEquals(Catalog.Status.DROPPED, after.status(1 << 24));
        assertEquals(Catalog.Status.UNKNOWN, after.status((1 << 24) + 2));
        assertEquals(Catalog.Status.UNKNOWN, after.status(3));
    }

    @Test
    void aSpaceOfAnotherKindIsNoneThatWasWanted() {
        Catalog catalog = Catalog.EMPTY.with("a", SpaceKind.ENTITY, ALICE);
        Answer answer = one(catalog, create("a", true, BOB));
        assertFailed(FailureCode.SPACE_EXISTS, answer);
        assertEquals(
                "A space 'a' exists already, of the kind entity; use another name.",
                ((Answer.Failed) answer).sentence());
    }

    @Test
    void idsAreNeverUsedAgain() {
        CatalogChange change = new CatalogChange(Catalog.EMPTY, 3);
        change.apply(create("a", false, ALICE));
        change.apply(drop("a", false));
        change.apply(create("a", false, BOB));
        assertTrue(change.isNeeded());
        Catalog after = change.after();
        assertEquals(2, after.spaces().getFirst().id());
        assertEquals(Catalog.Status.DROPPED, after.status(1));
        assertEquals(Catalog.Status.ACTIVE, after.status(2));
        assertEquals(Catalog.Status.UNKNOWN, after.status(3));
        assertEquals(Catalog.Status.UNKNOWN, after.status(Catalog.SYSTEM_SPACE));
        assertEquals(Catalog.Status.UNKNOWN, after.status(-1));
    }

    @Test
    void aRepeatedCreateGetsItsSpace() {
        Catalog catalog = Catalog.EMPTY.with("a", SpaceKind.KEY_VALUE, ALICE);
        assertInstanceOf(Answer.One.class, one(catalog, create("a", false, ALICE)));
        assertInstanceOf(Answer.One.class, one(catalog, create("a", true, BOB)));
        assertFailed(FailureCode.SPACE_EXISTS, one(catalog, create("a", false, BOB)));
    }

    @Test
    void dropsAndOpensNeedTheSpace() {
        assertFailed(FailureCode.UNKNOWN_SPACE, one(Catalog.EMPTY, drop("a", false)));
        assertInstanceOf(Answer.Done.class, one(Catalog.EMPTY, drop("a", true)));
        assertFailed(
                FailureCode.UNKNOWN_SPACE,
                one(Catalog.EMPTY, new CatalogRequest.Open("a", answer -> {})));
    }

    @Test
    void namesAndNumbersAreBounded() {
        for (String name : List.of("", "A", "a b", "ä", "x".repeat(65))) {
            assertFailed(FailureCode.BAD_REQUEST, one(Catalog.EMPTY, create(name, false, ALICE)));
        }
        Catalog full = Catalog.EMPTY;
        for (String name : List.of("a", "b", "c")) {
            full = full.with(name, SpaceKind.KEY_VALUE, ALICE);
        }
        assertFailed(FailureCode.BAD_REQUEST, one(full, create("d", false, ALICE)));
    }

    @Test
    void readsChangeNothing() {
        CatalogChange change = new CatalogChange(Catalog.EMPTY, 3);
        change.apply(new CatalogRequest.ListAll(answer -> {}));
        change.apply(new CatalogRequest.Refresh(answer -> {}));
        change.apply(drop("a", false));
        assertFalse(change.isNeeded());
    }
}
