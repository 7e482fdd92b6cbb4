(ns jepsen.paxosstore.workload.table
  "Tables: rows are found by key, by a secondary index and by looking at all of
  them, in one step, and all agree; and every row is linearizable.

    :upsert  [table {:id, :group, :value}]
    :move    [table {:id, :group}]: into another group, if the row is there
    :remove  [table {:id}]
    :read    [table {:id, :group}]: the row of the key, the rows of the group by
             the index, all rows; completed with :row, :grouped, :all

  Rows are [id group value]; values are unique."
  (:require [jepsen.paxosstore.check :as check]
            [jepsen.paxosstore.client :as client]
            [jepsen.paxosstore.history :refer [of-f ok]]
            [jepsen.paxosstore.linearizable :as linearizable]
            [jepsen.paxosstore.workload :as workload])
  (:import (io.paxosstore.client Codec Entity EntityTable RowQuery Slice)
           (io.paxosstore.client.table Col Row)
           (io.paxosstore.protocol.model ColumnType Page TableSchema)
           (java.util Optional)))

(def ids
  "How many keys of rows there are."
  8)

(def groups
  "How many values the indexed column has."
  3)

(def ^:private ^TableSchema schema
  (-> (TableSchema/builder)
      (.column "id" ColumnType/INT64)
      (.column "grp" ColumnType/INT64)
      (.column "val" ColumnType/INT64)
      (.key (into-array String ["id"]))
      (.index "by_group" (into-array String ["grp"]))
      (.build)))

(defn- table
  ^EntityTable [^Entity entity]
  (.table entity "rows" schema))

(defn- entity
  ^Entity [client t]
  (client/entity client (str "table-" t)))

(defn- ensure-table
  "Makes the table before this client's first operation on it."
  [{:keys [memory]} entity t]
  (when-not (contains? (:tables @memory) t)
    (.createIfAbsent (table entity))
    (swap! memory update :tables (fnil conj #{}) t)))

(defn- row-of
  [{:keys [id group value]}]
  (Row/of "id" (long id) (object-array ["grp" (long group) "val" (long value)])))

(defn- plain
  [^Row row]
  [(.getLong row "id") (.getLong row "grp") (.getLong row "val")])

(defn- of-group
  ^RowQuery [^EntityTable table group]
  (.where (.query table) (.eq (Col/column "grp") (long group))))

(def ^:private ^Page all-rows
  "More rows than a table gets."
  (client/page 100))

(defn- look
  "All three ways to see rows, in one step."
  [entity {:keys [id group]}]
  (let [t (table entity)
        {[row grouped all] :results, version :version}
        (client/multi-op entity [(.get (.op t) (object-array [(long id)]))
                                 (.op (of-group t group) all-rows)
                                 (.op (.query t) all-rows)])]
    {:row     (some-> (.orElse ^Optional row nil) plain)
     :grouped (mapv plain (.elements ^Slice grouped))
     :all     (mapv plain (.elements ^Slice all))
     :version version}))

(defn- call
  [entity {:keys [f] [_ {:keys [id group] :as argument}] :value :as op}]
  (let [t (table entity)]
    (case f
      :upsert (assoc op :new? (.upsert t (row-of argument)))
      :move   (assoc op :moved (-> (.update t)
                                   (.set "grp" (long group))
                                   (.key (object-array [(long id)]))
                                   (.execute)))
      :remove (assoc op :removed? (.remove t (object-array [(long id)])))
      :read   (merge op (look entity argument)))))

(defn invoke
  [client {[t] :value :as op}]
  (client/with-outcome op
    (let [entity (entity client t)]
      (ensure-table client entity t)
      (assoc (call entity op) :type :ok))))

(defn generator
  [tables]
  (let [t     #(workload/choose tables)
        id    #(rand-int ids)
        group #(rand-int groups)
        value (workload/counting)]
    (workload/weighted
      4 (fn [] {:f :upsert, :value [(t) {:id (id), :group (group), :value (value)}]})
      2 (fn [] {:f :move,   :value [(t) {:id (id), :group (group)}]})
      1 (fn [] {:f :remove, :value [(t) {:id (id)}]})
      4 (fn [] {:f :read,   :value [(t) {:id (id), :group (group)}]}))))

(defn final-generator
  [tables]
  (delay
    (for [t (workload/taken-part tables), group (range groups)]
      {:f :read, :value [t {:id 0, :group group}]})))

(defn- disagreeing
  "Reads whose index or key finds other rows than a look at all of them."
  [reads]
  (for [{:keys [row grouped all] [_ {:keys [id group]}] :invoked :as read} reads
        :when (or (not= (sort grouped) (sort (filter (comp #{group} second) all)))
                  (not= row (first (filter (comp #{id} first) all)))
                  (not (apply distinct? nil (map first all))))]
    read))

;; The model of a row: its [group value], nil if there is none.

(defn step
  "The states that a row may be in after the operation."
  [row {:keys [f type new? moved removed? seen] [_ {:keys [group value]}] :invoked}]
  (let [told?  (= :ok type)
        change (fn [answer expected after]
                 (cond
                   (not told?)          (distinct [row after])
                   (= answer expected)  [after]))]
    (case f
      :upsert (change new? (nil? row) [group value])
      :move   (change moved (if row 1 0) (when row [group (second row)]))
      :remove (change removed? (some? row) nil)
      :read   (when (= seen row) [row]))))

(defn- of-row
  "The operations on one row: a read sees it among all rows."
  [id operations]
  (for [{:keys [f all] [_ argument] :invoked :as op} operations
        :when (if (= :read f)
                (= :ok (:type op))
                (= id (:id argument)))]
    (cond-> op
      (= :read f) (assoc :seen (some (fn [[i & row]] (when (= i id) (vec row))) all)))))

(defn- check-table
  [operations]
  (let [operations (remove (comp #{:fail} :type) operations)
        reads      (ok (of-f :read operations))
        rows       (check/merge-verdicts
                     (into {}
                           (for [id (range ids)]
                             [id (linearizable/check nil step (of-row id operations))])))]
    (if (true? (:valid? rows))
      (check/verdict {:disagreeing (disagreeing reads)} {:reads (count reads)})
      rows)))

(defn check
  [operations]
  (check/of-each (comp first :invoked) check-table operations))

(defn workload
  [_options]
  (let [tables (workload/rotation 3 120)]
    {:invoke          invoke
     :generator       (generator tables)
     :final-generator (final-generator tables)
     :check           check}))
