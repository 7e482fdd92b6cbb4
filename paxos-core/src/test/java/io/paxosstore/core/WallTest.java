package io.paxosstore.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

import java.util.Set;

/**
 * The wall around the core: the same inputs must give the same effects, so nothing in it may read a
 * clock, draw randomness, start a thread, do IO or depend on the order of a hash table. And the
 * walls within it: which part may know which.
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
                                        || name.equals("io.paxosstore.protocol.topology")
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

    @Test
    void packagesHaveNoCircles() {
        slices().matching("io.paxosstore.core.(*)..").should().beFreeOfCycles().check(CORE);
    }

    /** What each part may know; nothing of the core is beside these. */
    @Test
    void partsKnowOnlyWhatIsBelowThem() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("io.paxosstore.core..")
                .ensureAllClassesAreContainedInArchitecture()
                .layer("words")
                .definedBy("io.paxosstore.core")
                .layer("kv")
                .definedBy("io.paxosstore.core.kv")
                .layer("step")
                .definedBy("io.paxosstore.core.step")
                .layer("data")
                .definedBy("io.paxosstore.core.data")
                .layer("vote")
                .definedBy("io.paxosstore.core.vote")
                .layer("propose")
                .definedBy("io.paxosstore.core.propose")
                .layer("read")
                .definedBy("io.paxosstore.core.read")
                .layer("learn")
                .definedBy("io.paxosstore.core.learn")
                .layer("replica")
                .definedBy("io.paxosstore.core.replica")
                .whereLayer("words")
                .mayNotAccessAnyLayer()
                .whereLayer("kv")
                .mayOnlyAccessLayers("words")
                .whereLayer("step")
                .mayOnlyAccessLayers("words")
                .whereLayer("data")
                .mayOnlyAccessLayers("words", "step")
                .whereLayer("vote")
                .mayOnlyAccessLayers("words", "step", "data")
                .whereLayer("propose")
                .mayOnlyAccessLayers("words", "step", "data", "vote")
                .whereLayer("read")
                .mayOnlyAccessLayers("words", "step", "data", "vote")
                .whereLayer("learn")
                .mayOnlyAccessLayers("words", "step", "data", "vote", "propose")
                .whereLayer("replica")
                .mayOnlyAccessLayers("words", "step", "data", "vote", "propose", "read", "learn")
                .check(CORE);
    }
}
