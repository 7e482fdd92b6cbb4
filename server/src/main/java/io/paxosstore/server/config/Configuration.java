package io.paxosstore.server.config;

import io.paxosstore.protocol.topology.ClusterNode;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The values of all settings, each with its source. Immutable; made by {@link ConfigurationLoader}.
 */
public final class Configuration {
    /** What the names of environment variables that carry settings begin with. */
    public static final String ENVIRONMENT_PREFIX = "PAXOSSTORE_";

    private static final String HIDDEN = "(not shown)";

    /** Where a value comes from; a later constant wins over an earlier one. */
    public enum Source {
        DEFAULT,
        /** What the node's directory was last used with. */
        DIRECTORY,
        FILE,
        ENVIRONMENT,
        FLAG
    }

    /** A value in use and where it comes from. */
    record Sourced(Object value, Source source) {}

    private final Map<Setting<?>, Sourced> values;

    Configuration(Map<Setting<?>, Sourced> values) {
        this.values = new LinkedHashMap<>(values);
    }

    /**
     * A setting's value.
     *
     * @throws IllegalStateException when a required setting was left out; the loader refuses that
     */
    public <T> T get(Setting<T> setting) {
        T value = find(setting);
        if (value == null) {
            throw new IllegalStateException("setting " + setting.key() + " has no value");
        }
        return value;
    }

    /** A setting's value; null when it has neither a value nor a default. */
    @SuppressWarnings("unchecked") // The loader puts what the setting itself parsed.
    public <T> @Nullable T find(Setting<T> setting) {
        Sourced sourced = values.get(setting);
        return sourced == null ? null : (T) sourced.value();
    }

    /** Where a setting's value comes from; {@link Source#DEFAULT} when it has none. */
    public Source source(Setting<?> setting) {
        Sourced sourced = values.get(setting);
        return sourced == null ? Source.DEFAULT : sourced.source();
    }

    /** This node: where {@code node.address} says, or else {@code cluster.nodes}. */
    public ClusterMember self() {
        int id = get(Settings.NODE_ID);
        ClusterMember named = named(id);
        Address address = find(JoinSettings.ADDRESS);
        if (address == null) {
            if (named == null) {
                throw new IllegalStateException("node.id " + id + " is not among cluster.nodes");
            }
            return named;
        }
        return new ClusterMember(
                id,
                address.host(),
                address.clientPort(),
                address.peerPort(),
                address.adminPort(),
                named == null ? get(JoinSettings.ZONE) : named.zone(),
                named == null ? get(JoinSettings.MINI_CLUSTER) : named.miniCluster());
    }

    /** This node as it asks to be one of a cluster's. */
    public ClusterNode joining() {
        return self().node(get(JoinSettings.WEIGHT));
    }

    private @Nullable ClusterMember named(int id) {
        for (ClusterMember member : members()) {
            if (member.id() == id) {
                return member;
            }
        }
        return null;
    }

    /** The nodes in {@code cluster.nodes}; none where that is not set. */
    public List<ClusterMember> members() {
        List<ClusterMember> members = find(Settings.CLUSTER_NODES);
        return members == null ? List.of() : members;
    }

    /** The same of a cluster that the nodes in {@code cluster.nodes} found. */
    public SortedMap<String, String> clusterSettings() {
        return clusterSettings(members().stream().map(ClusterMember::id).toList());
    }

    /**
     * What must be equal on all nodes: the settings of scope CLUSTER by their keys, with their
     * values as text; of {@code cluster.nodes} the ids.
     *
     * @param founders of the cluster, which are those of {@code cluster.nodes} where that is set
     */
    public SortedMap<String, String> clusterSettings(List<Integer> founders) {
        SortedMap<String, String> settings = new TreeMap<>();
        for (Setting<?> setting : Settings.ALL) {
            if (setting.scope() == Setting.Scope.CLUSTER) {
                settings.put(setting.key(), text(setting));
            }
        }
        settings.put(
                Settings.CLUSTER_NODES.key(),
                founders.stream().map(String::valueOf).collect(Collectors.joining(", ")));
        return settings;
    }

    private <T> String text(Setting<T> setting) {
        T value = find(setting);
        return value == null ? "" : setting.format(value);
    }

    /** What is shown of a value. */
    private String shown(Setting<?> setting) {
        String text = text(setting);
        return setting.isSecret() && !text.isEmpty() ? HIDDEN : text;
    }

    /** One line per setting: key, value and source. Of a secret it says only that there is one. */
    public String print() {
        StringBuilder out = new StringBuilder();
        for (Setting<?> setting : Settings.ALL) {
            Sourced sourced = values.get(setting);
            String source =
                    sourced == null
                            ? setting.unsetText()
                            : sourced.source().name().toLowerCase(Locale.ROOT);
            out.append(
                    String.format(
                            "%-28s %-32s # %s%n", setting.key() + ":", shown(setting), source));
        }
        return out.toString();
    }
}
