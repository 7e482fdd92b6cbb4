package io.paxosstore.server.config;

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

    /** The member of the cluster that this node is. */
    public ClusterMember self() {
        int id = get(Settings.NODE_ID);
        for (ClusterMember member : get(Settings.CLUSTER_NODES)) {
            if (member.id() == id) {
                return member;
            }
        }
        throw new IllegalStateException("node.id " + id + " is not among cluster.nodes");
    }

    /**
     * What must be equal on all nodes: the settings of scope CLUSTER by their keys, with their
     * values as text; of {@code cluster.nodes} the ids.
     */
    public SortedMap<String, String> clusterSettings() {
        SortedMap<String, String> settings = new TreeMap<>();
        for (Setting<?> setting : Settings.ALL) {
            if (setting.scope() == Setting.Scope.CLUSTER) {
                settings.put(setting.key(), clusterText(setting));
            }
        }
        return settings;
    }

    private String clusterText(Setting<?> setting) {
        if (setting == Settings.CLUSTER_NODES) {
            List<ClusterMember> members = get(Settings.CLUSTER_NODES);
            return members.stream()
                    .map(member -> Integer.toString(member.id()))
                    .collect(Collectors.joining(", "));
        }
        return text(setting);
    }

    private <T> String text(Setting<T> setting) {
        T value = find(setting);
        return value == null ? "" : setting.format(value);
    }

    /** One line per setting: key, value and source. */
    public String print() {
        StringBuilder out = new StringBuilder();
        for (Setting<?> setting : Settings.ALL) {
            Sourced sourced = values.get(setting);
            String source =
                    sourced == null ? "not set" : sourced.source().name().toLowerCase(Locale.ROOT);
            out.append(
                    String.format(
                            "%-28s %-32s # %s%n", setting.key() + ":", text(setting), source));
        }
        return out.toString();
    }
}
