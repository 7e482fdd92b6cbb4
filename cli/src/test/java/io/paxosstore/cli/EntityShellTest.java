package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.server.front.binary.EntityServer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What the shell's commands for entities answer to people and programs. */
@Timeout(60)
final class EntityShellTest extends ShellFixture {
    EntityShellTest() {
        super("inbox");
    }

    @Test
    void watchingShowsOneEventAfterTheOther() throws Exception {
        List<ShellAnswer> shown = new ArrayList<>();
        shell.onEvent(shown::add);
        answers("1", "list inbox:alice l append a");
        answers("(events: 1, next from 131072)", "watch inbox:alice from 1 count 1");
        assertEquals(
                "versions 1 to 65537: dropped by the servers; anything may have changed",
                shown.getFirst().text());
        assertEquals("compacted", shown.getFirst().fields().get("event"));
        answers("(events: 1, next from 131072)", "WATCH inbox:alice FROM 1 Count 1");
        assertEquals(shown.getFirst().text(), shown.removeLast().text());
        CompletableFuture<ShellAnswer> watching =
                CompletableFuture.supplyAsync(
                        () -> shell.execute("watch inbox:bob from 1 count 2"));
        while (!(server.seen.take() instanceof Request.Watch watch && watch.entity().length == 3)) {
            // What comes after it is told.
        }
        try (PaxosStore other = server.connect()) {
            Shell writer = new Shell(other);
            writer.execute("list inbox:bob l append a");
            writer.execute("object inbox:bob l delete");
            assertEquals(2L, watching.get(20, TimeUnit.SECONDS).fields().get("events"));
        }
        assertEquals("version 65537: l created list", shown.get(1).text());
        assertEquals("version 131073: l removed", shown.get(2).text());
        fails(
                ShellAnswer.Kind.USAGE,
                "Usage: watch ENTITY [from VERSION] [count N]",
                "watch inbox:bob since 1");
        fails(
                ShellAnswer.Kind.USAGE,
                "Usage: watch ENTITY [from VERSION] [count N]",
                "watch inbox:bob from 1 From 2");
        fails(
                ShellAnswer.Kind.USAGE,
                "'from' needs a number from 1 on, not 0.",
                "watch inbox:bob from 0");
    }

    @Test
    void watchingARangeShowsWhatIsToRead() {
        List<ShellAnswer> shown = new ArrayList<>();
        shell.onEvent(shown::add);
        answers("(events: 2)", "watchRange inbox alice count 2");
        answers("(events: 2)", "watchRange inbox alice COUNT 2");
        assertEquals("all changes from here on; what is there: scan", shown.get(0).text());
        assertEquals("alice version 65537: l created list", shown.get(1).text());
        fails(
                ShellAnswer.Kind.USAGE,
                "Usage: watchRange SPACE [PREFIX] [count N]",
                "watchRange inbox a b c");
        fails(
                ShellAnswer.Kind.USAGE,
                "'count' needs a number from 1 on, not 0.",
                "watchRange inbox count 0");
    }

    /** They ended the shell, and with it the lines that follow. */
    @Test
    void numbersOutOfAllBoundsEndTheirCommandOnly() {
        answers("sequence 1", "queue inbox:alice q enqueue a");
        for (String number : List.of("-9999999999", "9999999999", "-9223372036854775808", "0")) {
            ShellAnswer answer = shell.execute("queue inbox:alice q read 1 " + number);
            assertEquals(ShellAnswer.Kind.USAGE, answer.kind(), answer::text);
            assertTrue(answer.text().startsWith("A page of "), answer::text);
        }
        String endless = "9223372036854775807s";
        String noDuration =
                "'" + endless + "' is not a duration; write a number with a unit, such as 5s.";
        fails(ShellAnswer.Kind.USAGE, noDuration, "object inbox:alice q expire " + endless);
        fails(ShellAnswer.Kind.USAGE, noDuration, "queue inbox:alice q retain 1 " + endless);
        fails(ShellAnswer.Kind.USAGE, noDuration, "value inbox:alice v put x --ttl " + endless);
    }

    /** A mistake of the shell's own is no reason to end it either. */
    @Test
    void aCommandThatFailsUnexpectedlyEndsItselfOnly() {
        shell.onTop(nodes -> {
            throw new IllegalStateException("no screen");
        });
        fails(
                ShellAnswer.Kind.FAILED,
                "This command failed in a way that it should not:"
                        + " java.lang.IllegalStateException: no screen.",
                "top");
        answers("0", "queue inbox:alice q length");
    }

    @Test
    void everyModelHasItsVerbs() {
        answers("Using entity 'inbox:alice'.", "use entity inbox:alice");
        assertEquals("inbox:alice", shell.prompt());
        answers("sequence 1", "queue mail enqueue \"hello there\"");
        answers("sequences 2 to 3", "queue mail enqueue b c");
        answers(
                "2) b  (2023-11-14T22:13:20Z)\n3) c  (2023-11-14T22:13:20Z)\n(next 4)",
                "queue mail read 2");
        answers("1) hello there  (2023-11-14T22:13:20Z)\n(next 2)", "queue mail awaitNext 0 1");
        answers("1) hello there  (2023-11-14T22:13:20Z)", "queue mail peek");
        answers("2", "queue mail acknowledge 2");
        answers("OK", "queue mail retain 10 1h");
        answers("1", "queue mail length");
        answers("2", "list l append b c");
        answers("3", "list l prepend a");
        answers("0) a\n1) b\n2) c", "list l range 0 -1");
        answers("c", "list l get -1");
        answers("2", "list l trim 0 1");
        answers("b", "list l popLast");
        answers("a", "list l popFirst");
        fails(ShellAnswer.Kind.FAILED, "(not found)", "list l popFirst");
        answers("0", "list l length");
        answers("2", "set s add x y");
        fails(ShellAnswer.Kind.FAILED, "no", "set s contains z");
        answers("x\ny", "set s scan");
        answers("y", "set s scan xx");
        answers("1", "set s remove x");
        answers("y", "set s random");
        answers("1", "set s size");
        answers("2", "sortedSet z add 1.5 x y");
        answers("2", "sortedset z increment x 0.5");
        answers("1.5  y\n2  x", "sortedSet z range 0 -1");
        answers("2  x", "sortedSet z rangeByScore 2 inf");
        answers("1.5  y", "sortedSet z rangeByMember xx");
        answers("1", "sortedSet z rank x");
        answers("0", "sortedSet z reverseRank x");
        answers("1.5", "sortedSet z score y");
        answers("1", "sortedSet z count -inf 1.5");
        answers("2  x", "sortedSet z popLast");
        answers("1.5  y", "sortedSet z random");
        answers("1.5  y", "sortedSet z popFirst");
        answers("0", "sortedSet z size");
        fails(ShellAnswer.Kind.FAILED, "(not found)", "sortedSet z score y");
        answers("OK (new)", "map m put a 1 --ttl 1h");
        fails(ShellAnswer.Kind.FAILED, "CONFLICT", "map m putIfAbsent a 2");
        answers("OK", "map m compareAndSet a 1 2");
        answers("5", "map m increment a 3");
        answers("5", "map m get a");
        answers("a = 5\nb = (not found)", "map m get a b");
        answers("a = 5", "map m scan");
        answers("1", "map m size");
        answers("1", "map m remove a");
        assertTrue(shell.execute("value v put 7").text().startsWith("OK (version "));
        answers("8", "value v increment");
        answers("8", "value v get");
        fails(ShellAnswer.Kind.FAILED, "(not found)", "value w compareAndSet a b");
        answers("value, size 1", "object v describe");
        answers("l  list\nm  map\nmail  queue\ns  set\nv  value\nz  sorted set", "objects");
        answers("deleted", "object v delete");
    }

    @Test
    void programsGetFields() {
        assertEquals(
                Map.of("first", 1L, "last", 1L),
                shell.execute("queue inbox:bob mail enqueue hi").fields());
        assertEquals(
                Map.of(
                        "messages",
                        List.of(
                                Map.of(
                                        "sequence",
                                        1L,
                                        "timeMillis",
                                        EntityServer.CLOCK_MILLIS,
                                        "element",
                                        "hi")),
                        "next",
                        2L),
                shell.execute("queue inbox:bob mail read 0").fields());
        assertEquals(
                Map.of("spaces", Map.of("inbox", "entity")), shell.execute("listSpaces").fields());
    }

    @Test
    void aMultiOpWaitsForExec() {
        var _ = shell.execute("map inbox:a money put alice 15");
        for (String first : List.of("Done", "A guard did not hold")) {
            var begun = shell.execute("multiOp inbox:a");
            assertEquals(ShellAnswer.Kind.OK, begun.kind());
            answers("(guards: 1, operations: 0, otherwise: 0)", "when number money alice >= 10");
            var debit = shell.execute("map money increment alice -10");
            answers("(guards: 1, operations: 2, otherwise: 0)", "map money increment bob 10");
            answers("(guards: 1, operations: 2, otherwise: 0)", "otherwise");
            assertEquals("inbox:a (multiOp, otherwise)", shell.prompt());
            answers("(guards: 1, operations: 2, otherwise: 1)", "map money get alice");
            ShellAnswer done = shell.execute("execute");
            assertTrue(done.text().startsWith(first + " (version "), done.text());
            assertEquals(first.equals("Done"), done.fields().get("guardsHeld"));
            assertEquals(Map.of("waiting", true), debit.fields());
        }
        answers("alice = 5\nbob = 10", "map inbox:a money scan");
        fails(
                ShellAnswer.Kind.USAGE,
                "No MultiOp is being written; begin with 'multiOp'.",
                "execute");
        var again = shell.execute("multiOp inbox:a");
        assertEquals(ShellAnswer.Kind.OK, again.kind());
        answers("The MultiOp is forgotten.", "discard");
        assertEquals("", shell.prompt());
    }

    @Test
    void aMultiOpThatLacksALineIsNotExecutedWhereNobodySeesIt() {
        String refusal =
                "The MultiOp was not executed: a line of it was refused; write all of it again.";
        for (List<String> script :
                List.of(
                        List.of("multiOp inbox:a", "when value v equals 1", "value v put 2"),
                        List.of("multiOp inbox:a", "value w nonsense 1", "value v put 2"),
                        List.of("multiOp inbox", "value inbox:a v put 2"))) {
            script.forEach(shell::execute);
            fails(ShellAnswer.Kind.USAGE, refusal, "execute");
        }
        fails(ShellAnswer.Kind.FAILED, "(not found)", "value inbox:a v get");
        shell.watched();
        for (String line :
                List.of("multiOp inbox:a", "when value v equals 1", "value v put 2", "execute")) {
            var _ = shell.execute(line);
        }
        answers("2", "value inbox:a v get");
    }

    @Test
    void mistakesGetOneSentence() {
        fails(
                ShellAnswer.Kind.USAGE,
                "'inbox' is no entity; write SPACE:ID, such as inbox:alice.",
                "use entity inbox");
        fails(
                ShellAnswer.Kind.USAGE,
                "There is no 'list NAME shove'; use one of append, prepend, get, range, trim,"
                        + " length, popLast, popFirst.",
                "list inbox:a l shove x");
        fails(
                ShellAnswer.Kind.USAGE,
                "Usage: queue NAME read FROM [COUNT]",
                "queue inbox:a q read");
        fails(
                ShellAnswer.Kind.USAGE,
                "'map NAME increment FIELD [DELTA]' takes no --ttl; 'object NAME expire DURATION'"
                        + " sets one.",
                "map inbox:a m incr f --ttl 5s");
        fails(
                ShellAnswer.Kind.USAGE,
                "'graph' is no kind of space; use kv or entity.",
                "createSpace g graph");
        var _ = shell.execute("list inbox:a l append x");
        fails(
                ShellAnswer.Kind.FAILED,
                "The size on entity \"a\" of space \"inbox\" was not done:"
                        + " The object \"l\" is a list, not a set.",
                "set inbox:a l size");
        assertTrue(shell.execute("help queue").text().contains("queue NAME acknowledge UPTO"));
        assertTrue(shell.execute("help when").text().contains("when contains NAME MEMBER"));
    }

    /** Verbs are known in any case; short ones stay. */
    @Test
    void shortFormsAndAnyCase() {
        var _ = shell.execute("use entity inbox:names");
        answers("2", "list l append a b");
        answers("b", "list l pop");
        answers("a", "list l POPFIRST");
        answers("0", "list l len");
        answers("1", "set s add x");
        answers("yes", "set s has x");
        answers("x", "set s members");
        answers("OK", "map m putnx f 1");
        answers("3", "map m incr f 2");
        answers("1", "map m del f");
        answers("sequence 1", "queue q enqueue hello");
        answers("1", "queue q ack 1");
    }
}
