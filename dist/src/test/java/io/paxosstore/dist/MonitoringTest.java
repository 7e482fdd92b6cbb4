package io.paxosstore.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.Codec;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The alerts and the dashboard ask for what nodes show, in queries that Prometheus takes. */
class MonitoringTest {
    private static final String ALERTS = "deploy/prometheus/alerts.yaml";
    private static final String DASHBOARD = "deploy/grafana/paxosstore.json";
    private static final String OPERATIONS = "docs/operations.md";
    private static final Set<String> SEVERITIES = Set.of("critical", "warning", "info");

    /** Labels whose values do not depend on what the node has lived through. */
    private static final Set<String> CLOSED =
            Set.of(
                    "outcome",
                    "operation",
                    "standing",
                    "room",
                    "spare",
                    "state",
                    "reason",
                    "event",
                    "end",
                    "level",
                    "path");

    /** What Prometheus makes of a target itself, and what comes with the first pause. */
    private static final Set<String> ELSEWHERE = Set.of("up", "jvm_gc_pause_seconds_sum");

    private static final int COLUMNS = 24;

    private static Exposition exposition;

    @BeforeAll
    static void aClusterShowsItsFigures() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store = PaxosStore.connect(cluster.connectString())) {
            store.createSpaceIfAbsent("orders");
            var _ = store.keyValue("orders", Codec.utf8(), Codec.utf8()).put("key", "value");
            StringBuilder text = new StringBuilder();
            for (int node = 1; node <= 3; node++) {
                text.append(cluster.node(node).metrics());
            }
            exposition = new Exposition(text.toString());
        }
    }

    private static List<JsonNode> rules() throws IOException {
        List<JsonNode> rules = new ArrayList<>();
        JsonNode file = JsonMapper.shared().readTree(Repository.documents(ALERTS).getFirst());
        for (JsonNode group : file.required("groups")) {
            assertEquals(Set.of("name", "rules"), new HashSet<>(group.propertyNames()));
            group.required("rules").forEach(rules::add);
        }
        assertTrue(rules.size() > 20, "the rules are where they are looked for");
        return rules;
    }

    private static JsonNode dashboard() throws IOException {
        return JsonMapper.shared().readTree(Repository.text(DASHBOARD));
    }

    /** What is in queries of Grafana besides PromQL. */
    private static String plain(String query) {
        return query.replace("$__rate_interval", "5m").replaceAll("\\$(cluster|instance)", "x");
    }

    private static List<String> dashboardQueries() throws IOException {
        List<String> queries = new ArrayList<>();
        for (JsonNode panel : dashboard().required("panels")) {
            for (JsonNode target : panel.path("targets")) {
                queries.add(target.required("expr").asString());
            }
        }
        for (JsonNode annotation : dashboard().required("annotations").required("list")) {
            queries.add(annotation.required("expr").asString());
        }
        for (JsonNode variable : dashboard().required("templating").required("list")) {
            if (variable.required("type").asString().equals("query")) {
                String query = variable.required("definition").asString();
                var labelValues = Pattern.compile("label_values\\((.*), \\w+\\)").matcher(query);
                assertTrue(labelValues.matches(), query);
                queries.add(labelValues.group(1));
            }
        }
        assertTrue(queries.size() > 50, "the queries are where they are looked for");
        return queries;
    }

    private static List<String> queries() throws IOException {
        List<String> queries = new ArrayList<>(dashboardQueries());
        rules().forEach(rule -> queries.add(rule.required("expr").asString()));
        return queries;
    }

    /** What is wrong with a query; empty if nothing is. */
    private static String problem(String query) {
        PromQl parsed;
        try {
            parsed = new PromQl(plain(query));
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
        for (PromQl.Series series : parsed.series()) {
            String problem =
                    ELSEWHERE.contains(series.metric()) ? "" : exposition.problem(series, CLOSED);
            if (!problem.isEmpty()) {
                return problem + ": " + query;
            }
        }
        for (String label : parsed.labels()) {
            if (!exposition.hasLabel(parsed.series(), label)) {
                return "nothing has a label " + label + ": " + query;
            }
        }
        return "";
    }

    @Test
    void everyQueryAsksForWhatNodesShow() throws IOException {
        List<String> problems =
                queries().stream()
                        .map(MonitoringTest::problem)
                        .filter(problem -> !problem.isEmpty())
                        .toList();
        assertEquals(List.of(), problems);
    }

    /** The check itself can fail. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "paxosstore_ready ==",
                "sum(paxosstore_ready",
                "sum by instance (paxosstore_ready)",
                "rate(paxosstore_requests_total)",
                "rate(sum(paxosstore_requests_total)[5m])",
                "paxosstore_requests_total[5m]",
                "paxosstore_ready[5m] > 1",
                "ratte(paxosstore_requests_total[5m])",
                "paxosstore_redy == 1",
                "paxosstore_requests_total{outcom=\"read\"}",
                "paxosstore_requests_total{outcome=\"red\"}",
                "paxosstore_requests_total{outcome=~\"read|writen\"}",
                "paxosstore_requests_total{outcome=\"read}",
                "paxosstore_requests_total{outcome=read}",
                "sum by (space) (paxosstore_ready)",
                "1 == 1",
                "paxosstore_ready and 1",
                "histogram_quantile(paxosstore_ready)",
                "paxosstore_ready paxosstore_ready",
                "sum(paxosstore_ready))",
                "paxosstore_ready offset",
                "\"text\" + 1"
            })
    void whatIsWrongIsFound(String query) {
        assertFalse(problem(query).isEmpty(), query);
    }

    /** Types and binding are Prometheus'. */
    @Test
    void whatIsRightIsTaken() {
        assertEquals(PromQl.Type.SCALAR, new PromQl("1 + 2 * -3").type());
        assertEquals(PromQl.Type.SCALAR, new PromQl("1 == bool 2").type());
        assertEquals(PromQl.Type.VECTOR, new PromQl("a > 1 and b or c unless d").type());
        assertEquals(
                List.of(
                        new PromQl.Series("a", List.of(new PromQl.Match("l", "!~", "x|y"))),
                        new PromQl.Series("b", List.of())),
                new PromQl("sum(rate(a{l!~'x|y',}[5m] offset 1h30m)) by (l) / on () b").series());
        assertEquals(
                Set.of("le", "x", "y"),
                new PromQl("topk(3, sum by (le) (a)) * on (x) group_left (y) max_over_time(b[1h:])")
                        .labels());
        assertThrows(IllegalArgumentException.class, () -> new PromQl("a{l=~'('}"));
    }

    @Test
    void everyAlertSaysWhatItIsAndWhatToDo() throws IOException {
        Set<String> names = new HashSet<>();
        for (JsonNode rule : rules()) {
            String name = rule.required("alert").asString();
            assertEquals(
                    Set.of("alert", "expr", "for", "labels", "annotations"),
                    new HashSet<>(rule.propertyNames()),
                    name);
            assertTrue(name.matches("PaxosStore([A-Z][a-z]+)+"), name);
            assertTrue(names.add(name), name + " is there twice");
            assertTrue(rule.required("for").asString().matches("[1-9]\\d*[mh]"), name);
            assertEquals(
                    Set.of("severity"), new HashSet<>(rule.required("labels").propertyNames()));
            assertTrue(
                    SEVERITIES.contains(rule.required("labels").required("severity").asString()),
                    name);
            JsonNode annotations = rule.required("annotations");
            assertEquals(
                    Set.of("summary", "description", "runbook_url"),
                    new HashSet<>(annotations.propertyNames()),
                    name);
            for (String text : List.of("summary", "description")) {
                assertTrue(annotations.required(text).asString().matches("(?s)\\S.*\\."), name);
            }
            assertEquals(
                    OPERATIONS + "#" + name.toLowerCase(Locale.ROOT),
                    annotations.required("runbook_url").asString());
        }
    }

    /** Labels that a sentence names are there when its alert fires. */
    @Test
    void theSentencesNameLabelsThatAreThere() throws IOException {
        for (JsonNode rule : rules()) {
            PromQl query = new PromQl(rule.required("expr").asString());
            var named =
                    Pattern.compile("\\$labels\\.(\\w+)")
                            .matcher(rule.required("annotations").toString());
            while (named.find()) {
                String label = named.group(1);
                boolean isKept =
                        query.labels().isEmpty()
                                ? exposition.hasLabel(query.series(), label)
                                : query.labels().contains(label);
                assertTrue(isKept, rule.required("alert") + " names " + label);
            }
        }
    }

    @Test
    void everyAlertHasItsSection() throws IOException {
        String text = Repository.text(OPERATIONS);
        int begin = text.indexOf("\n## Alerts\n");
        String alerts = text.substring(begin, text.indexOf("\n## ", begin + 1));
        Set<String> sections = new TreeSet<>();
        Pattern.compile("(?m)^### (\\w+)$")
                .matcher(alerts)
                .results()
                .forEach(heading -> sections.add(heading.group(1)));
        Set<String> names = new TreeSet<>();
        rules().forEach(rule -> names.add(rule.required("alert").asString()));
        assertEquals(names, sections);
    }

    @Test
    void thePanelsAreInOrder() throws IOException {
        Set<Integer> ids = new HashSet<>();
        Set<String> titles = new HashSet<>();
        boolean[][] taken = new boolean[1000][COLUMNS];
        for (JsonNode panel : dashboard().required("panels")) {
            String title = panel.required("title").asString();
            assertTrue(ids.add(panel.required("id").asInt()), title);
            assertTrue(titles.add(title), title + " is there twice");
            JsonNode place = panel.required("gridPos");
            int x = place.required("x").asInt();
            int y = place.required("y").asInt();
            for (int row = y; row < y + place.required("h").asInt(); row++) {
                for (int column = x; column < x + place.required("w").asInt(); column++) {
                    assertFalse(taken[row][column], title + " overlaps");
                    taken[row][column] = true;
                }
            }
            if (!panel.required("type").asString().equals("row")) {
                assertFalse(panel.required("description").asString().isBlank(), title);
                assertFalse(panel.at("/fieldConfig/defaults/unit").asString("").isBlank(), title);
                assertEquals("${datasource}", panel.at("/datasource/uid").asString(), title);
                assertFalse(panel.required("targets").isEmpty(), title);
            }
        }
    }
}
