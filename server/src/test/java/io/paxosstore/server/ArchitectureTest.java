package io.paxosstore.server;

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

/** The walls inside the server, and between the modules that it is built from. */
final class ArchitectureTest {
    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("io.paxosstore.server");

    /** Without what other modules' tests lend. */
    private static final JavaClasses MODULES =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .withImportOption(location -> !location.contains("-tests.jar"))
                    .importPackages("io.paxosstore");

    @Test
    void theProtocolIsUnderEverything() {
        classes()
                .that()
                .resideInAPackage("io.paxosstore.protocol..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify..", "io.paxosstore.protocol..")
                .check(MODULES);
        slices().matching("io.paxosstore.protocol.(*)..").should().beFreeOfCycles().check(MODULES);
    }

    @Test
    void whatStoresDoesNotKnowTheClient() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.paxosstore.core..",
                        "io.paxosstore.log..",
                        "io.paxosstore.node..",
                        "io.paxosstore.bitcask..",
                        "io.paxosstore.lsm..",
                        "io.paxosstore.table..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.paxosstore.client..")
                .check(MODULES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.paxosstore.server.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    /** Else limits, spaces and routes could be forgotten. */
    @Test
    void frontEndsGoByNodeCalls() {
        noClasses()
                .should()
                .callMethodWhere(
                        target(owner(type(ShardLoop.class)))
                                .and(target(nameMatching("read|write|recover"))))
                .check(CLASSES);
    }

    @Test
    void onlyWhatPutsANodeTogetherKnowsTheEngines() {
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.(DirectoryStorage|EntityStorage|EntityMetrics).*")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.paxosstore.bitcask..", "io.paxosstore.lsm..", "io.paxosstore.table..")
                .check(CLASSES);
    }

    @Test
    void onlyTheNodeOwnsItsIdentity() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.paxosstore.server.node")
                .should()
                .dependOnClassesThat()
                .haveSimpleName("NodeIdentity")
                .check(CLASSES);
    }

    @Test
    void onlyWhatSendsTracesKnowsOpenTelemetry() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.paxosstore.server.trace.otlp")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.opentelemetry..")
                .check(CLASSES);
        noClasses()
                .that()
                .doNotHaveSimpleName("NodeTraces")
                .and()
                .resideOutsideOfPackage("io.paxosstore.server.trace.otlp")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.paxosstore.server.trace.otlp")
                .check(CLASSES);
    }

    @Test
    void theServerKnowsNoClient() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.paxosstore.client..")
                .check(CLASSES);
    }
}
