package io.paxosstore.server.node;

import io.paxosstore.core.Placement;
import io.paxosstore.log.DueObject;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.DiskRoom;
import io.paxosstore.log.identity.KnownNodes;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.log.journal.JournalConfig;
import io.paxosstore.log.journal.JournalEnvironment;
import io.paxosstore.lsm.entity.ApplyBatching;
import io.paxosstore.lsm.entity.EntityEngine;
import io.paxosstore.lsm.entity.EntityEngineConfig;
import io.paxosstore.lsm.entity.EntityEnvironment;
import io.paxosstore.lsm.entity.EvaluationConfig;
import io.paxosstore.lsm.store.LsmConfig;
import io.paxosstore.lsm.store.MergeConfig;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.ContentSettings;
import io.paxosstore.server.config.DamageSettings;
import io.paxosstore.server.config.EntitySettings;
import io.paxosstore.server.config.EvaluationSettings;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.config.TableSettings;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Opens the engine of entities beside that of keys, as a configuration says. */
public final class EntityStorage {
    /** The directory of the entities' engine, in that of the node. */
    public static final String DIRECTORY = "entities";

    private static final Logger LOG = LoggerFactory.getLogger(EntityStorage.class);
    private static final Duration CHECKPOINT_AFTER = Duration.ofMinutes(5);
    private static final double PERCENT = 100.0;

    private EntityStorage() {}

    /**
     * Opens it; {@code dueObjects} is told of what has expired. If it has lost what it promised,
     * the node's standing says so from now on.
     *
     * @throws IOException if the directory is of no use, or the disk fails
     */
    static EntityEngine open(
            Configuration configuration,
            KnownNodes known,
            NodeIdentity identity,
            DiskRoom room,
            StorageEngine.Listener listener,
            Consumer<List<DueObject>> dueObjects)
            throws IOException {
        EntityEnvironment system =
                EntityEnvironment.system(identity::standing, identity::slotRebuildings);
        JournalEnvironment journal =
                new JournalEnvironment(
                        system.journal().nanoClock(),
                        identity::isDropped,
                        identity::slotTenures,
                        () -> room.room() != Room.NONE,
                        system.journal().commits());
        EntityEngine engine =
                EntityEngine.open(
                        config(configuration, identity),
                        FileSystem.real(),
                        listener,
                        new EntityEnvironment(
                                system.standing(),
                                system.slotRebuildings(),
                                journal,
                                system.wallMillis(),
                                notPreferred(configuration, known, identity),
                                dueObjects));
        boolean begun = false;
        try {
            if (engine.isLost() && identity.standing() == Standing.WHOLE) {
                identity.standing(Standing.REBUILDING);
            }
            engine.begin();
            begun = true;
            return engine;
        } finally {
            if (!begun) {
                engine.close();
            }
        }
    }

    /** Rule C5: entities that other nodes propose for, as long as nothing fails. */
    private static Predicate<EntityKey> notPreferred(
            Configuration configuration, KnownNodes known, NodeIdentity identity) {
        int self = configuration.get(Settings.NODE_ID);
        int[] founders = known.founderIds().stream().mapToInt(Integer::intValue).toArray();
        Placement first = Placement.neverChanged(founders);
        return key -> {
            SlotRecord entered = identity.slot(key.slot());
            int preferred =
                    entered == null
                            ? first.configurationOf(key).voters().preferred()
                            : entered.configuration().ids().getFirst();
            return preferred != self;
        };
    }

    private static EntityEngineConfig config(Configuration configuration, NodeIdentity identity) {
        Path directory = configuration.get(Settings.NODE_DIRECTORY).resolve(DIRECTORY);
        EntityEngineConfig defaults =
                EntityEngineConfig.of(
                        directory,
                        identity.storeId(),
                        identity.incarnation(),
                        configuration.get(Settings.SHARDS));
        JournalConfig journal =
                defaults.journal()
                        .withSegments(
                                Math.toIntExact(configuration.get(EntitySettings.FILE_BYTES)),
                                configuration.get(EntitySettings.PREALLOCATED_FILES));
        EntityMemory memory = EntityMemory.of(configuration);
        LOG.info(
                "entity.memory cache-bytes={} recent-bytes={}",
                memory.cacheBytes(),
                memory.recentBytes());
        LsmConfig lsm =
                defaults.lsm()
                        .withMemory(
                                memory.cacheBytes(),
                                configuration.get(EntitySettings.MEMTABLE_BYTES))
                        .withRecentBytes(memory.recentBytes())
                        .withPurgeMarginMillis(
                                configuration.get(EntitySettings.PURGE_MARGIN).toMillis())
                        .withMerges(
                                new MergeConfig(
                                        configuration.get(TableSettings.MERGE_ROWS),
                                        configuration.get(TableSettings.MERGE_PERCENT) / PERCENT,
                                        configuration.get(TableSettings.MERGE_AFTER),
                                        Math.toIntExact(
                                                configuration.get(TableSettings.MERGE_STEP_BYTES)),
                                        configuration.get(TableSettings.MERGE_SHARE)));
        return defaults.withStores(journal, lsm, defaults.data())
                .withUpkeep(
                        configuration.get(EntitySettings.FLUSH_AFTER),
                        configuration.get(EntitySettings.MEMTABLE_BYTES) / 2,
                        configuration.get(EntitySettings.PURGE_EVERY),
                        CHECKPOINT_AFTER)
                .withDigests(
                        Math.max(
                                EntityEngineConfig.DIGEST_BYTES_MIN,
                                configuration.get(ContentSettings.RATE)))
                .withBatching(
                        new ApplyBatching(
                                configuration.get(EntitySettings.APPLY_BATCH),
                                configuration.get(EntitySettings.APPLY_BATCH_AGE)))
                .withEvaluation(
                        new EvaluationConfig(
                                configuration.get(EvaluationSettings.SLICE),
                                configuration.get(EvaluationSettings.THREADS),
                                configuration.get(EvaluationSettings.WAITING_MAX),
                                configuration.get(EvaluationSettings.WORK_MAX)))
                .withDamagedCopiesMax(configuration.get(DamageSettings.COPIES_MAX));
    }
}
