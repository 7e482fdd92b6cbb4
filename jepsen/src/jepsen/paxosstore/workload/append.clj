(ns jepsen.paxosstore.workload.append
  "Transactions that append to lists and read them, for Elle: each is a MultiOp
  over several lists of one entity.

  An op's :value is a vector of [:append list element] and [:r list elements], all
  on lists of one entity: list L is list L mod 8 of entity L div 8. Completions
  have the entity's :version."
  (:require [jepsen.paxosstore.check :as check]
            [jepsen.paxosstore.client :as client]
            [jepsen.paxosstore.history :refer [ok]]
            [jepsen.paxosstore.workload :as workload])
  (:import (io.paxosstore.client Codec Entity EntityList ListSlice)))

(def lists-of-entity
  "How many lists an entity has."
  8)

(defn- entity-of
  [operation-value]
  (quot (second (first operation-value)) lists-of-entity))

(defn- list-of
  ^EntityList [^Entity entity l]
  (.list entity (str "list-" (mod l lists-of-entity)) (Codec/longs)))

(def ^:private whole
  "More elements than a list gets."
  (client/page 10000))

(defn- step
  "The operation that a part of a transaction is."
  [entity [f l element]]
  (let [ops (.op (list-of entity l))]
    (case f
      :append (.append ops element)
      :r      (.range ops 0 -1 whole))))

(defn- result
  "A part of a transaction with what it was told."
  [[f l element] told]
  (case f
    :append [f l element]
    :r      [f l (vec (.elements ^ListSlice told))]))

(defn invoke
  [client {:keys [value] :as op}]
  (client/with-outcome op
    (let [entity (client/entity client (str "append-" (entity-of value)))
          {:keys [results version]} (client/multi-op entity (map #(step entity %) value))]
      (assoc op :type :ok, :value (mapv result value results), :version version))))

(defn- lists
  "The numbers of the lists of an entity."
  [entity]
  (range (* lists-of-entity entity) (* lists-of-entity (inc entity))))

(defn generator
  [entities]
  (let [element (workload/counting)]
    (fn []
      (let [first-list (* lists-of-entity (workload/choose entities))]
        {:f     :txn
         :value (vec (for [_ (range (inc (rand-int 4)))]
                       (let [l (+ first-list (rand-int lists-of-entity))]
                         (if (zero? (rand-int 2))
                           [:append l (element)]
                           [:r l nil]))))}))))

(defn final-generator
  [entities]
  (delay
    (for [entity (workload/taken-part entities)]
      {:f :txn, :value (vec (for [l (lists entity)] [:r l nil]))})))

;; Elle judges the transactions. What is found here as well: whether reads of a
;; list are beginnings of each other, whether transactions are seen whole, and
;; whether anything is missing that had been acknowledged.

(defn- parts
  "Parts of one kind of the operations, each with its operation."
  [f operations value]
  (for [op operations, [g l x] (value op) :when (= f g)]
    {:list l, :x x, :op op}))

(defn- own-appends
  "What the operation itself appends to the list."
  [op l]
  (set (for [[f k x] (:invoked op) :when (and (= :append f) (= k l))] x)))

(defn- prefix?
  [a b]
  (and (<= (count a) (count b))
       (= a (subvec b 0 (count a)))))

(defn- diverging
  "Neighbours, by length, among the reads of a list that do not begin alike."
  [reads]
  (->> (sort-by count (map :x reads))
       (partition 2 1)
       (remove (fn [[a b]] (prefix? a b)))))

(defn- torn
  "Transactions of which a read has seen some appends to lists that it read, and
  not others."
  [writers reader]
  (let [seen (into {} (for [[f l x] (:value reader) :when (= :r f)] [l (set x)]))
        read-once (frequencies (for [[f l] (:value reader) :when (= :r f)] l))]
    (for [writer writers
          :when  (not= (:start writer) (:start reader))
          :let   [there (for [[f l x] (:invoked writer)
                              :when (and (= :append f) (= 1 (read-once l)))]
                          (contains? (seen l) x))]
          :when  (and (some true? there) (some false? there))]
      {:transaction (:invoked writer), :read (:value reader)})))

(defn- misordered
  "Reads of a list whose elements are not in the order in which they were appended,
  as their writers were told by version."
  [appends reads]
  (let [version (into {} (for [{:keys [x op]} appends :when (:version op)]
                           [x (:version op)]))]
    (for [{:keys [x op]} reads
          :let  [versions (keep version x)]
          :when (and (seq versions) (not (apply <= versions)))]
      {:misordered x, :read (select-keys op [:process :start :end])})))

(defn- check-list
  [l appends reads]
  (check/collection
    :element
    (for [{:keys [x op]} appends] (assoc op :element x))
    (for [{:keys [x op]} reads
          :let [own (own-appends op l)]]
      (assoc op :elements (remove own x)))))

(defn- check-entity
  [operations]
  (let [appends (group-by :list (parts :append operations :invoked))
        reads   (group-by :list (parts :r (ok operations) :value))
        writing (filter #(some (comp #{:append} first) (:invoked %)) operations)
        wrote?  (set (map :start writing))]
    (check/verdict
      (merge-with into
                  (apply merge-with into {}
                         (for [l (keys reads)]
                           (update-vals (check-list l (appends l) (reads l)) vec)))
                  {:diverging  (vec (mapcat diverging (vals reads)))
                   :misordered (vec (mapcat #(misordered (appends %) (reads %)) (keys reads)))
                   :torn       (vec (mapcat #(torn writing %) (ok operations)))}
                  (update-vals (check/versions writing (remove (comp wrote? :start) operations))
                               vec))
      {:transactions (count (ok operations))})))

(defn check
  [operations]
  (check/of-each (comp entity-of :invoked) check-entity operations))

(defn workload
  [_options]
  (let [entities (workload/rotation 3 150)]
    {:invoke          invoke
     :generator       (generator entities)
     :final-generator (final-generator entities)
     :check           check
     :elle?           true}))
