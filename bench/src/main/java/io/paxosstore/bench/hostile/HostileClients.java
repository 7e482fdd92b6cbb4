package io.paxosstore.bench.hostile;

import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.core.RandomSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The hostile clients' own program: what they do to their memory and their processor time must not
 * look like the server's doing to the client that behaves.
 */
final class HostileClients {
    private static final String LIST = ",";
    private static final String PARTS = ":";

    private HostileClients() {}

    /** What {@link #main} is told. */
    static List<String> arguments(
            Target target, List<AttackKind> kinds, long seed, Duration duration) {
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
                String.join(LIST, kinds.stream().map(Enum::name).toList()),
                Long.toString(seed),
                Long.toString(duration.toMillis()));
    }

    /** Attacks and ends. */
    public static void main(String[] arguments) throws InterruptedException {
        List<ClusterLayout.Node> nodes =
                Arrays.stream(arguments[0].split(LIST)).map(HostileClients::node).toList();
        Target target = new Target(new ClusterLayout(nodes), Integer.parseInt(arguments[1]));
        List<AttackKind> kinds =
                Arrays.stream(arguments[2].split(LIST)).map(AttackKind::valueOf).toList();
        RandomSource random = new RandomSource(Long.parseLong(arguments[3]));
        Until until = Until.in(Duration.ofMillis(Long.parseLong(arguments[4])));
        List<Thread> attackers = new ArrayList<>();
        for (AttackKind kind : kinds) {
            RandomSource own = random.fork();
            attackers.add(
                    Thread.ofVirtual()
                            .name(kind.label())
                            .start(() -> attack(kind, target, own, until)));
        }
        for (Thread attacker : attackers) {
            attacker.join();
        }
        System.exit(0);
    }

    private static ClusterLayout.Node node(String text) {
        int[] parts = Arrays.stream(text.split(PARTS)).mapToInt(Integer::parseInt).toArray();
        return new ClusterLayout.Node(parts[0], parts[1], parts[2], parts[3]);
    }

    private static void attack(AttackKind kind, Target target, RandomSource random, Until until) {
        try {
            kind.attack().run(target, random, until);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
