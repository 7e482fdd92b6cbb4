(ns jepsen.paxosstore.workload.multi
  "All models at once: a change is enqueued, becomes the last one in a map, where
  changes are counted, and a row of a table, in one step. Readers see it whole or
  not at all.

    :change  [entity change]
    :read    [entity changes], those in the queue; completed with :last, :number
             and :rows, [slot change] each"
  (:require [jepsen.paxosstore.check :as check]
            [jepsen.paxosstore.client :as client]
            [jepsen.paxosstore.history :refer [of-f ok]]
            [jepsen.paxosstore.workload :as workload])
  (:import (io.paxosstore.client Codec Entity EntityMap EntityQueue EntityTable Message
                                 QueueSlice Slice)
           (io.paxosstore.client.table Row)
           (io.paxosstore.protocol.model ColumnType Page TableSchema)
           (java.util Map)))

(def slots
  "How many rows there are: a change replaces the row of its slot."
  5)

(def ^:private ^TableSchema schema
  (-> (TableSchema/builder)
      (.column "slot" ColumnType/INT64)
      (.column "change" ColumnType/INT64)
      (.key (into-array String ["slot"]))
      (.build)))

(defn- objects
  [^Entity entity]
  {:log     (.queue entity "log" (Codec/longs))
   :summary (.map entity "summary" (Codec/utf8) (Codec/longs))
   :rows    (.table entity "rows" schema)})

(def ^:private ^Page whole
  "More changes than an entity gets."
  (client/page 10000))

(defn- slot
  [change]
  (mod change slots))

(defn- change
  [entity element]
  (let [{:keys [^EntityQueue log ^EntityMap summary ^EntityTable rows]} (objects entity)]
    (client/multi-op entity
                     [(.createIfAbsent (.op rows))
                      (.enqueue (.op log) element)
                      (.put (.op summary) "last" element)
                      (.increment (.op summary) "number" 1)
                      (.upsert (.op rows)
                               (Row/of "slot" (long (slot element))
                                       (object-array ["change" (long element)])))])))

(defn- look
  [entity]
  (let [{:keys [^EntityQueue log ^EntityMap summary ^EntityTable rows]} (objects entity)
        {[messages fields found] :results, version :version}
        (client/multi-op entity
                         [(.read (.op log) 0 whole)
                          (.getAll (.op summary) ["last" "number"])
                          (.op (.query rows) whole)])]
    {:changes (mapv #(.element ^Message %) (.messages ^QueueSlice messages))
     :last    (.get ^Map fields "last")
     :number  (.getOrDefault ^Map fields "number" 0)
     :rows    (mapv (fn [^Row row] [(.getLong row "slot") (.getLong row "change")])
                    (.elements ^Slice found))
     :version version}))

(defn- ensure-table
  "Makes the table before this client's first read: one that is not there cannot
  be read."
  [{:keys [memory]} entity e]
  (when-not (contains? (:multi @memory) e)
    (.createIfAbsent ^EntityTable (:rows (objects entity)))
    (swap! memory update :multi (fnil conj #{}) e)))

(defn invoke
  [client {:keys [f] [e element] :value :as op}]
  (client/with-outcome op
    (let [entity (client/entity client (str "multi-" e))]
      (case f
        :change (let [{[_ sequence _ number] :results, version :version} (change entity element)]
                  (assoc op :type :ok, :sequence sequence, :number number, :version version))
        :read   (do (ensure-table client entity e)
                    (let [{:keys [changes] :as seen} (look entity)]
                      (merge op
                             (dissoc seen :changes)
                             {:type :ok, :value [e changes]})))))))

(defn generator
  [entities]
  (let [e       #(workload/choose entities)
        element (workload/counting)]
    (workload/weighted
      2 (fn [] {:f :change, :value [(e) (element)]})
      1 (fn [] {:f :read,   :value [(e) nil]}))))

(defn final-generator
  [entities]
  (delay
    (for [e (workload/taken-part entities)]
      {:f :read, :value [e nil]})))

(defn- torn
  "Reads that see a change in one object and not in another."
  [reads]
  (for [{:keys [last number rows] [_ changes] :value :as read} reads
        :when (or (not= last (peek changes))
                  (not= number (count changes))
                  (not= (into {} rows) (into {} (map (juxt slot identity)) changes)))]
    read))

(defn- misnumbered
  "Changes whose writer was told another place in the queue than in the count."
  [changes]
  (let [first-sequence (reduce min Long/MAX_VALUE
                               (map #(- (:sequence %) (:number %)) changes))]
    (filter #(not= first-sequence (- (:sequence %) (:number %))) changes)))

(defn- check-entity
  [operations]
  (let [changes (of-f :change operations)
        reads   (ok (of-f :read operations))]
    (check/verdict
      (merge (check/collection (comp second :invoked)
                               changes
                               (for [read reads]
                                 (assoc read :elements (second (:value read)))))
             (check/versions changes reads)
             {:torn        (torn reads)
              :misnumbered (misnumbered (ok changes))})
      {:changes (count (ok changes)), :reads (count reads)})))

(defn check
  [operations]
  (check/of-each (comp first :invoked) check-entity operations))

(defn workload
  [_options]
  (let [entities (workload/rotation 3 200)]
    {:invoke          invoke
     :generator       (generator entities)
     :final-generator (final-generator entities)
     :check           check}))
