package io.paxosstore.bench.hostile;

import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.core.RandomSource;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The hostile clients' own program: what they do to their memory and their processor time must not
 * look like the server's doing to the client that behaves. It lives as long as the run does: a JVM
 * that starts reads so much from cold disks that nobody's fsync may end for a second.
 */
final class HostileClients {
    /** The answer when an attack has ended. */
    private static final String DONE = "done";

    /** What the answer begins with when an attack was none; the rest says why. */
    private static final String FAILED = "failed ";

    private static final String WORDS = " ";
    private static final String LIST = ",";
    private static final String PARTS = ":";

    private HostileClients() {}

    /** What {@link #main} is told. */
    static List<String> arguments(Target target) {
        List<String> nodes =
                target.layout().nodes().stream()
                        .map(node ->
                                String.join(
                                        PARTS,
                                        Integer.toString(node.id()),
                                        Integer.toString(node.clientPort()),
                                        Integer.toString(node.peerPort()),
                                        Integer.toString(node.adminPort())))
                        .toList();
        return List.of(
                String.join(LIST, nodes),
                Integer.toString(target.keySpace()),
                Integer.toString(target.entitySpace()),
                Integer.toString(target.redisOffset()));
    }

    /** The line that lets them loose. */
    static String order(List<AttackKind> kinds, long seed, Duration duration) {
        return String.join(
                WORDS,
                String.join(LIST, kinds.stream().map(Enum::name).toList()),
                Long.toString(seed),
                Long.toString(duration.toMillis()));
    }

    /**
     * The line that answers an order.
     *
     * @param failure why it was not obeyed; empty when it was
     */
    static String answer(String failure) {
        return failure.isEmpty() ? DONE : FAILED + failure.replaceAll("\\R", WORDS);
    }

    /** What {@link #answer} was given; empty when the line is no answer. */
    static Optional<String> failure(String answer) {
        if (answer.equals(DONE)) {
            return Optional.of("");
        }
        return answer.startsWith(FAILED)
                ? Optional.of(answer.substring(FAILED.length()))
                : Optional.empty();
    }

    /**
     * Attacks as each line of the input says, and answers each with {@link #answer}. Ends with the
     * input, also in the middle of an attack: whoever gave the order is gone.
     */
    public static void main(String[] arguments) throws IOException {
        List<ClusterLayout.Node> nodes =
                Arrays.stream(arguments[0].split(LIST)).map(HostileClients::node).toList();
        Target target =
                new Target(
                        new ClusterLayout(nodes),
                        Integer.parseInt(arguments[1]),
                        Integer.parseInt(arguments[2]),
                        Integer.parseInt(arguments[3]));
        var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            String[] words = order.split(WORDS);
            Thread.ofVirtual().name("attack").start(() -> obey(words, target));
        }
        System.exit(0);
    }

    private static void obey(String[] words, Target target) {
        try {
            Map<String, Attack> attacks = new LinkedHashMap<>();
            Arrays.stream(words[0].split(LIST))
                    .map(AttackKind::valueOf)
                    .forEach(kind -> attacks.put(kind.label(), kind.attack()));
            RandomSource random = new RandomSource(Long.parseLong(words[1]));
            Duration duration = Duration.ofMillis(Long.parseLong(words[2]));
            System.out.println(answer(Onslaught.run(attacks, target, random, duration)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            System.out.println(answer("the order threw " + e));
        }
    }

    private static ClusterLayout.Node node(String text) {
        int[] parts = Arrays.stream(text.split(PARTS)).mapToInt(Integer::parseInt).toArray();
        return new ClusterLayout.Node(parts[0], parts[1], parts[2], parts[3]);
    }
}
