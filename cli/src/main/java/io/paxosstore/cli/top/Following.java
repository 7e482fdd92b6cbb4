package io.paxosstore.cli.top;

import org.jline.terminal.Terminal;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Asks, shows, and waits for the next time, until somebody leaves. What was heard is shown as soon
 * as everybody has answered, or after a while without those who have not.
 */
final class Following implements AutoCloseable {
    /** As the web console has it: less than the second after which the next is asked. */
    private static final Duration PATIENCE = Duration.ofMillis(900);

    private static final String HINT = "q leaves";

    /** What the loop waits for. */
    private enum Event {
        LEAVE,
        RESIZE,
        RENEW,
        ANSWER
    }

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final long intervalNanos;
    private final boolean isColoured;
    private final ClusterWatch watch;
    private final TerminalScreen screen;
    private final Keys keys;
    private long showNanos;
    private boolean isShown;

    Following(Terminal terminal, List<String> targets, Duration interval, boolean isColoured) {
        this.intervalNanos = interval.toNanos();
        this.isColoured = isColoured;
        this.watch = new ClusterWatch(targets, PATIENCE, () -> events.add(Event.ANSWER));
        this.screen = new TerminalScreen(terminal);
        this.keys = new Keys(terminal, wish -> events.add(event(wish)));
    }

    private static Event event(Keys.Wish wish) {
        return switch (wish) {
            case LEAVE -> Event.LEAVE;
            case RESIZE -> Event.RESIZE;
            case RENEW -> Event.RENEW;
        };
    }

    /** Until somebody leaves. */
    void run() throws InterruptedException {
        show();
        isShown = true;
        long askNanos = System.nanoTime();
        while (true) {
            long now = System.nanoTime();
            if (now - askNanos >= 0) {
                watch.ask();
                if (isShown) { // else the picture before this one is still due
                    isShown = false;
                    showNanos = now + PATIENCE.toNanos();
                }
                askNanos = now + intervalNanos;
            }
            if (!isShown && now - showNanos >= 0) {
                show();
                isShown = true;
            }
            long until = isShown || askNanos - showNanos < 0 ? askNanos : showNanos;
            Event event = events.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
            switch (event) {
                case null -> {} // it is time to ask, or to show
                case LEAVE -> {
                    return;
                }
                case RESIZE -> show();
                case RENEW -> {
                    screen.renew();
                    show();
                }
                case ANSWER -> {
                    Heard heard = watch.heard(System.currentTimeMillis());
                    if (watch.isComplete(PATIENCE)) {
                        show(heard);
                        isShown = true;
                    }
                }
            }
        }
    }

    private void show() {
        show(watch.heard(System.currentTimeMillis()));
    }

    private void show(Heard heard) {
        View view =
                new View(screen.columns(), screen.rows(), isColoured, ZoneId.systemDefault(), HINT);
        screen.show(Screen.lines(Picture.of(heard), view));
    }

    @Override
    public void close() {
        keys.close();
        screen.close();
        watch.close();
    }
}
