package io.paxosstore.server.config;

/** Writes {@code docs/configuration.md} from the settings' declarations. */
public final class SettingsReference {
    private static final String HEAD =
            """
            # Configuration

            Generated from the settings' declarations; do not edit. To write it anew:
            `mvn -q -pl server -am test -Dtest=SettingsReferenceTest -Dsurefire.failIfNoSpecifiedTests=false -Drewrite=true`

            A server reads one YAML file (`server --config FILE`), then environment variables, then
            `--set key=value` flags; the later wins. Unknown names, wrong types and values out of range are errors,
            and all of them are listed at once. `server --config FILE --print-config` shows each value with its source.

            Variables begin with `PAXOSSTORE_`. Those that Kubernetes and Docker set for a service or a link of that name
            (`PAXOSSTORE_SERVICE_HOST`, `PAXOSSTORE_PORT=tcp://10.0.0.1:7400`, `PAXOSSTORE_PORT_7400_TCP_ADDR` ...) are left
            alone; they are told by name and value, so a misspelt setting is an error here, too.

            Durations have a unit (`us`, `ms`, `s`, `m`, `h`), sizes too (`B`, `KiB`, `MiB`, `GiB`). Settings of
            scope *cluster* must be equal on every node; nodes compare them value by value when they connect.

            ```yaml
            cluster:
              id: example
              nodes:
                - {id: 1, host: 10.0.0.1, client-port: 7400}
                - {id: 2, host: 10.0.0.2, client-port: 7400}
                - {id: 3, host: 10.0.0.3, client-port: 7400}
            node:
              id: 1
              directory: /var/lib/paxosstore
            server:
              shards: 4
            ```

            """;

    private static final int COLUMNS_MAX = 120;

    private SettingsReference() {}

    /** The whole file. */
    public static String markdown() {
        StringBuilder out = new StringBuilder(HEAD);
        String group = "";
        for (Setting<?> setting : Settings.ALL) {
            String prefix = setting.key().substring(0, setting.key().indexOf('.'));
            if (!prefix.equals(group)) {
                group = prefix;
                out.append("## ").append(group).append("\n\n");
            }
            out.append("### `").append(setting.key()).append("`\n\n");
            wrap(setting.doc(), out);
            out.append("| type | default | allowed | scope | environment |\n");
            out.append("| --- | --- | --- | --- | --- |\n");
            String range = setting.rangeText();
            out.append("| ").append(setting.type().name());
            out.append(" | ").append(setting.defaultText());
            out.append(" | ").append(range.isEmpty() ? "any" : range);
            out.append(" | ");
            out.append(setting.scope() == Setting.Scope.CLUSTER ? "cluster" : "node");
            out.append(" | `").append(setting.environmentName()).append("` |\n\n");
        }
        return out.toString();
    }

    /** Adds a paragraph in lines of at most {@link #COLUMNS_MAX} characters. */
    private static void wrap(String paragraph, StringBuilder out) {
        int column = 0;
        for (String word : paragraph.split(" ", -1)) {
            if (column + 1 + word.length() > COLUMNS_MAX) {
                out.append('\n');
                column = 0;
            } else if (column > 0) {
                out.append(' ');
                column++;
            }
            out.append(word);
            column += word.length();
        }
        out.append("\n\n");
    }
}
