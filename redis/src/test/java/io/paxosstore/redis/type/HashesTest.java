package io.paxosstore.redis.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.redis.MemoryRedis;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What clients get to see of hashes. */
class HashesTest {
    private final MemoryRedis redis = new MemoryRedis();

    @Test
    void fieldsAreSetReadAndRemoved() {
        assertEquals(":2", redis.run("HSET h a 1 b 2"));
        assertEquals(":1", redis.run("HSET h a 3 c 4"));
        assertEquals("$1 3", redis.run("HGET h a"));
        assertEquals("*3 $1 3 $-1 $1 4", redis.run("HMGET h a x c"));
        assertEquals("*3 $1 a $1 b $1 c", redis.run("HKEYS h"));
        assertEquals("*3 $1 3 $1 2 $1 4", redis.run("HVALS h"));
        assertEquals("*6 $1 a $1 3 $1 b $1 2 $1 c $1 4", redis.run("HGETALL h"));
        assertEquals(":0", redis.run("HSETNX h a 9"));
        assertEquals(":1", redis.run("HSETNX h d 12345"));
        assertEquals(":5", redis.run("HSTRLEN h d"));
        assertEquals(":4", redis.run("HLEN h"));
        assertEquals(":2", redis.run("HDEL h a d x"));
        assertEquals(":0", redis.run("HEXISTS h a"));
        assertEquals(":1", redis.run("HEXISTS h b"));
        assertEquals(
                "-ERR wrong number of arguments for 'hset' command", redis.run("HSET h a 1 b"));
    }

    @Test
    void aHashWithoutFieldsIsNoKey() {
        redis.run("HSET h a 1");
        assertEquals(":1", redis.run("HDEL h a"));
        assertEquals("+OK", redis.run("SET h v NX"));
        assertTrue(redis.run("HGET h a").startsWith("-WRONGTYPE"));
        assertEquals("*0", redis.run("HGETALL none"));
        assertEquals("*2 $1 0 *0", redis.run("HSCAN none 0"));
        assertEquals("$-1", redis.run("HRANDFIELD none"));
    }

    @Test
    void numbers() {
        assertEquals(":5", redis.run("HINCRBY h n 5"));
        assertEquals(":-2", redis.run("HINCRBY h n -7"));
        assertEquals("$4 -1.5", redis.run("HINCRBYFLOAT h n 0.5"));
        assertEquals("-ERR hash value is not an integer", redis.run("HINCRBY h n 1"));
        redis.run("HSET h max 9223372036854775807 x y");
        assertEquals("-ERR increment or decrement would overflow", redis.run("HINCRBY h max 1"));
        assertEquals("-ERR hash value is not a float", redis.run("HINCRBYFLOAT h x 1"));
        assertEquals("-ERR value is NaN or Infinity", redis.run("HINCRBYFLOAT h x inf"));
    }

    @Test
    void thirdVersionOfTheProtocol() {
        redis.run("HSET h a 1 b 2");
        redis.version(3);
        assertEquals("%2 $1 a $1 1 $1 b $1 2", redis.run("HGETALL h"));
        assertEquals("%0", redis.run("HGETALL none"));
        assertEquals("*2 $1 a $1 b", redis.run("HKEYS h"));
        assertEquals("_", redis.run("HGET h x"));
        assertEquals("*0", redis.run("HRANDFIELD none 3 WITHVALUES"));
        redis.run("HDEL h b");
        assertEquals("*2 *2 $1 a $1 1 *2 $1 a $1 1", redis.run("HRANDFIELD h -2 WITHVALUES"));
        assertEquals("*2 $1 0 *2 $1 a $1 1", redis.run("HSCAN h 0"));
    }

    @Test
    void aHashKeepsItsTimeToLive() {
        redis.run("HSET h a 1");
        redis.execute(new ObjectOperation.Expire("h", 100));
        redis.run("HSET h b 1");
        redis.run("HINCRBY h a 1");
        redis.pass(99);
        assertEquals("$1 2", redis.run("HGET h a"));
        redis.pass(1);
        assertEquals(":0", redis.run("HLEN h"));
        assertEquals(":1", redis.run("HSET h a 1"));
        redis.pass(1000);
        assertEquals(":1", redis.run("HLEN h"));
    }

    @Test
    void fieldsOfOtherClientsExpire() {
        redis.execute(new MapOperation.Put("h", List.of(field("a"), field("b"), field("n")), 100));
        redis.run("HSET h a 2");
        redis.run("HINCRBY h n 1");
        redis.pass(100);
        assertEquals("*2 $1 a $1 2", redis.run("HGETALL h"));
        assertEquals("*2 $1 0 *2 $1 a $1 2", redis.run("HSCAN h 0"));
        assertEquals("*1 $1 a", redis.run("HRANDFIELD h 5"));
        redis.execute(new MapOperation.Put("g", List.of(field("a")), 100));
        redis.execute(new ObjectOperation.Expire("g", 1000));
        redis.pass(100);
        assertEquals("*0", redis.run("HKEYS g"));
        assertEquals(":1", redis.run("HSET g b 1"));
        redis.pass(1000);
        assertEquals("$1 1", redis.run("HGET g b"));
    }

    @Test
    void anEmptyListIsNotInTheWay() {
        byte[] element = {'x'};
        redis.execute(new ListOperation.Append("k", List.of(element)));
        redis.execute(new ListOperation.PopFirst("k", Page.of(1)));
        assertEquals("$-1", redis.run("HGET k a"));
        assertEquals(":1", redis.run("HSET k a 1"));
        assertEquals("$1 1", redis.run("HGET k a"));
    }

    @Test
    void aScanFindsWhatIsThereAllTheTime() {
        fill("h", 5000);
        Set<String> seen = new HashSet<>();
        String cursor = "0";
        int pages = 0;
        do {
            List<String> page = Words.of(redis.run("HSCAN h " + cursor + " COUNT 100"));
            cursor = page.getFirst();
            for (int i = 1; i < page.size(); i += 2) {
                assertEquals("v" + page.get(i), page.get(i + 1));
                seen.add(page.get(i));
            }
            redis.run("HSET h new:" + pages + " vnew:" + pages);
            redis.run("HDEL h field:" + (4999 - pages) + " new:" + (pages - 5));
            pages++;
        } while (!cursor.equals("0") && pages < 100);
        assertTrue(pages >= 16 && pages < 60, pages + " pages");
        for (int i = 0; i < 4999 - pages; i++) {
            assertTrue(seen.contains("field:" + i), "field:" + i);
        }
    }

    @Test
    void aScanForAPattern() {
        fill("h", 300);
        Set<String> seen = new HashSet<>();
        String cursor = "0";
        do {
            List<String> page = Words.of(redis.run("HSCAN h " + cursor + " MATCH *:1?"));
            cursor = page.getFirst();
            seen.addAll(page.subList(1, page.size()));
        } while (!cursor.equals("0"));
        assertEquals(20, seen.size());
    }

    @Test
    void randomFieldsOfALargeHash() {
        fill("h", 12_000);
        redis.run("HSET", "h", "", "v", "far", "vfar");
        Set<String> drawn = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            List<String> words = Words.of(redis.run("HRANDFIELD h 3 WITHVALUES"));
            for (int j = 0; j < 6; j += 2) {
                assertEquals("v" + words.get(j), words.get(j + 1));
                drawn.add(words.get(j));
            }
        }
        assertTrue(drawn.contains("far") && drawn.contains(""), "all branches are drawn");
        assertTrue(drawn.size() > 50, drawn.size() + " different ones");
        List<String> many = Words.of(redis.run("HRANDFIELD h 5000"));
        assertEquals(5000, new HashSet<>(many).size());
        assertEquals(20, Words.of(redis.run("HRANDFIELD h -20")).size());
    }

    @Test
    void tooMuchForOneReplyIsRefused() {
        String value = "x".repeat(1 << 20);
        for (int i = 0; i < 17; i++) {
            redis.run("HSET", "h", "f" + i, value);
        }
        assertTrue(redis.run("HGETALL h").startsWith("-ERR the command reads more than"));
        assertEquals(10, Words.of(redis.run("HMGET h f0 f1 f2 f3 f4 f5 f6 f7 f8 f9")).size());
        assertEquals(7, Words.of(redis.run("HSCAN h 0 COUNT 100")).size());
        assertTrue(redis.run("HSET", "h", "n".repeat(5000), "v").contains("is too long"));
        assertTrue(redis.run("HINCRBY", "h", "n".repeat(5000), "1").contains("is too long"));
        assertEquals("$-1", redis.run("HGET", "h", "n".repeat(5000)));
    }

    private void fill(String key, int fields) {
        for (int from = 0; from < fields; from += 1000) {
            List<String> words = new ArrayList<>(List.of("HSET", key));
            for (int i = from; i < Math.min(fields, from + 1000); i++) {
                words.add("field:" + i);
                words.add("vfield:" + i);
            }
            redis.run(words.toArray(String[]::new));
        }
    }

    private static MapOperation.Field field(String name) {
        return new MapOperation.Field(
                name.getBytes(StandardCharsets.UTF_8), "1".getBytes(StandardCharsets.UTF_8));
    }
}
