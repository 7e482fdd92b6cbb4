package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** What others have stored passes through a pipe as it is, and does nothing to a terminal. */
final class AnswerPrinterTest {
    private static final String STORED = "a\u001b[2Jb\nc\u009b";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private String printed(AnswerPrinter printer, ShellAnswer answer) {
        out.getBuffer().setLength(0);
        printer.print(answer, "get kv k", new PrintWriter(out), new PrintWriter(err));
        return out.toString().strip();
    }

    @Test
    void aValueIsEscapedForTerminalsOnly() {
        ShellAnswer answer = ShellAnswer.stored(STORED).with("value", STORED);
        String escaped = "a\\x1b[2Jb\\x0ac\\x9b";
        assertEquals(escaped, printed(new AnswerPrinter(false, true), answer));
        assertEquals(STORED, printed(new AnswerPrinter(false, false), answer));
        String json = printed(new AnswerPrinter(true, true), answer);
        assertEquals(json, printed(new AnswerPrinter(true, false), answer));
    }

    @Test
    void aLineOfAListingStaysALine() {
        ShellAnswer answer = ShellAnswer.ok(EntitySteps.text(List.of("x\ny", "z"), ""));
        String text = "x\\x0ay" + System.lineSeparator() + "z";
        assertEquals(text, printed(new AnswerPrinter(false, true), answer));
        assertEquals(text, printed(new AnswerPrinter(false, false), answer));
    }

    @Test
    void aSentenceOfANodeHasNoEffectEither() {
        assertEquals("", printed(new AnswerPrinter(false, false), ShellAnswer.usage("no\u001b")));
        assertEquals("no\\x1b", err.toString().strip());
    }
}
