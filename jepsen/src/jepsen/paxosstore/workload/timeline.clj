(ns jepsen.paxosstore.workload.timeline
  "Timelines: a list of posts, the set of those in it and their number change in
  one step, and are read in one. They stay in step, and nothing is lost.

    :post  [timeline post]
    :read  [timeline posts]; completed with :members, those of the set, and
           :number"
  (:require [jepsen.paxosstore.check :as check]
            [jepsen.paxosstore.client :as client]
            [jepsen.paxosstore.history :refer [of-f ok]]
            [jepsen.paxosstore.workload :as workload])
  (:import (io.paxosstore.client Codec Entity EntityList EntityMap EntitySet ListSlice
                                 Slice)
           (java.util Optional)))

(defn- objects
  "The three objects of a timeline."
  [^Entity entity]
  {:posts  (.list entity "posts" (Codec/longs))
   :index  (.set entity "index" (Codec/longs))
   :counts (.map entity "counts" (Codec/utf8) (Codec/longs))})

(def ^:private whole
  "More posts than a timeline gets."
  (client/page 10000))

(defn- post
  [entity element]
  (let [{:keys [^EntityList posts ^EntitySet index ^EntityMap counts]} (objects entity)]
    (client/multi-op entity [(.append (.op posts) element)
                             (.add (.op index) element)
                             (.increment (.op counts) "posts" 1)])))

(defn- read-all
  [entity]
  (let [{:keys [^EntityList posts ^EntitySet index ^EntityMap counts]} (objects entity)
        {[listed members number] :results, version :version}
        (client/multi-op entity [(.range (.op posts) 0 -1 whole)
                                 (.scan (.op index) whole)
                                 (.get (.op counts) "posts")])]
    {:posts   (vec (.elements ^ListSlice listed))
     :members (vec (.elements ^Slice members))
     :number  (.orElse ^Optional number 0)
     :version version}))

(defn invoke
  [client {:keys [f] [timeline element] :value :as op}]
  (client/with-outcome op
    (let [entity (client/entity client (str "timeline-" timeline))]
      (case f
        :post (let [{[length new? number] :results, version :version} (post entity element)]
                (assoc op
                       :type :ok, :length length, :new? new?, :number number
                       :version version))
        :read (let [{:keys [posts] :as seen} (read-all entity)]
                (merge op
                       (dissoc seen :posts)
                       {:type :ok, :value [timeline posts]}))))))

(defn generator
  [timelines]
  (let [timeline #(workload/choose timelines)
        element  (workload/counting)]
    (workload/weighted
      2 (fn [] {:f :post, :value [(timeline) (element)]})
      1 (fn [] {:f :read, :value [(timeline) nil]}))))

(defn final-generator
  [timelines]
  (delay
    (for [timeline (workload/taken-part timelines)]
      {:f :read, :value [timeline nil]})))

(defn- out-of-step?
  "Does a read see another list than members or number?"
  [{:keys [members number] [_ posts] :value}]
  (or (not= (sort posts) (sort members))
      (not= number (count posts))))

(defn- misplaced
  "Posts that are not where their writer was told."
  [posts reads]
  (let [longest (into {} (map-indexed (fn [i post] [post (inc i)]))
                      (last (sort-by count (map (comp second :value) reads))))]
    (filter (fn [{:keys [length number] [_ element] :invoked}]
              (or (not= length number)
                  (not= length (get longest element length))))
            posts)))

(defn- diverging
  "Neighbours, by length, that do not begin alike."
  [reads]
  (->> (sort-by count (map (comp second :value) reads))
       (partition 2 1)
       (remove (fn [[a b]] (= a (take (count a) b))))))

(defn- check-timeline
  [operations]
  (let [posts (of-f :post operations)
        reads (ok (of-f :read operations))]
    (check/verdict
      (merge (check/collection (comp second :invoked)
                               posts
                               (for [read reads]
                                 (assoc read :elements (second (:value read)))))
             (check/versions posts reads)
             {:out-of-step (filter out-of-step? reads)
              :misplaced   (misplaced (ok posts) reads)
              :diverging   (diverging reads)
              :not-new     (remove :new? (ok posts))})
      {:posts (count (ok posts)), :reads (count reads)})))

(defn check
  [operations]
  (check/of-each (comp first :invoked) check-timeline operations))

(defn workload
  [_options]
  (let [timelines (workload/rotation 3 250)]
    {:invoke          invoke
     :generator       (generator timelines)
     :final-generator (final-generator timelines)
     :check           check}))
