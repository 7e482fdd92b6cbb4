package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.RequestId;
import io.paxosstore.core.RequestTable;
import io.paxosstore.core.kv.KvResult;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.ConfigurationException;
import io.paxosstore.server.config.ConfigurationLoader;
import io.paxosstore.server.config.PaxosSettings;
import io.paxosstore.server.config.Settings;

import org.junit.jupiter.api.Test;

/** No configuration makes a record for which the format, which every node holds, has no room. */
final class LargestRecordTest {
    private static final int CLIENTS_MAX = 255;

    /** More than are kept of one client. */
    private static final int REQUESTS = 300;

    /** Of a payload and the state in it, beside value and requests. */
    private static final int HEADER_BYTES = 64;

    private static Configuration load(int clients, int valueBytes) throws ConfigurationException {
        return new ConfigurationLoader()
                .set("cluster.nodes", "1=127.0.0.1:7400")
                .set("node.id", "1")
                .set("node.directory", "/nowhere")
                .set("server.shards", "1")
                .set(PaxosSettings.DEDUPE_CLIENTS_MAX.key(), Integer.toString(clients))
                .set(Settings.VALUE_BYTES_MAX.key(), valueBytes + "B")
                .load();
    }

    /**
     * Clients that settle nothing, whose requests have stamps far apart and the longest results.
     */
    private static RequestTable fullTable() {
        byte[] result = new KvResult(WriteStatus.OK, Long.MAX_VALUE, Long.MAX_VALUE).encode();
        RequestTable table = new RequestTable();
        for (int client = 1; client <= CLIENTS_MAX; client++) {
            for (int i = 1; i <= REQUESTS; i++) {
                table.executed(new RequestId(client, i), 0, result);
            }
            table.executed(new RequestId(client, -1), 0, result);
        }
        return table;
    }

    @Test
    void theLongestValueWithTheMostRequestsFits() throws Exception {
        int valueBytes = ModelLimits.VALUE_BYTES_MAX;
        Configuration highest = load(CLIENTS_MAX, valueBytes);
        assertEquals(valueBytes, highest.get(Settings.VALUE_BYTES_MAX));
        assertThrows(ConfigurationException.class, () -> load(CLIENTS_MAX + 1, valueBytes));
        assertThrows(ConfigurationException.class, () -> load(CLIENTS_MAX, valueBytes + 1));
        int table = fullTable().encodedBytesMax();
        assertTrue(table > CLIENTS_MAX * 256 * 17, "it is full: " + table);
        int payload = HEADER_BYTES + valueBytes + table;
        assertTrue(payload <= RecordFormat.PAYLOAD_BYTES_MAX, "payload of " + payload);
    }
}
