package io.paxosstore.redis.stream;

/** A consumer of a group while a command works on it. Not thread-safe. */
final class GroupConsumer {
    private final byte[] name;
    private ConsumerRecord record;
    private boolean isChanged;

    private GroupConsumer(byte[] name, ConsumerRecord record, boolean isNew) {
        this.name = name;
        this.record = record;
        this.isChanged = isNew;
    }

    /** One that was not there. */
    static GroupConsumer made(byte[] name, ConsumerRecord record) {
        return new GroupConsumer(name, record, true);
    }

    /** One that was found. */
    static GroupConsumer found(byte[] name, ConsumerRecord record) {
        return new GroupConsumer(name, record, false);
    }

    byte[] name() {
        return name;
    }

    long number() {
        return record.number();
    }

    ConsumerRecord record() {
        return record;
    }

    void record(ConsumerRecord changed) {
        record = changed;
        isChanged = true;
    }

    boolean isChanged() {
        return isChanged;
    }
}
