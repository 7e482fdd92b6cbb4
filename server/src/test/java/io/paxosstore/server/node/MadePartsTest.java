package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

final class MadePartsTest {
    @Test
    void everyPartIsClosedTheLastOneFirst() {
        List<String> closed = new ArrayList<>();
        IOException broken = new IOException("it does not close");
        MadeParts made = new MadeParts();
        made.add(() -> closed.add("storage"));
        made.add(() -> {
            closed.add("background");
            throw broken;
        });
        made.add(() -> {
            closed.add("threads");
            throw new InterruptedException();
        });
        Throwable cause = new IllegalStateException("no host");
        made.close(cause);
        assertEquals(List.of("threads", "background", "storage"), closed);
        assertArrayEquals(new Throwable[] {broken}, cause.getSuppressed());
        assertTrue(Thread.interrupted(), "whoever asked for that is told");
        made.close(cause);
        assertEquals(3, closed.size(), "once");
    }
}
