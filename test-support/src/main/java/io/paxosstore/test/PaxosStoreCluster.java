package io.paxosstore.test;

import org.junit.jupiter.api.extension.ExtendWith;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a cluster for a test class: real nodes in this process, on free ports of the loopback
 * interface, with their data in a temporary directory.
 *
 * <pre>{@code
 * @PaxosStoreCluster
 * class CartTest {
 *     @Test
 *     void survivesTheLossOfANode(PaxosStore store, EmbeddedCluster cluster) {
 *         store.createSpaceIfAbsent("carts");
 *         KeyValue<String, String> carts = store.keyValue("carts", Codec.utf8(), Codec.utf8());
 *         carts.put("alice", "apples");
 *         cluster.node(1).kill();
 *         assertEquals("apples", carts.get("alice").orElseThrow());
 *     }
 * }
 * }</pre>
 *
 * <p>Constructors, tests and methods of their life cycle may have parameters of the types {@link
 * io.paxosstore.client.PaxosStore} and {@link io.paxosstore.server.embedded.EmbeddedCluster}. The
 * cluster and the client that is connected to it are made when the class begins and closed when it
 * ends; all of its tests share them, and those of nested classes that have no annotation of their
 * own. What tests write stays there for those that follow, so each should have keys or spaces of
 * its own. Nodes that a test has stopped or killed are started again when it ends; such tests must
 * not run at the same time as others of the class.
 *
 * <p>The servers need Java 25, and so do these tests, whatever the application itself is compiled
 * for. No options of the JVM are needed. Works with JUnit 5 from 5.10 on, and with JUnit 6.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(PaxosStoreExtension.class)
public @interface PaxosStoreCluster {
    /** How many nodes there are: 1, 3 or 5. */
    int nodes() default 3;

    /**
     * Settings of every node beside those of an embedded cluster, as {@code
     * "limits.value-bytes=2MiB"}.
     */
    String[] settings() default {};
}
