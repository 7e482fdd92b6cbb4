package io.paxosstore.cli.top;

import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.Terminal.SignalHandler;
import org.jline.utils.NonBlockingReader;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What is said to a screen from outside: keys, and signals to the process. A thread of its own
 * reads the keys, until it is closed.
 */
final class Keys implements AutoCloseable {
    private static final long READ_MILLIS = 100;
    private static final int CTRL_C = 3;
    private static final int CTRL_D = 4;
    private static final int CTRL_L = 12;

    /** What is wanted. */
    enum Wish {
        LEAVE,
        /** The size may have changed. */
        RESIZE,
        /** The screen is not as it should be. */
        RENEW
    }

    private final Terminal terminal;
    private final Consumer<Wish> wishes;
    private final Map<Signal, SignalHandler> before = new EnumMap<>(Signal.class);
    private final Thread reading;
    private volatile boolean isClosed;

    /**
     * @param wishes is told them on any thread
     */
    Keys(Terminal terminal, Consumer<Wish> wishes) {
        this.terminal = terminal;
        this.wishes = wishes;
        handle(Signal.INT, Wish.LEAVE);
        handle(Signal.QUIT, Wish.LEAVE);
        handle(Signal.WINCH, Wish.RESIZE);
        handle(Signal.CONT, Wish.RENEW);
        this.reading = Thread.ofPlatform().daemon().name("top-keys").start(this::read);
    }

    private void handle(Signal signal, Wish wish) {
        before.put(signal, terminal.handle(signal, _ -> wishes.accept(wish)));
    }

    private void read() {
        try {
            while (!isClosed) {
                switch (terminal.reader().read(READ_MILLIS)) {
                    case NonBlockingReader.EOF -> {
                        wishes.accept(Wish.LEAVE);
                        return;
                    }
                    case 'q', 'Q', CTRL_C, CTRL_D -> wishes.accept(Wish.LEAVE);
                    case CTRL_L -> wishes.accept(Wish.RENEW);
                    default -> {} // no key of ours, or none at all
                }
            }
        } catch (IOException e) {
            wishes.accept(Wish.LEAVE); // nobody sits there any more
        }
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            reading.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        before.forEach(terminal::handle);
    }
}
