package io.paxosstore.server.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What may happen to a file of a store that no node has open. */
enum Harm {
    DELETED {
        @Override
        void to(Path file) throws IOException {
            Files.delete(file);
        }
    },
    CUT {
        @Override
        void to(Path file) throws IOException {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(channel.size() / 2);
            }
        }
    },
    FLIPPED {
        @Override
        void to(Path file) throws IOException {
            try (FileChannel channel =
                    FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                ByteBuffer one = ByteBuffer.allocate(1);
                long middle = channel.size() / 2;
                if (channel.read(one, middle) == 1) {
                    one.put(0, (byte) (one.get(0) ^ 4)).flip();
                    channel.write(one, middle);
                }
            }
        }
    },
    A_DIRECTORY {
        @Override
        void to(Path file) throws IOException {
            Files.delete(file);
            Files.createDirectory(file);
            Files.writeString(file.resolve("something"), "else");
        }
    };

    /** Does it. */
    abstract void to(Path file) throws IOException;
}
