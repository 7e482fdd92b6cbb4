package io.paxosstore.cli;

import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows and changes the nodes of a cluster. */
@Command(
        name = "members",
        description = {
            "Shows and changes the nodes of a cluster.",
            "A change first shows what it moves, and asks; the slots move afterwards."
        },
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
final class MembersCommand {
    private static final String NODE = "The node's id.";
    private static final String ADDRESS =
            "Its host and client port; peer and admin port follow it if they are not given.";

    @Command(
            name = "list",
            description = "Lists the nodes, and for how many slots each votes.",
            mixinStandardHelpOptions = true)
    int list(@Mixin OperatorOptions options) {
        return options.run(members -> TopologyView.of(members.show()).members());
    }

    @Command(
            name = "add",
            description = {
                "Adds a node.",
                "It gets slots by 'topology spread', or when others are drained or replaced."
            },
            mixinStandardHelpOptions = true)
    int add(
            @Parameters(paramLabel = "ID", description = "An id that no node ever had.") int id,
            @Parameters(paramLabel = "HOST:PORT[:PEER:ADMIN]", description = ADDRESS)
                    String address,
            @Option(
                            names = "--zone",
                            defaultValue = ClusterNode.ZONE_DEFAULT,
                            description = "What may fail as one (default: ${DEFAULT-VALUE}).")
                    String zone,
            @Option(
                            names = "--mini-cluster",
                            paramLabel = "N",
                            defaultValue = "0",
                            description = "Which one of its zone (default: ${DEFAULT-VALUE}).")
                    int miniCluster,
            @Option(
                            names = "--weight",
                            defaultValue = "" + ClusterNode.WEIGHT_DEFAULT,
                            description =
                                    "How much it carries in proportion to others"
                                            + " (default: ${DEFAULT-VALUE}).")
                    int weight,
            @Mixin ChangeOptions change) {
        return change.run(() -> {
            NodePorts ports = NodePorts.of(address);
            return new ClusterChange.Add(
                    new ClusterNode(
                            id,
                            ports.host(),
                            ports.clientPort(),
                            ports.peerPort(),
                            ports.adminPort(),
                            zone,
                            miniCluster,
                            Membership.ACTIVE,
                            weight));
        });
    }

    @Command(
            name = "replace",
            description = "Gives the places of a node, dead or alive, to another one.",
            mixinStandardHelpOptions = true)
    int replace(
            @Parameters(paramLabel = "LEAVING", description = "Who goes.") int leaving,
            @Parameters(
                            paramLabel = "JOINING",
                            description = "Who comes: an active node of the same mini-cluster.")
                    int joining,
            @Mixin ChangeOptions change) {
        return change.run(() -> new ClusterChange.Replace(leaving, joining));
    }

    @Command(
            name = "drain",
            description = "Gives the slots of a node to others; it gets none any more.",
            mixinStandardHelpOptions = true)
    int drain(
            @Parameters(paramLabel = "ID", description = NODE) int id,
            @Mixin ChangeOptions change) {
        return change.run(() -> new ClusterChange.Drain(id));
    }

    @Command(
            name = "keep",
            description = "Lets a node stay that was to go.",
            mixinStandardHelpOptions = true)
    int keep(
            @Parameters(paramLabel = "ID", description = NODE) int id,
            @Mixin ChangeOptions change) {
        return change.run(() -> new ClusterChange.Keep(id));
    }

    @Command(
            name = "remove",
            description = "Forgets a node that was drained, but for its id.",
            mixinStandardHelpOptions = true)
    int remove(
            @Parameters(paramLabel = "ID", description = NODE) int id,
            @Mixin ChangeOptions change) {
        return change.run(() -> new ClusterChange.Remove(id));
    }

    @Command(
            name = "weight",
            description = "Says how much a node carries; slots move at the next 'topology spread'.",
            mixinStandardHelpOptions = true)
    int weight(
            @Parameters(paramLabel = "ID", description = NODE) int id,
            @Parameters(paramLabel = "WEIGHT", description = "1 to 10000; 100 is usual.")
                    int weight,
            @Mixin ChangeOptions change) {
        return change.run(() -> new ClusterChange.Reweigh(id, weight));
    }

    @Command(
            name = "address",
            description = "Says where a node is reached; its slots stay.",
            mixinStandardHelpOptions = true)
    int address(
            @Parameters(paramLabel = "ID", description = NODE) int id,
            @Parameters(paramLabel = "HOST:PORT[:PEER:ADMIN]", description = ADDRESS)
                    String address,
            @Mixin ChangeOptions change) {
        return change.run(() -> {
            NodePorts ports = NodePorts.of(address);
            return new ClusterChange.Readdress(
                    id, ports.host(), ports.clientPort(), ports.peerPort(), ports.adminPort());
        });
    }

    @Command(
            name = "place",
            description = "Says where a node stands that votes for no slot.",
            mixinStandardHelpOptions = true)
    int place(
            @Parameters(paramLabel = "ID", description = NODE) int id,
            @Option(names = "--zone", required = true, description = "What may fail as one.")
                    String zone,
            @Option(
                            names = "--mini-cluster",
                            paramLabel = "N",
                            required = true,
                            description = "Which one of its zone.")
                    int miniCluster,
            @Mixin ChangeOptions change) {
        return change.run(() -> new ClusterChange.Relocate(id, zone, miniCluster));
    }
}
