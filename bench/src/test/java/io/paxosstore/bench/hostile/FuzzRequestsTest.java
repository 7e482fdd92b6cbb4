package io.paxosstore.bench.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.codec.MalformedModelException;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.codec.PartOwner;
import io.paxosstore.protocol.wire.MalformedFrameException;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.RequestCodec;
import io.paxosstore.protocol.wire.Wire;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** The servers' own decoders read what hostile clients send. */
final class FuzzRequestsTest {
    private static final int DRAWS = 2_000;
    private static final int KEY_SPACE = 5;
    private static final int ENTITY_SPACE = 1 << 24;
    private static final PartOwner OWNER = new PartOwner(ENTITY_SPACE, new byte[] {'f'});

    private final RandomSource random = new RandomSource(1);

    private static boolean isMultiOp(byte[] bytes) {
        try {
            ModelCodec.decode(ByteBuffer.wrap(bytes), OWNER);
            return true;
        } catch (MalformedModelException e) {
            return false;
        }
    }

    private static Optional<Request> read(byte[] frame) {
        if (frame.length < Wire.LENGTH_BYTES
                || ByteBuffer.wrap(frame).getInt() != frame.length - Wire.LENGTH_BYTES) {
            return Optional.empty();
        }
        try {
            return Optional.of(RequestCodec.decode(ByteBuffer.wrap(frame)));
        } catch (MalformedFrameException e) {
            return Optional.empty();
        }
    }

    @Test
    void multiOpsThatAreNotAlteredAreRead() {
        List<byte[]> sound = FuzzMultiOps.sound();
        assertEquals(sound.size(), sound.stream().filter(FuzzRequestsTest::isMultiOp).count());
    }

    @Test
    void alteredMultiOpsAreReadAndRefused() {
        List<byte[]> sound = FuzzMultiOps.sound();
        int read = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            read += isMultiOp(FuzzMultiOps.draw(sound, random)) ? 1 : 0;
        }
        assertTrue(read > DRAWS / 10 && read < DRAWS * 9 / 10, "read " + read);
    }

    /** In entity spaces; so the MultiOp is what is looked at. */
    @Test
    void soundFramesCarryThem() {
        ClusterLayout nobody = new ClusterLayout(List.of());
        FuzzRequests requests = new FuzzRequests(new Target(nobody, KEY_SPACE, ENTITY_SPACE, 0));
        int sound = 0;
        int altered = 0;
        for (int draw = 0; draw < DRAWS; draw++) {
            Request request = read(requests.draw(random)).orElse(null);
            if (request instanceof Request.EntityWrite write && write.space() == ENTITY_SPACE) {
                sound += isMultiOp(write.multiOp()) ? 1 : 0;
                altered += isMultiOp(write.multiOp()) ? 0 : 1;
            }
        }
        assertTrue(sound > DRAWS / 20, "sound: " + sound);
        assertTrue(altered > DRAWS / 20, "altered: " + altered);
    }
}
