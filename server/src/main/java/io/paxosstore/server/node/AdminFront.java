package io.paxosstore.server.node;

import io.paxosstore.console.Console;
import io.paxosstore.console.ConsoleNode;
import io.paxosstore.console.ConsoleOptions;
import io.paxosstore.node.ReplicaHost;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.server.config.ClusterMember;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.ConsoleSettings;
import io.paxosstore.server.config.Protection;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.front.http.AdminPages;
import io.paxosstore.server.front.http.AdminPort;
import io.paxosstore.server.front.http.Health;
import io.paxosstore.server.front.http.HostCheck;
import io.paxosstore.server.front.http.NodeMetrics;
import io.paxosstore.server.net.Transport;

import java.util.Optional;

/** A node's admin port, and its console if it is to have one. */
final class AdminFront {
    private final ClusterMember self;
    private final Optional<Console> console;
    private final AdminPort port;

    /** Opens nothing yet. */
    AdminFront(
            Configuration configuration,
            Transport transport,
            ReplicaHost host,
            KnownMembers members,
            NodeSituation situation,
            NodeMembers operators,
            SlotWatch slots,
            Health health,
            NodeStorage storage,
            NodeMetrics metrics) {
        this.self = configuration.self();
        ConsoleNode node =
                new NodeConsole(
                        self, host, members, situation, operators, slots, health, storage, metrics);
        this.console =
                configuration.get(ConsoleSettings.ENABLED)
                        ? Optional.of(
                                new Console(
                                        node,
                                        new ConsoleOptions(
                                                configuration.get(ConsoleSettings.DATA),
                                                configuration.get(ConsoleSettings.FOLLOWERS_MAX))))
                        : Optional.empty();
        this.port =
                new AdminPort(
                        transport,
                        self.id(),
                        new AdminPages(
                                health,
                                metrics::scrape,
                                () ->
                                        Topology.json(
                                                configuration,
                                                members.nodes(),
                                                host.links(),
                                                host.catalog().current())),
                        console.orElse(null),
                        new HostCheck(
                                configuration.get(ConsoleSettings.HOSTS),
                                () -> members.nodes().stream().map(ClusterNode::host).toList()),
                        new AdminPort.Limits(
                                Math.toIntExact(
                                        configuration.get(Settings.ADMIN_REQUEST_BYTES_MAX)),
                                configuration.get(Protection.ADMIN_CONNECTIONS_MAX)));
    }

    /** Opens the port; the console takes its notes from now on. */
    void open(Ports ports, boolean isShared) throws StartException {
        ports.bind("admin", self.adminPort(), address -> port.listen(address, isShared));
        console.ifPresent(Console::start);
    }

    /** Ends the console, before what it looks at is closed. */
    void closeConsole() {
        console.ifPresent(Console::close);
    }

    /** Closes the port. */
    void stop() throws InterruptedException {
        port.stop();
    }
}
