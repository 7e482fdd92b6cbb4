package io.paxosstore.protocol.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/** Clients of every version, and Redis's own, compute the same slots. */
final class SlotsTest {
    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static int slot(String name) {
        return Slots.of(ascii(name));
    }

    @Test
    void theChecksumIsXmodems() {
        assertEquals(0x31c3, Crc16.of(ascii("123456789"), 0, 9));
        assertEquals(0x31c3, Crc16.of(ascii("<123456789>"), 1, 10), "of a part alone");
        assertEquals(0, Crc16.of(ascii(""), 0, 0));
    }

    @ParameterizedTest
    @CsvSource({"foo,12182", "bar,5061", "hello,866", "somekey,11058", "'',0"})
    void namesHaveTheSlotsThatRedisGivesThem(String name, int slot) {
        assertEquals(slot, slot(name));
    }

    @ParameterizedTest
    @CsvSource({
        "{user1000}.following, user1000",
        "{user1000}.followers, user1000",
        "foo{{bar}}zap, {bar",
        "foo{bar}{zap}, bar",
        "{}{bar}, {}{bar}",
        "foo{}{bar}, foo{}{bar}",
        "foo{bar, foo{bar",
        "foo}bar{, foo}bar{",
        "a}b{c}d, c",
        "{x}, x",
        "{, {",
        "{}, {}"
    })
    void aNameIsPlacedByItsHashTag(String name, String placedAs) {
        int crc = Crc16.of(ascii(placedAs), 0, placedAs.length());
        assertEquals(crc % Slots.COUNT, slot(name), name);
    }

    @Test
    void oneNameHasOneSlotInAllSpaces() {
        byte[] name = ascii("{tag}/name");
        assertEquals(Slots.of(name), Slots.of(new EntityKey(1, name)));
        assertEquals(Slots.of(name), Slots.of(new EntityKey(7, name)));
    }

    /** A checksum by single bits, and a search for the tag in a text that has a char for a byte. */
    @Test
    void anyBytesHaveTheSlotOfTheNaiveFunction() {
        Random random = new Random(1);
        byte[] alphabet = {'{', '}', 'a', 0, (byte) 0xff, (byte) 0x80};
        for (int round = 0; round < 20_000; round++) {
            byte[] name = new byte[random.nextInt(12)];
            for (int i = 0; i < name.length; i++) {
                name[i] =
                        random.nextBoolean()
                                ? alphabet[random.nextInt(alphabet.length)]
                                : (byte) random.nextInt();
            }
            assertEquals(naiveSlot(name), Slots.of(name), Arrays.toString(name));
        }
    }

    private static int naiveSlot(byte[] name) {
        String text = new String(name, StandardCharsets.ISO_8859_1);
        int open = text.indexOf('{');
        int close = text.indexOf('}', open + 1);
        String tag = open >= 0 && close > open + 1 ? text.substring(open + 1, close) : text;
        int crc = 0;
        for (byte b : tag.getBytes(StandardCharsets.ISO_8859_1)) {
            for (int bit = 7; bit >= 0; bit--) {
                boolean carry = ((crc >> 15) & 1) != ((b >> bit) & 1);
                crc = ((crc << 1) & 0xffff) ^ (carry ? 0x1021 : 0);
            }
        }
        return crc % 16_384;
    }

    @Test
    void everySlotHasAPlaceOfItsOwn() {
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            assertEquals(slot, Slots.atPlace(Slots.place(slot)));
        }
    }

    /** What begins with a name that has a tag is in the slot of that name. */
    @Test
    void aTagDecidesForAllNamesThatBeginWithIt() {
        Random random = new Random(2);
        byte[] alphabet = {'{', '}', 'a'};
        int tagged = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] name = new byte[random.nextInt(8)];
            for (int i = 0; i < name.length; i++) {
                name[i] = alphabet[random.nextInt(alphabet.length)];
            }
            byte[] longer = Arrays.copyOf(name, name.length + 3);
            longer[name.length] = alphabet[random.nextInt(alphabet.length)];
            if (Slots.isTagged(name)) {
                tagged++;
                assertEquals(Slots.of(name), Slots.of(longer), Arrays.toString(longer));
            }
        }
        assertTrue(tagged > 1000, tagged + " names with a tag");
    }

    /** The catalog was in the slot of its name, and stays where it is on disks, with its owner. */
    @Test
    void theSystemSlotIsLikeThatOfTheCatalogsName() {
        byte[] catalog = "catalog".getBytes(StandardCharsets.UTF_8);
        assertEquals(Slots.SYSTEM, new EntityKey(EntityKey.SYSTEM_SPACE, catalog).slot());
        assertEquals(Slots.of(catalog), Slots.likeSlot(Slots.SYSTEM));
        assertEquals(7, Slots.likeSlot(7));
        for (int shards = 1; shards <= 16; shards++) {
            assertEquals(Slots.shard(Slots.of(catalog), shards), Slots.shard(Slots.SYSTEM, shards));
        }
    }
}
