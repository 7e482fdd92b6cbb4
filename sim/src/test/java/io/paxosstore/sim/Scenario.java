package io.paxosstore.sim;

import io.paxosstore.core.EntityView;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.sim.invariant.Checks;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Plays a golden scenario: blocks of commands, a line {@code ----}, and the conversation they
 * cause. Blocks end at an empty line; lines that begin with {@code #} are comments. Not
 * thread-safe.
 *
 * <pre>
 *  cluster nodes=3 key=u1          starts; must be first
 *  write A w1 put hello            a client asks A; w1 names the request, again: a duplicate
 *  read A r1 [local]
 *  deliver A->B [one]              what is on its way now, or the oldest of it
 *  drop A->B
 *  persist A                       the disk finishes what it was given
 *  restart A | stop A              what is not synced is lost
 *  pass 20ms                       time passes, timers fire
 *  run                             delivers and syncs everything until it is quiet
 *  show A                          what A holds
 * </pre>
 */
final class Scenario {
    /** Carries out one verb. */
    @FunctionalInterface
    private interface Handler {
        void handle(List<String> words);
    }

    private static final String SEPARATOR = "----";

    private final Map<String, Handler> handlers = new LinkedHashMap<>();
    private @Nullable Conversation conversation;
    private String key = "";

    Scenario() {
        handlers.put("cluster", this::cluster);
        handlers.put("write", this::write);
        handlers.put("read", this::read);
        handlers.put("deliver", this::deliver);
        handlers.put("drop", words -> talk().drop(from(words.get(1)), to(words.get(1))));
        handlers.put("persist", words -> talk().persist(node(words.get(1))));
        handlers.put("restart", words -> talk().restart(node(words.get(1))));
        handlers.put("stop", words -> talk().stop(node(words.get(1))));
        handlers.put("pass", words -> talk().pass(millis(words.get(1))));
        handlers.put("run", words -> talk().run());
        handlers.put("show", this::show);
    }

    /** Plays a script and gives it back with what really happens. */
    static String play(String script) {
        Scenario scenario = new Scenario();
        StringBuilder out = new StringBuilder();
        boolean output = false;
        for (String line : script.lines().toList()) {
            if (line.isBlank()) {
                output = false;
                out.append('\n');
            } else if (!output) {
                out.append(line).append('\n');
                if (line.equals(SEPARATOR)) {
                    output = true;
                    scenario.talk().takeLines().forEach(one -> out.append(one).append('\n'));
                } else if (!line.startsWith("#")) {
                    scenario.perform(line);
                }
            }
        }
        return out.toString();
    }

    private void perform(String line) {
        List<String> words = Arrays.asList(line.split(" +"));
        Handler handler = handlers.get(words.getFirst());
        if (handler == null) {
            throw new IllegalArgumentException("Unknown verb in: " + line);
        }
        handler.handle(words);
    }

    private Conversation talk() {
        if (conversation == null) {
            throw new IllegalArgumentException("A scenario begins with: cluster");
        }
        return conversation;
    }

    private void cluster(List<String> words) {
        int nodes = 3;
        Mutation mutation = Mutation.NONE;
        OwnershipPolicy ownership = OwnershipPolicy.prePreparing();
        for (String word : words.subList(1, words.size())) {
            String value = word.substring(word.indexOf('=') + 1);
            switch (word.substring(0, word.length() - value.length())) {
                case "nodes=" -> nodes = Integer.parseInt(value);
                case "key=" -> key = value;
                case "mutation=" -> mutation = Mutation.valueOf(value);
                case "ownership=" -> ownership = OwnershipPolicy.alwaysPrepare();
                default -> throw new IllegalArgumentException("Unknown word: " + word);
            }
        }
        List<String> before = conversation == null ? List.of() : conversation.takeLines();
        conversation = new Conversation(nodes, mutation, ownership, Checks.ALL);
        before.forEach(talk()::say);
        talk().say(key + " prefers " + String.join(", ", talk().preference(key).split("")));
    }

    private void write(List<String> words) {
        talk().write(node(words.get(1)), words.get(2), key, command(words));
    }

    private static KvOperation command(List<String> words) {
        return switch (words.get(3)) {
            case "put" -> new KvOperation.Put(bytes(words.get(4)), 0);
            case "put-if-absent" -> new KvOperation.PutIfAbsent(bytes(words.get(4)), 0);
            case "increment" -> new KvOperation.Increment(Long.parseLong(words.get(4)), 0);
            case "delete" -> new KvOperation.Delete();
            default -> throw new IllegalArgumentException("Unknown command: " + words.get(3));
        };
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private void read(List<String> words) {
        ReadMode option = words.size() > 3 ? ReadMode.LOCAL : ReadMode.LINEARIZABLE;
        talk().read(node(words.get(1)), words.get(2), key, option);
    }

    private void deliver(List<String> words) {
        int from = from(words.get(1));
        int to = to(words.get(1));
        if (words.size() > 2) {
            talk().deliverOne(from, to);
        } else {
            talk().deliver(from, to);
        }
    }

    private void show(List<String> words) {
        EntityView view = talk().inspect(node(words.get(1)), key);
        talk().say(
                        words.get(1)
                                + (view == null
                                        ? " has nothing in memory"
                                        : " version=%d %s pending entry=%d m=%s n=%s"
                                                .formatted(
                                                        view.version(),
                                                        Describe.id(view.chosenId()),
                                                        view.pendingEntry(),
                                                        Describe.number(view.promised()),
                                                        Describe.number(view.accepted()))));
    }

    private static int node(String letter) {
        return letter.charAt(0) - 'A' + 1;
    }

    private static int from(String arrow) {
        return node(arrow);
    }

    private static int to(String arrow) {
        return node(arrow.substring(arrow.indexOf('>') + 1));
    }

    private static long millis(String text) {
        return Long.parseLong(text.replace("ms", ""));
    }
}
