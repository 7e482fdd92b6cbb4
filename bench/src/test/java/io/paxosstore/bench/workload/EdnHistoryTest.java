package io.paxosstore.bench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.core.kv.KvResult;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.sim.check.History;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;
import io.paxosstore.sim.check.Operation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

final class EdnHistoryTest {
    @TempDir private Path directory;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static KvAnswer written(WriteStatus status, long version, long number) {
        return new KvAnswer.Written(new KvResult(status, version, number));
    }

    @Test
    void isWhatJepsenWouldHaveWritten() throws Exception {
        History<String, KvCall, KvAnswer> history = new History<>();
        KvCall put = new KvCall.Write(new KvOperation.Put(bytes("a \"b\""), 50));
        KvCall cas = new KvCall.Write(new KvOperation.CompareVersionAndSet(7, bytes("c"), 0));
        KvCall add = new KvCall.Write(new KvOperation.Increment(3, 0));
        history.add("k", new Operation<>(1, put, written(WriteStatus.OK, 1, 0), 100, 300));
        history.add("k", Operation.unknown(2, cas, 200));
        history.add("n", new Operation<>(1, add, written(WriteStatus.OK, 1, 3), 300, 500));
        history.add(
                "k", new Operation<>(3, new KvCall.Read(), KvAnswer.Seen.of(0, null, 0), 400, 600));
        history.add("k", new Operation<>(1, cas, written(WriteStatus.NOT_FOUND, 0, 0), 700, 800));

        Path file = directory.resolve("history.edn");
        EdnHistory.write(file, history, 100);

        String text = "[\"k\" \"a \\\"b\\\"\"], :ttl 50";
        assertEquals(
                List.of(
                        "{:index 0, :type :invoke, :process 0, :time 0, :f :write, :value "
                                + text
                                + "}",
                        "{:index 1, :type :invoke, :process 1, :time 100, :f :cas-version,"
                                + " :value [\"k\" [7 \"c\"]]}",
                        "{:index 2, :type :invoke, :process 2, :time 200, :f :increment,"
                                + " :value [\"n\" 3]}",
                        "{:index 3, :type :ok, :process 0, :time 200, :f :write, :value "
                                + text
                                + ", :applied? true, :version 1}",
                        "{:index 4, :type :invoke, :process 0, :time 300, :f :read,"
                                + " :value [\"k\" nil]}",
                        "{:index 5, :type :ok, :process 2, :time 400, :f :increment,"
                                + " :value [\"n\" 3], :applied? true, :version 1, :sum 3}",
                        "{:index 6, :type :ok, :process 0, :time 500, :f :read,"
                                + " :value [\"k\" nil], :version 0}",
                        "{:index 7, :type :invoke, :process 2, :time 600, :f :cas-version,"
                                + " :value [\"k\" [7 \"c\"]]}",
                        "{:index 8, :type :ok, :process 2, :time 700, :f :cas-version,"
                                + " :value [\"k\" [7 \"c\"]], :applied? false, :version 0}"),
                Files.readAllLines(file));
    }
}
