package io.paxosstore.server.node;

import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.server.config.ClusterMember;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.Contact;
import io.paxosstore.server.config.JoinSettings;
import io.paxosstore.server.config.Settings;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Where the client ports of the other nodes are, for a node that finds no other way to them.
 * Thread-safe.
 */
final class OtherNodes {
    private final Configuration configuration;
    private final KnownMembers members;

    OtherNodes(Configuration configuration, KnownMembers members) {
        this.configuration = configuration;
        this.members = members;
    }

    /** All that anything names: the list of nodes, and then the configuration. */
    List<Contact> contacts() {
        int self = configuration.get(Settings.NODE_ID);
        Set<Contact> contacts = new LinkedHashSet<>();
        for (ClusterNode node : members.othersThan(self)) {
            contacts.add(new Contact(node.host(), node.clientPort()));
        }
        for (ClusterMember member : configuration.members()) {
            if (member.id() != self) {
                contacts.add(new Contact(member.host(), member.clientPort()));
            }
        }
        List<Contact> named = configuration.find(JoinSettings.JOIN);
        if (named != null) {
            contacts.addAll(named);
        }
        return new ArrayList<>(contacts);
    }
}
