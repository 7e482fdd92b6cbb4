package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.client.PaxosStore;
import io.paxosstore.server.front.binary.EntityServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A shell at a server that has one space of entities. */
abstract class ShellFixture {
    private final String space;
    EntityServer server;
    private PaxosStore store;
    Shell shell;

    /**
     * @param space to be created
     */
    ShellFixture(String space) {
        this.space = space;
    }

    @BeforeEach
    final void open() throws Exception {
        server = new EntityServer();
        store = server.connect();
        shell = new Shell(store);
        answers("Space '" + space + "' is created.", "createSpace " + space + " entity");
    }

    @AfterEach
    final void close() throws Exception {
        store.close();
        server.close();
    }

    final ShellAnswer answers(String text, String line) {
        ShellAnswer answer = shell.execute(line);
        assertEquals(text.replace("\n", System.lineSeparator()), answer.text(), line);
        return answer;
    }

    final void fails(ShellAnswer.Kind kind, String text, String line) {
        assertEquals(kind, answers(text, line).kind(), line);
    }
}
