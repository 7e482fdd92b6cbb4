package io.paxosstore.server.config;

import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.KnownNodes;
import io.paxosstore.server.config.Configuration.Source;
import io.paxosstore.server.config.Configuration.Sourced;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads settings from defaults, the node's directory, a file, the environment and flags, in this
 * order: the later wins. Collects every problem before it gives up. Not thread-safe.
 */
public final class ConfigurationLoader {
    private static final String LOG_LEVEL = "PAXOSSTORE_LOG_LEVEL";

    /** Variables with our prefix that JVMs are started with or logging reads; no settings. */
    private static final Set<String> OTHER_VARIABLES =
            Set.of("PAXOSSTORE_JVM_OPTS", "PAXOSSTORE_SERVER_JVM_OPTS", LOG_LEVEL);

    /** What Logback knows, in any case; it takes anything else, and nothing, for DEBUG. */
    private static final Set<String> LOG_LEVELS =
            Set.of("ALL", "TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF");

    private static final int SUGGESTION_DISTANCE_MAX = 4;

    /** Null for that of this host. */
    private final @Nullable String hostName;

    private final Map<String, Setting<?>> byKey = new LinkedHashMap<>();
    private final Map<Setting<?>, Sourced> values = new LinkedHashMap<>();
    private final Set<Setting<?>> refused = new LinkedHashSet<>();
    private final List<String> problems = new ArrayList<>();
    private boolean isUnread;

    /** Starts from the defaults. */
    public ConfigurationLoader() {
        this(null);
    }

    private ConfigurationLoader(@Nullable String hostName) {
        this.hostName = hostName;
        for (Setting<?> setting : Settings.ALL) {
            byKey.put(setting.key(), setting);
            Object value = setting.defaultValue();
            if (value != null) {
                values.put(setting, new Sourced(value, Source.DEFAULT));
            }
        }
    }

    /** Starts from the defaults, for a node on another host. */
    public static ConfigurationLoader onHost(String name) {
        return new ConfigurationLoader(name);
    }

    /** Takes the settings of a YAML file. */
    public ConfigurationLoader file(Path file) {
        String text;
        try {
            text = Files.readString(file);
        } catch (NoSuchFileException e) {
            return unread("There is no configuration file " + file + ".");
        } catch (CharacterCodingException e) {
            return unread("The configuration file " + file + " is not UTF-8; save it as that.");
        } catch (IOException e) {
            return unread("Cannot read the configuration file " + file + ": " + e + ".");
        }
        return yaml(text, file.toString());
    }

    /**
     * Takes the settings of a YAML text.
     *
     * @param name what problems call the text
     */
    public ConfigurationLoader yaml(String text, String name) {
        Object root;
        try {
            root = YamlText.read(text, name);
        } catch (BadValueException e) {
            return unread(String.valueOf(e.getMessage()));
        }
        if (root instanceof Map<?, ?> map) {
            takeMap("", map, new HashSet<>());
        } else if (root != null) {
            return unread(name + " must be a map of settings, such as 'node: {id: 1}'.");
        }
        return this;
    }

    /** What a text would have set is not known: that it is missing is no problem of its own. */
    private ConfigurationLoader unread(String problem) {
        problems.add(problem);
        isUnread = true;
        return this;
    }

    /**
     * @param taken the settings that the text has given before
     */
    private void takeMap(String prefix, Map<?, ?> map, Set<String> taken) {
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            String key = prefix + entry.getKey();
            Object value = entry.getValue();
            if (!byKey.containsKey(key)) {
                takeGroup(key, value, taken);
            } else if (!taken.add(key)) {
                problems.add(key + ": it is given twice, once as one word with dots.");
            } else if (value == null) {
                problems.add(key + ": no value is given.");
            } else {
                take(key, value, Source.FILE);
            }
        }
    }

    private void takeGroup(String key, @Nullable Object value, Set<String> taken) {
        if (value instanceof Map<?, ?> nested) {
            takeMap(key + ".", nested, taken);
            return;
        }
        String first =
                byKey.keySet().stream()
                        .filter(known -> known.startsWith(key + "."))
                        .findFirst()
                        .orElse("");
        if (first.isEmpty()) {
            problems.add(unknown("setting", key, byKey.keySet()));
        } else if (value != null) { // nothing is said where all lines of a group are left out
            problems.add(
                    key
                            + ": settings such as "
                            + first
                            + " belong beneath it, but "
                            + (value instanceof List ? "a list" : "'" + value + "'")
                            + " is given.");
        }
    }

    /**
     * Takes the settings among environment variables. What Kubernetes and Docker say there of a
     * service of our name is none and no mistake.
     */
    public ConfigurationLoader environment(Map<String, String> environment) {
        Map<String, Setting<?>> byName = new LinkedHashMap<>();
        byKey.values().forEach(setting -> byName.put(setting.environmentName(), setting));
        InjectedVariables injected = new InjectedVariables(environment);
        for (Map.Entry<String, String> entry : new TreeMap<>(environment).entrySet()) {
            String name = entry.getKey();
            if (name.equals(LOG_LEVEL)) {
                checkLogLevel(entry.getValue());
            }
            if (!name.startsWith(Configuration.ENVIRONMENT_PREFIX)
                    || OTHER_VARIABLES.contains(name)) {
                continue;
            }
            Setting<?> setting = byName.get(name);
            if (setting != null) {
                take(setting.key(), entry.getValue(), Source.ENVIRONMENT);
            } else if (!injected.contains(name)) {
                Set<String> known = new LinkedHashSet<>(byName.keySet());
                known.addAll(OTHER_VARIABLES);
                problems.add(unknown("environment variable", name, known));
            }
        }
        return this;
    }

    private void checkLogLevel(String level) {
        if (!LOG_LEVELS.contains(level.strip().toUpperCase(Locale.ROOT))) {
            problems.add(
                    LOG_LEVEL
                            + ": '"
                            + level
                            + "' is no level of the log; write ERROR, WARN, INFO, DEBUG or OFF.");
        }
    }

    /** Takes one {@code key=value} of the command line. */
    public ConfigurationLoader flag(String assignment) {
        int equals = assignment.indexOf('=');
        if (equals < 1) {
            problems.add("'" + assignment + "' is no setting; write --set key=value.");
            return this;
        }
        return set(assignment.substring(0, equals).strip(), assignment.substring(equals + 1));
    }

    /** Takes one setting, as a flag would give it. */
    public ConfigurationLoader set(String key, String value) {
        take(key, value, Source.FLAG);
        return this;
    }

    private void take(String key, Object raw, Source source) {
        Setting<?> setting = byKey.get(key);
        if (setting == null) {
            problems.add(unknown("setting", key, byKey.keySet()));
            return;
        }
        try {
            Object value = setting.parse(HostOrdinal.isMeant(setting, raw) ? ordinal() : raw);
            values.put(setting, new Sourced(value, source));
        } catch (BadValueException e) {
            refused.add(setting);
            problems.add(String.valueOf(e.getMessage()));
        }
    }

    private String ordinal() throws BadValueException {
        return HostOrdinal.nodeId(hostName == null ? HostOrdinal.hostName() : hostName);
    }

    /**
     * Checks the whole and returns it.
     *
     * @throws ConfigurationException with every problem found
     */
    public Configuration load() throws ConfigurationException {
        Configuration configuration = new Configuration(values);
        checkWhole(configuration);
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return configuration.source(Settings.SHARDS) == Source.DEFAULT
                ? new Configuration(withShardsOfDirectory(configuration))
                : configuration;
    }

    private Map<Setting<?>, Sourced> withShardsOfDirectory(Configuration configuration) {
        Map<Setting<?>, Sourced> found = new LinkedHashMap<>(values);
        Integer shards = ShardCount.ofDirectory(configuration.get(Settings.NODE_DIRECTORY));
        if (shards != null) {
            found.put(Settings.SHARDS, new Sourced(shards, Source.DIRECTORY));
        }
        return found;
    }

    private void checkWhole(Configuration configuration) {
        if (configuration.find(JoinSettings.JOIN) == null
                && !refused.contains(JoinSettings.JOIN)
                && !isKnown(configuration.find(Settings.NODE_DIRECTORY))) {
            require(configuration, Settings.CLUSTER_NODES);
        } else if (configuration.members().isEmpty()) {
            require(configuration, JoinSettings.ADDRESS);
        }
        require(configuration, Settings.NODE_ID);
        require(configuration, Settings.NODE_DIRECTORY);
        Integer id = configuration.find(Settings.NODE_ID);
        if (!configuration.members().isEmpty()
                && id != null
                && configuration.find(JoinSettings.ADDRESS) == null
                && configuration.members().stream().noneMatch(member -> member.id() == id)) {
            problems.add("node.id: " + id + " is not among the ids of cluster.nodes.");
        }
        checkRedisPort(configuration);
        notAbove(configuration, PeerSettings.RECONNECT_MIN, PeerSettings.RECONNECT_MAX);
        notAbove(configuration, PaxosSettings.RETRANSMIT, PaxosSettings.RETRANSMIT_MAX);
        notAbove(configuration, PeerSettings.HEARTBEAT, PeerSettings.SILENCE_TIMEOUT);
        notAbove(configuration, EntitySettings.MEMTABLE_BYTES, EntitySettings.CACHE_BYTES);
    }

    private void checkRedisPort(Configuration configuration) {
        if (!problems.isEmpty() || !configuration.get(RedisSettings.ENABLED)) {
            return; // who this node is may be unknown
        }
        ClusterMember self = configuration.self();
        int offset = configuration.get(RedisSettings.PORT_OFFSET);
        int port = self.clientPort() + offset;
        String what = "";
        if (port < 1 || port > AddressType.PORT_MAX) {
            what = "is out of range 1 to " + AddressType.PORT_MAX;
        } else if (port == self.clientPort()) {
            what = "is its client port";
        } else if (port == self.peerPort()) {
            what = "is its peer port";
        } else if (port == self.adminPort()) {
            what = "is its admin port";
        }
        if (!what.isEmpty()) {
            problems.add(
                    ("%s: %d and client port %d make %d this node's port for clients of Redis,"
                                    + " which %s.")
                            .formatted(
                                    RedisSettings.PORT_OFFSET.key(),
                                    offset,
                                    self.clientPort(),
                                    port,
                                    what));
        }
    }

    private void require(Configuration configuration, Setting<?> setting) {
        if (configuration.find(setting) == null && !refused.contains(setting) && !isUnread) {
            problems.add(
                    setting.key()
                            + ": a value is required; set it in the file, by "
                            + setting.environmentName()
                            + " or by --set "
                            + setting.key()
                            + "=...");
        }
    }

    /** Whether a directory knows the nodes of its cluster. */
    private static boolean isKnown(@Nullable Path directory) {
        try {
            return directory != null && KnownNodes.peek(FileSystem.real(), directory) != null;
        } catch (IOException e) {
            return false;
        }
    }

    private <T extends Comparable<T>> void notAbove(
            Configuration configuration, Setting<T> lesser, Setting<T> greater) {
        T low = configuration.get(lesser);
        T high = configuration.find(greater);
        if (high != null && low.compareTo(high) > 0) {
            problems.add(
                    lesser.key()
                            + ": "
                            + lesser.format(low)
                            + " must not be above "
                            + greater.key()
                            + ", which is "
                            + greater.format(high)
                            + ".");
        }
    }

    private static String unknown(String what, String given, Set<String> known) {
        String best = "";
        int bestDistance = SUGGESTION_DISTANCE_MAX + 1;
        for (String candidate : known) {
            int distance = distance(given, candidate);
            if (distance < bestDistance) {
                bestDistance = distance;
                best = candidate;
            }
        }
        String remedy =
                best.isEmpty()
                        ? "docs/configuration.md lists them all."
                        : "did you mean " + best + "?";
        return "There is no " + what + " " + given + "; " + remedy;
    }

    /** The Levenshtein distance of two words. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(above, row[j - 1]) + 1, diagonal + change);
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}
