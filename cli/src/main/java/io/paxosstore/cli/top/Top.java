package io.paxosstore.cli.top;

import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** How a cluster is and what it does: once, or on a screen until somebody leaves it. */
public final class Top {
    /** Nobody comes back to see whether a node that is busy answers after all. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** With it a node was asked as clients ask, too, and did not answer. */
    private static final Duration LONGEST = PATIENCE.multipliedBy(2);

    private static final long LOOK_MILLIS = 100;

    private Top() {}

    /**
     * A picture for paper.
     *
     * @param isWell whether nothing is wrong
     * @param troubles what is, in sentences
     */
    public record Printed(boolean isWell, List<String> troubles, String text) {
        /** Copies the sentences. */
        public Printed {
            troubles = List.copyOf(troubles);
        }
    }

    /**
     * Looks once; takes some seconds if a node does not answer.
     *
     * @param targets client addresses of some nodes, as host:port
     * @param columns of the lines
     */
    public static Printed once(List<String> targets, int columns) {
        Semaphore answers = new Semaphore(0);
        try (ClusterWatch watch = new ClusterWatch(targets, PATIENCE, answers::release)) {
            watch.ask();
            return printed(Picture.of(all(watch, answers)), columns);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Printed(false, List.of("It was interrupted."), "It was interrupted.");
        }
    }

    /** What everybody has answered; to hear of new nodes is to ask them, too. */
    private static Heard all(ClusterWatch watch, Semaphore answers) throws InterruptedException {
        while (true) {
            var _ = answers.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            var _ = watch.heard(System.currentTimeMillis());
            if (watch.isComplete(LONGEST)) {
                Heard heard = watch.heard(System.currentTimeMillis());
                if (watch.isComplete(LONGEST)) {
                    return heard;
                }
            }
        }
    }

    private static Printed printed(Picture picture, int columns) {
        View view = new View(columns, View.ENDLESS, false, ZoneId.systemDefault(), "");
        String text =
                Screen.lines(picture, view).stream()
                        .map(AttributedString::toString)
                        .collect(Collectors.joining(System.lineSeparator()));
        List<String> troubles =
                picture.troubles().stream().map(each -> each.check() + ": " + each.says()).toList();
        return new Printed(picture.isWell(), troubles, text);
    }

    /**
     * Follows the cluster at a terminal until q or Ctrl-C is pressed there.
     *
     * @param targets client addresses of some nodes, as host:port
     * @param interval between two looks
     * @param isColoured whether colours are wanted
     */
    public static void follow(
            Terminal terminal, List<String> targets, Duration interval, boolean isColoured) {
        try (Following following = new Following(terminal, targets, interval, isColoured)) {
            following.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
