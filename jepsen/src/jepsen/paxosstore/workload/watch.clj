(ns jepsen.paxosstore.workload.watch
  "Watches: each change of an entity is told once, in order, over lost
  connections and nodes, or said to be dropped.

  Each process writes an entity of its own, so that every acknowledged write has
  an entry of its own, and watches it all the time.

    :write     element; completed with :version
    :follow    versions told since the last time
    :catch-up  the same, until :upto, the entity's version before
    :replay    [entity versions], by a new watch, from the beginning to :upto

  A dropped range of versions is told as [from to]."
  (:require [jepsen.paxosstore.check :as check]
            [jepsen.paxosstore.client :as client]
            [jepsen.paxosstore.history :refer [of-f ok]]
            [jepsen.paxosstore.workload :as workload])
  (:import (io.paxosstore.client Codec Entity Watch WatchEvent$Changed
                                 WatchEvent$Closed WatchEvent$Compacted)
           (java.time Duration)
           (java.util Optional)))

(def catch-up-ms
  "How long a watch may take to tell what has been written."
  10000)

(defn- entity
  ^Entity [client process]
  (client/entity client (str "watch-" process)))

(defn- own-watch
  "This client's watch of the entity of its process; it lives as long as the
  client, which may serve several processes one after the other."
  ^Watch [{:keys [memory]} process ^Entity entity]
  (or (get-in @memory [:watches process])
      (let [watch (.watch entity 1)]
        (swap! memory assoc-in [:watches process] watch)
        watch)))

(defn- told
  "What an event says."
  [event]
  (condp instance? event
    WatchEvent$Changed   (.version ^WatchEvent$Changed event)
    WatchEvent$Compacted [(.fromVersion ^WatchEvent$Compacted event)
                          (.version ^WatchEvent$Compacted event)]
    WatchEvent$Closed    (throw (ex-info (str "the watch has ended: "
                                              (.message ^WatchEvent$Closed event))
                                         {}))))

(defn- next-told
  "What the next event says; nil if there is none in this time."
  [^Watch watch millis]
  (some-> (.orElse ^Optional (.next watch (Duration/ofMillis millis)) nil) told))

(defn- last-version
  [one]
  (if (vector? one) (peek one) one))

(defn- take-told
  "What a watch tells until it pauses."
  [watch]
  (loop [all []]
    (if-let [one (and (< (count all) 500) (next-told watch 20))]
      (recur (conj all one))
      all)))

(defn- take-until
  "What a watch tells until it has come to the version, or time is up."
  [watch version reached]
  (let [end (+ (System/nanoTime) (* 1000000 catch-up-ms))]
    (loop [all [], reached reached]
      (let [left (quot (- end (System/nanoTime)) 1000000)]
        (if (or (<= version reached) (<= left 0))
          all
          (if-let [one (next-told watch left)]
            (recur (conj all one) (last-version one))
            all))))))

(defn- replay
  [client e]
  (let [entity  (entity client e)
        version (.version entity)]
    (with-open [watch (.watch entity 1)]
      {:upto version, :value [e (take-until watch version 0)]})))

(defn invoke
  "Makes the call; writers are the processes that have written."
  [writers client {:keys [f process value] :as op}]
  (client/with-outcome op
    (let [entity (entity client process)
          watch  (own-watch client process entity)]
      (when (= :write f)
        (swap! writers conj process))
      (case f
        :write    (let [number (.value entity "number" (Codec/longs))]
                    (assoc op
                           :type    :ok
                           :version (:version (client/multi-op
                                                entity [(.put (.op number) value)]))))
        :follow   (assoc op :type :ok, :value (take-told watch))
        :catch-up (let [version (.version entity)]
                    (assoc op
                           :type  :ok
                           :upto  version
                           :value (take-until watch version (dec (.nextVersion watch)))))
        :replay   (merge op {:type :ok} (replay client (first value)))))))

(defn generator
  []
  (let [element (workload/counting)]
    (workload/weighted
      3 (fn [] {:f :write,  :value (element)})
      1 (fn [] {:f :follow, :value nil}))))

(defn final-generator
  [writers]
  (delay
    (cons {:f :catch-up, :value nil}
          (for [process @writers]
            {:f :replay, :value [process nil]}))))

(defn- dropped?
  "Was the version said to be dropped?"
  [told version]
  (some (fn [one] (and (vector? one) (<= (first one) version (peek one)))) told))

(defn- check-told
  "Checks what one watch has told, from the first version on. `acked` are the
  versions of acknowledged writes, `unknown` is how many others there may be,
  `upto` is what it must have told, if more than it did."
  [acked unknown upto told]
  (let [versions (remove vector? told)
        reached  (reduce max upto (map last-version told))
        there    (set versions)]
    {:backwards (for [[a b] (partition 2 1 told)
                      :when (<= (if (vector? b) (first b) b) (last-version a))]
                  [a b])
     :missing   (remove #(or (there %) (dropped? told %))
                        (filter #(<= % reached) acked))
     :foreign   (let [foreign (remove acked versions)]
                  (when (< unknown (count foreign)) foreign))}))

(defn- check-entity
  [writes follows replays]
  (let [acked   (into (sorted-set) (map :version) (ok writes))
        unknown (count (filter (comp #{:info} :type) writes))
        upto    (reduce max 0 (keep :upto follows))]
    (check/verdict
      (apply merge-with into
             {:shared (check/doubled (map :version (ok writes)))}
             (map #(update-vals % vec)
                  (cons (check-told acked unknown upto (mapcat :value follows))
                        (for [{:keys [upto] [_ told] :value} replays]
                          (check-told acked unknown upto told)))))
      {:writes (count acked), :unknown unknown})))

(defn check
  [operations]
  (let [writes  (group-by :process (of-f :write operations))
        follows (group-by :process (filter (comp #{:follow :catch-up} :f) (ok operations)))
        replays (group-by (comp first :value) (ok (of-f :replay operations)))]
    (check/merge-verdicts
      (into {}
            (for [process (keys writes)]
              [process (check-entity (writes process) (follows process) (replays process))])))))

(defn workload
  [_options]
  (let [writers (atom (sorted-set))]
    {:invoke          (partial invoke writers)
     :generator       (generator)
     :final-generator (final-generator writers)
     :check           check}))
