package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.node.peer.Notice;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.EventFlags;
import io.paxosstore.redis.data.Message;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What nodes tell each other of the events that their clients want. */
class KeyEventSharingTest {
    private final List<Notice> told = new ArrayList<>();
    private final List<String> published = new ArrayList<>();
    private long nanos;
    private final KeyEvents first = node(1, "");
    private final KeyEvents second = node(2, "El");

    private KeyEvents node(long number, String own) {
        return new KeyEvents(
                number,
                Objects.requireNonNull(EventFlags.of(own)),
                new Subscriptions(
                        notice -> published.add(text(notice.subject())),
                        Runnable::run,
                        () -> nanos),
                told::add,
                space -> space == 7 ? List.of(0, 3) : List.of(),
                () -> nanos);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void set(KeyEvents events, String letters) {
        events.own(Objects.requireNonNull(EventFlags.of(letters)));
    }

    private void pass(KeyEvents to) {
        told.forEach(to::heard);
        told.clear();
    }

    private List<String> published(KeyEvents events, EventClass kind, String name) {
        published.clear();
        byte[] key = "k".getBytes(StandardCharsets.UTF_8);
        events.of(7).accept(new Message.KeyEvent(kind, name, key));
        return List.copyOf(published);
    }

    @Test
    void eachPublishesWhatAnyIsAskedForAndNoMore() {
        assertEquals(List.of(), published(first, EventClass.LIST, "lpush"));
        set(first, "K$n");
        pass(second);
        assertEquals(
                List.of("__keyspace@0__:k", "__keyspace@3__:k"),
                published(second, EventClass.STRING, "set"));
        assertEquals(
                List.of("__keyevent@0__:lpush", "__keyevent@3__:lpush"),
                published(second, EventClass.LIST, "lpush"));
        assertEquals(List.of(), published(second, EventClass.GENERIC, "del"));
        assertEquals(List.of(), published(first, EventClass.LIST, "lpush"));
        assertEquals("lE", second.own().letters());
        set(first, "");
        pass(second);
        assertEquals(EventClass.LIST.bit(), second.classes());
    }

    @Test
    void newKeysAreSharedAlsoBehindTheLetterThatHidesThem() {
        set(first, "KAn");
        pass(second);
        assertEquals(2, published(second, EventClass.NEW, "new").size());
    }

    @Test
    void nodeThatIsSilentWantsNothing() {
        set(first, "K$");
        pass(second);
        nanos += KeyEvents.SILENT_NANOS;
        second.repeat();
        assertEquals(EventClass.bits(EventClass.LIST, EventClass.STRING), second.classes());
        told.clear();
        first.repeat();
        pass(second);
        nanos += KeyEvents.SILENT_NANOS;
        second.repeat();
        assertEquals(EventClass.bits(EventClass.LIST, EventClass.STRING), second.classes());
        nanos++;
        second.repeat();
        assertEquals(EventClass.LIST.bit(), second.classes());
    }

    @Test
    void whatALaterReleaseTellsIsPassedOver() {
        byte[] letters = "K?".getBytes(StandardCharsets.US_ASCII);
        second.heard(new Notice(KeyEvents.KIND, new byte[Long.BYTES], letters));
        second.heard(new Notice(KeyEvents.KIND, new byte[3], new byte[] {'K', '$'}));
        assertEquals(EventClass.LIST.bit(), second.classes());
    }

    @Test
    void spacesThatAreNoDatabaseTellNothing() {
        second.of(8).accept(new Message.KeyEvent(EventClass.LIST, "lpush", new byte[] {'k'}));
        assertEquals(List.of(), published);
    }
}
