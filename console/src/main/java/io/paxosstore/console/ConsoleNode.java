package io.paxosstore.console;

import io.paxosstore.console.event.Observation;
import io.paxosstore.console.live.Reading;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What the console asks of its node. From any thread; nothing of it waits for another node. */
public interface ConsoleNode {
    int id();

    /** The figures as they are now. */
    Reading read();

    /** The upper bounds of the buckets of time in {@link #read}, in microseconds. */
    double[] boundsMicros();

    Observation observe();

    /** How the node is, and what it sees of the others: a JSON object. */
    String status();

    /** Nodes, redundancy, plan and its progress: a JSON object, or "null" before it is known. */
    CompletableFuture<String> topology();

    /** Which nodes vote where: a JSON array of runs of slots, or "null" before it is known. */
    String slots();

    /** The hottest entities and the slowest requests of this node: a JSON object. */
    CompletableFuture<String> standouts();

    /** The other nodes of the cluster. */
    List<Neighbour> others();

    /** What this node holds of the spaces. */
    SpacesHeld held();

    /** Where clients reach the nodes of the cluster: "host:port,host:port". */
    String clientAddresses();
}
