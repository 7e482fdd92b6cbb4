package io.paxosstore.bench.micro;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A log of records on a real disk, as thin as it can be, to compare what lies under a journal. */
interface BenchmarkLog extends AutoCloseable {
    /** Appends encoded records, which fill the buffer from 0 to its limit, as one write. */
    void append(ByteBuffer records, int count) throws IOException;

    /** Makes durable what was appended. */
    void sync() throws IOException;

    @Override
    void close() throws IOException;
}
