package io.paxosstore.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

import java.util.Set;

/**
 * The wall around the core: the same inputs must give the same effects, so nothing in it may read a
 * clock, draw randomness, start a thread, do IO or depend on the order of a hash table.
 */
class WallTest {
    /** Packages the core may use at all. */
    private static final Set<String> PACKAGES =
            Set.of(
                    "java.lang",
                    "java.lang.invoke", // string concatenation, lambdas, switches over patterns
                    "java.lang.runtime",
                    "java.lang.annotation",
                    "java.util",
                    "java.util.function",
                    "java.util.stream",
                    "java.util.zip",
                    "java.nio",
                    "java.nio.charset",
                    "org.jspecify.annotations");

    /** Classes of those packages it may not use. */
    private static final Set<String> BANNED =
            Set.of(
                    "java.lang.Thread",
                    "java.lang.ThreadLocal",
                    "java.lang.Runtime",
                    "java.lang.Process",
                    "java.lang.ProcessBuilder",
                    "java.util.Random",
                    "java.util.SplittableRandom",
                    "java.util.UUID",
                    "java.util.Timer",
                    "java.util.Date",
                    "java.util.Calendar",
                    "java.util.HashMap",
                    "java.util.HashSet",
                    "java.util.IdentityHashMap",
                    "java.util.WeakHashMap",
                    "java.nio.MappedByteBuffer");

    private static final JavaClasses CORE =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("io.paxosstore.core");

    @Test
    void coreUsesTheJdkOnlyAndNothingThatDependsOnTheWorld() {
        classes()
                .should()
                .onlyDependOnClassesThat(
                        new DescribedPredicate<>("are pure") {
                            @Override
                            public boolean test(JavaClass used) {
                                JavaClass type = used.getBaseComponentType();
                                String name = type.getPackageName();
                                return type.isPrimitive()
                                        || name.startsWith("io.paxosstore.core")
                                        || name.equals("io.paxosstore.protocol.key")
                                        || name.equals("io.paxosstore.protocol.model")
                                        || (PACKAGES.contains(name)
                                                && !BANNED.contains(type.getName()));
                            }
                        })
                .check(CORE);
    }

    @Test
    void coreReadsNoClockAndNoEnvironment() {
        for (String method :
                Set.of("currentTimeMillis", "nanoTime", "getProperty", "getenv", "exit")) {
            noClasses()
                    .should()
                    .callMethodWhere(
                            DescribedPredicate.describe(
                                    "System." + method,
                                    call ->
                                            call.getTargetOwner().isEquivalentTo(System.class)
                                                    && call.getName().equals(method)))
                    .check(CORE);
        }
    }

    @Test
    void coreDependsOnNoHashOrder() {
        noClasses()
                .should()
                .callMethodWhere(
                        DescribedPredicate.describe(
                                "a factory of hash tables, or the identity hash",
                                call -> {
                                    JavaClass owner = call.getTargetOwner();
                                    String name = call.getName();
                                    boolean factory =
                                            (owner.isEquivalentTo(Set.class)
                                                            || owner.isEquivalentTo(
                                                                    java.util.Map.class))
                                                    && (name.equals("of")
                                                            || name.equals("copyOf")
                                                            || name.equals("ofEntries"));
                                    return factory
                                            || name.equals("identityHashCode")
                                            || name.equals("toSet")
                                            || name.equals("parallelStream");
                                }))
                .check(CORE);
    }
}
