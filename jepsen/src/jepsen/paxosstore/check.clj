(ns jepsen.paxosstore.check
  "What the checkers of the workloads share. Each looks for one kind of error and
  returns the errors it found; `verdict` puts them together."
  (:require [clojure.set :as set]
            [jepsen.paxosstore.history :refer [before? ok]]))

(def told-max
  "How many errors of a kind are told; all are counted."
  8)

(defn verdict
  "A verdict from a map of kinds of errors to those found, and what else is of
  interest. Valid if there is none."
  ([errors] (verdict errors {}))
  ([errors more]
   (let [found (into {} (filter (comp seq val)) errors)]
     (merge more
            {:valid? (empty? found)}
            (when (seq found)
              {:error-count (update-vals found count)
               :errors      (update-vals found #(vec (take told-max %)))})))))

(defn merge-verdicts
  "One verdict of many, by name: those that are not valid are told."
  [verdicts]
  (let [bad (into (sorted-map) (remove (comp true? :valid? val)) verdicts)]
    {:valid?  (cond (empty? bad)                          true
                    (some false? (map :valid? (vals bad))) false
                    :else                                  :unknown)
     :checked (count verdicts)
     :errors  (into (sorted-map) (take told-max) bad)}))

(defn doubled
  "Those that are in the collection more than once."
  [coll]
  (into [] (keep (fn [[x n]] (when (< 1 n) x))) (frequencies coll)))

(defn- states
  "What is known of every element from the operations that add one: `element`
  takes it from an operation."
  [element adds]
  (into {} (map (juxt element identity)) adds))

(defn collection
  "Checks a collection that only grows, of elements that are added once. `adds`
  are operations, `element` gives the one that each adds; `reads` have under
  :elements what they have seen. Finds

    :lost     acknowledged before the read began, and not there
    :stale    seen by a read that had ended before, and not there
    :dirty    there, and not done
    :unborn   there, and nobody had begun to add it
    :doubled  there more than once"
  [element adds reads]
  (let [adds     (states element adds)
        acked    (sort-by :end (ok (vals adds)))
        reads    (sort-by :start reads)
        complete (sort-by :end reads)
        missing  (fn [must there] (remove there must))]
    (loop [[{:keys [elements start] :as read} & more] reads
           acked    acked
           complete complete
           must     #{}
           known    #{}
           errors   {}]
      (if (nil? read)
        errors
        (let [[acked-now acked]       (split-with #(< (:end %) start) acked)
              [complete-now complete] (split-with #(< (:end %) start) complete)
              must    (into must (map element) acked-now)
              known   (into known (mapcat :elements) complete-now)
              there   (set elements)
              at      (fn [kind found]
                        (map (fn [x] {kind x, :read (select-keys read [:process :start :end])})
                             found))
              foreign (remove #(contains? adds %) there)
              mine    (filter #(contains? adds %) there)]
          (recur more acked complete must known
                 (merge-with into errors
                             {:lost    (vec (at :element (missing must there)))
                              :stale   (vec (at :element
                                                (missing (set/difference known must) there)))
                              :dirty   (vec (at :element
                                                (filter #(= :fail (:type (adds %))) mine)))
                              :unborn  (vec (at :element
                                                (concat foreign
                                                        (filter #(before? read (adds %)) mine))))
                              :doubled (vec (at :element (doubled elements)))})))))))

(defn versions
  "Checks the versions of one entity that operations were told under :version.
  `writes` have made theirs, `reads` have seen theirs. Finds

    :shared     the version of two writes
    :backwards  an operation that began when another one had ended, and was told
                an earlier version; for a write, not a later one"
  [writes reads]
  (let [writes (filter :version (ok writes))
        reads  (filter :version (ok reads))
        writing? (set (map :start writes))
        begun  (sort-by :start (concat writes reads))
        ended  (sort-by :end (concat writes reads))]
    (loop [[op & more] begun
           ended     ended
           latest    -1
           backwards []]
      (if (nil? op)
        {:shared (doubled (map :version writes)), :backwards backwards}
        (let [[now ended] (split-with #(before? % op) ended)
              latest      (long (reduce max latest (map :version now)))]
          (recur more ended latest
                 (cond-> backwards
                   (if (writing? (:start op))
                     (<= (:version op) latest)
                     (< (:version op) latest))
                   (conj {:op (select-keys op [:process :f :value :version :start :end])
                          :after latest}))))))))

(defn of-each
  "Judges the operations of each object by itself: `object` takes its name from
  an operation, `judge` returns a verdict from its operations."
  [object judge ops]
  (merge-verdicts (update-vals (group-by object ops) judge)))
