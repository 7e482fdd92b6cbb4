package io.paxosstore.server.config;

import org.jspecify.annotations.Nullable;

import java.util.Locale;

/**
 * One setting, declared once: key, type, default, range, scope and meaning. Immutable.
 *
 * @param <T> the type of its value
 */
public final class Setting<T> {
    /** Whether nodes of one cluster may differ in a setting. */
    public enum Scope {
        /** Must be equal on every node; compared when nodes connect to each other. */
        CLUSTER,
        /** May differ from node to node. */
        NODE
    }

    private final Builder<T> declared;

    private Setting(Builder<T> declared) {
        this.declared = declared;
    }

    /** Starts the declaration of a setting. */
    static <T> Builder<T> declare(String key, ValueType<T> type) {
        return new Builder<>(key, type);
    }

    /** The dotted key, as the configuration file and {@code --set} name it. */
    public String key() {
        return declared.key;
    }

    /** The environment variable that overrides the file. */
    public String environmentName() {
        return environmentName(declared.key);
    }

    static String environmentName(String key) {
        return Configuration.ENVIRONMENT_PREFIX
                + key.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }

    public ValueType<T> type() {
        return declared.type;
    }

    public Scope scope() {
        return declared.scope;
    }

    /** Whether its value is shown to nobody. */
    boolean isSecret() {
        return declared.isSecret;
    }

    /** What the setting means, in sentences. */
    public String doc() {
        return declared.doc;
    }

    /** The default; null when the setting has none. */
    public @Nullable T defaultValue() {
        return declared.defaultValue;
    }

    /** The default as the documentation states it. */
    public String defaultText() {
        if (declared.defaultText != null) {
            return declared.defaultText;
        }
        return declared.defaultValue == null ? "none" : format(declared.defaultValue);
    }

    /** What is said of the setting where it has no value. */
    String unsetText() {
        return declared.defaultText == null ? "not set" : "not set: " + declared.defaultText;
    }

    /** The range as the documentation states it; empty when every value of the type is allowed. */
    public String rangeText() {
        T min = declared.min;
        T max = declared.max;
        if (min == null || max == null) {
            return declared.type.constraint();
        }
        return format(min) + " to " + format(max);
    }

    /** A value in the form in which it is written in files and flags. */
    public String format(T value) {
        return declared.type.format(value);
    }

    /**
     * Reads a value and checks its range.
     *
     * @param raw a {@link String}, or what the YAML parser made of a list or a map
     * @throws BadValueException with one sentence when the value is refused
     */
    T parse(Object raw) throws BadValueException {
        T value;
        try {
            value = declared.type.parse(raw);
        } catch (BadValueException e) {
            throw new BadValueException(declared.key + ": " + e.getMessage());
        }
        T min = declared.min;
        T max = declared.max;
        if (min != null
                && max != null
                && (declared.type.compare(value, min) < 0
                        || declared.type.compare(value, max) > 0)) {
            throw new BadValueException(
                    declared.key
                            + ": "
                            + format(value)
                            + " is out of range; it must be between "
                            + format(min)
                            + " and "
                            + format(max)
                            + ".");
        }
        return value;
    }

    @Override
    public String toString() {
        return declared.key;
    }

    /**
     * A declaration in the making; {@link #doc} finishes it.
     *
     * @param <T> the type of the setting's value
     */
    static final class Builder<T> {
        private final String key;
        private final ValueType<T> type;
        private @Nullable T defaultValue;
        private @Nullable String defaultText;
        private @Nullable T min;
        private @Nullable T max;
        private Scope scope = Scope.NODE;
        private boolean isSecret;
        private String doc = "";

        private Builder(String key, ValueType<T> type) {
            this.key = key;
            this.type = type;
        }

        Builder<T> defaultsTo(T value) {
            this.defaultValue = value;
            return this;
        }

        /** A default that depends on what a node finds, with the words that describe it. */
        Builder<T> defaultsTo(T value, String text) {
            this.defaultValue = value;
            this.defaultText = text;
            return this;
        }

        /** No default here: a node that is not told settles it at its start, as the words say. */
        Builder<T> settledAtStart(String text) {
            this.defaultText = text;
            return this;
        }

        /** Both ends inclusive. */
        Builder<T> between(T min, T max) {
            this.min = min;
            this.max = max;
            return this;
        }

        /** Its value is shown to nobody. */
        Builder<T> secret() {
            this.isSecret = true;
            return this;
        }

        Builder<T> scope(Scope scope) {
            this.scope = scope;
            return this;
        }

        Setting<T> doc(String doc) {
            this.doc = doc;
            return new Setting<>(this);
        }
    }
}
