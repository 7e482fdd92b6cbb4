package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;

import org.jline.reader.Candidate;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.impl.DefaultParser;
import org.jline.reader.impl.LineReaderImpl;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** What is proposed at a place of a line. */
@Timeout(60)
final class ShellCompleterTest extends ShellFixture {
    private final List<String> asked = new ArrayList<>();

    ShellCompleterTest() {
        super("inbox");
    }

    /** Some names, and who asked for them. */
    private final class SomeNames implements KnownNames {
        @Override
        public List<SpaceInfo> spaces() {
            asked.add("spaces");
            return List.of(
                    new SpaceInfo(1, "profiles", SpaceKind.KEY_VALUE),
                    new SpaceInfo(SpaceKind.ENTITY_FROM, "inbox", SpaceKind.ENTITY));
        }

        @Override
        public List<String> entities(String space, String prefix) {
            asked.add("entities of " + space + " from '" + prefix + "'");
            return List.of("alice", "al bundy");
        }

        @Override
        public List<Result.Name> objects(String entity, String prefix) {
            asked.add("objects of " + entity + " from '" + prefix + "'");
            return List.of(
                    new Result.Name("mail", ObjectType.QUEUE),
                    new Result.Name("marks", ObjectType.SORTED_SET));
        }
    }

    private List<Candidate> candidates(String line) {
        asked.clear();
        ParsedLine parsed =
                new DefaultParser().parse(line, line.length(), Parser.ParseContext.COMPLETE);
        List<Candidate> candidates = new ArrayList<>();
        try (DumbTerminal terminal =
                new DumbTerminal(
                        new ByteArrayInputStream(new byte[0]), new ByteArrayOutputStream())) {
            new ShellCompleter(shell, new SomeNames())
                    .complete(new LineReaderImpl(terminal), parsed, candidates);
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
        return candidates;
    }

    private List<String> proposed(String line) {
        return candidates(line).stream().map(Candidate::value).toList();
    }

    @Test
    void wordsAreCompletedWhereTheyCanStand() {
        assertTrue(proposed("q").contains("queue"));
        assertTrue(proposed("t").contains("top"));
        List<String> verbs =
                List.of("enqueue", "read", "awaitNext", "peek", "acknowledge", "retain", "length");
        assertEquals(verbs, proposed("queue inbox:a mail "));
        assertEquals(List.of("kv", "entity"), proposed("createSpace x "));
        assertEquals(ShellGuards.WORDS, proposed("when "));
        var _ = shell.execute("use entity inbox:a");
        assertEquals(verbs, proposed("queue mail "));
    }

    @Test
    void spacesAreProposedByTheirKinds() {
        assertEquals(List.of("profiles"), proposed("get "));
        assertEquals(List.of("profiles"), proposed("put p"));
        assertEquals(List.of("profiles", "inbox"), proposed("scan "));
        assertEquals(List.of("profiles", "inbox"), proposed("dropSpace "));
        assertEquals(List.of("entity", "profiles"), proposed("use "));
    }

    @Test
    void entitiesAreProposedBehindTheirSpace() {
        List<Candidate> spaces = candidates("list ");
        assertEquals("inbox:", spaces.getFirst().value());
        assertFalse(spaces.getFirst().complete(), "the word goes on");
        List<Candidate> entities = candidates("list inbox:al");
        assertEquals(List.of("entities of inbox from 'al'"), asked);
        assertEquals("inbox:alice", entities.getFirst().value());
        assertEquals("inbox:al bundy", entities.getLast().value());
        assertTrue(entities.getFirst().complete());
        assertEquals(2, proposed("objects inbox:").size());
        assertEquals(2, proposed("use entity inbox:").size());
        assertEquals(2, proposed("multiOp inbox:").size());
    }

    @Test
    void objectsAreProposedByTheirModels() {
        assertEquals(List.of("mail"), proposed("queue inbox:alice m"));
        assertEquals(List.of("objects of inbox:alice from 'm'"), asked);
        assertEquals(List.of("marks"), proposed("sortedSet inbox:alice "));
        assertEquals(List.of(), proposed("list inbox:alice "));
        assertEquals(List.of("mail", "marks"), proposed("object inbox:alice "));
        assertEquals(List.of("mail"), proposed("queue 'inbox:al bundy' "));
        assertEquals(List.of("objects of inbox:al bundy from ''"), asked);
    }

    @Test
    void whatIsInUseIsNotAskedFor() {
        var _ = shell.execute("use entity inbox:alice");
        assertEquals(List.of("mail"), proposed("queue "));
        assertEquals(List.of("objects of inbox:alice from ''"), asked);
    }

    /** Each look-up costs a round trip: only where a name can stand there is one. */
    @Test
    void elsewhereNobodyIsAsked() {
        for (String line : List.of("", "ge", "nonsense ", "get profiles ", "help ", "status ")) {
            var _ = proposed(line);
            assertEquals(List.of(), asked, line);
        }
    }
}
