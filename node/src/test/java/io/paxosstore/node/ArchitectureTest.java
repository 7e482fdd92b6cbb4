package io.paxosstore.node;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import io.paxosstore.node.host.ShardLoop;

import org.junit.jupiter.api.Test;

import java.util.UUID;

/** What the host of replicas needs comes by ports, so that a simulator can run it, too. */
final class ArchitectureTest {
    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("io.paxosstore.node");

    @Test
    void theHostKnowsNoEngineNoNetworkAndNoClient() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jspecify..",
                        "org.slf4j..",
                        "io.paxosstore.protocol..",
                        "io.paxosstore.core..",
                        "io.paxosstore.log..",
                        "io.paxosstore.node..")
                .check(CLASSES);
    }

    @Test
    void theHostHasNoFilesNoThreadsNoClocksAndNoChanceOfItsOwn() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.nio.file..", "java.net..", "java.nio.channels..")
                .orShould()
                .dependOnClassesThat()
                .haveNameMatching(
                        "java\\.(lang\\.Thread|util\\.Random|time\\.Clock"
                                + "|util\\.Timer|util\\.concurrent\\.(ThreadLocalRandom|Executors"
                                + "|ThreadPoolExecutor|ScheduledThreadPoolExecutor))")
                .orShould()
                .callMethod(UUID.class, "randomUUID")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(java.time.Instant.class, "now")
                .check(CLASSES);
    }

    /** Else limits, spaces and routes could be forgotten. */
    @Test
    void shardsAreCalledByCallsOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.paxosstore.node.call", "io.paxosstore.node.host")
                .should()
                .callMethodWhere(
                        target(owner(type(ShardLoop.class)))
                                .and(target(nameMatching("read|write|recover"))))
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.paxosstore.node.(*)..").should().beFreeOfCycles().check(CLASSES);
    }
}
