package io.paxosstore.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import io.paxosstore.server.config.Units;

import org.junit.jupiter.api.Test;

/** Which commands know the server and its engines, and which the client alone. */
final class ArchitectureTest {
    private static final String RUNS_SERVERS = "PaxosStoreMain|ServerCommand|DevCommand";
    private static final String LOOKS_AT_FILES =
            "StoreCommand|StoredSpaces|StoreProgress|EntityPrinter";

    /** Without what other modules' tests lend. */
    private static final JavaClasses MODULES =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .withImportOption(location -> !location.contains("-tests.jar"))
                    .importPackages("io.paxosstore");

    /** Parts of the shell and of the operator's commands. */
    private static final String[] PARTS = {
        "io.paxosstore.cli.probe", "io.paxosstore.cli.progress", "io.paxosstore.cli.top"
    };

    private static String named(String names) {
        return "io\\.paxosstore\\.cli\\.(" + names + ")(\\$.*)?";
    }

    @Test
    void theServerKnowsNoCommands() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.paxosstore.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.paxosstore.cli..")
                .check(MODULES);
    }

    @Test
    void theShellKnowsTheClientAndNoServer() {
        classes()
                .that()
                .resideInAPackage("io.paxosstore.cli")
                .and()
                .haveNameNotMatching(named(RUNS_SERVERS + "|" + LOOKS_AT_FILES))
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage(
                                        "java..",
                                        "org.jspecify..",
                                        "org.jline..",
                                        "picocli..",
                                        "tools.jackson..",
                                        "io.paxosstore.protocol..",
                                        "io.paxosstore.client..",
                                        "io.paxosstore.cli")
                                .or(resideInAnyPackage(PARTS))
                                .or(equivalentTo(Units.class)))
                .check(MODULES);
    }

    @Test
    void itsPartsKnowNeitherServerNorShell() {
        classes()
                .that()
                .resideInAnyPackage(PARTS)
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage(
                                        "java..",
                                        "org.jspecify..",
                                        "org.jline..",
                                        "tools.jackson..",
                                        "io.paxosstore.protocol..")
                                .or(resideInAnyPackage(PARTS)))
                .check(MODULES);
    }

    @Test
    void onlyTheInspectionOfStoresKnowsTheEngines() {
        noClasses()
                .that()
                .resideInAPackage("io.paxosstore.cli")
                .and()
                .haveNameNotMatching(named(LOOKS_AT_FILES))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.paxosstore.core..",
                        "io.paxosstore.log..",
                        "io.paxosstore.node..",
                        "io.paxosstore.bitcask..",
                        "io.paxosstore.lsm..")
                .check(MODULES);
    }
}
