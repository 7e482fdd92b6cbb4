(ns jepsen.paxosstore.linearizable
  "Is a history of one object linearizable?

  Just-in-time linearization (Lowe, \"Testing for linearizability\", 2017): the
  configurations are what may be the case now, each a state of the object and
  the pending operations that have taken effect already. When an operation
  returns, pending ones take effect in every possible order until it has; what
  cannot make it so is no configuration any more. When none is left, the history
  is not linearizable."
  (:require [jepsen.paxosstore.history :refer [never]]))

(def configurations-max
  "More configurations than this at once, and the verdict is :unknown."
  50000)

(defn- events
  "Calls and returns of the operations in the order of the history."
  [ops]
  (->> (map-indexed vector ops)
       (mapcat (fn [[id op]]
                 (cond-> [[(:start op) :call id]]
                   (< (:end op) never) (conj [(:end op) :return id]))))
       (sort-by first)))

(defn- followers
  "What a configuration becomes when one of the pending operations takes effect."
  [ops step pending {:keys [state done]}]
  (for [id    pending
        :when (not (done id))
        after (step state (ops id))]
    {:state after, :done (conj done id)}))

(defn- returning
  "All configurations reachable from these in which the operation has taken
  effect, without it; nil if there are too many."
  [ops step pending configurations id]
  (loop [frontier (vec configurations)
         seen     (transient (set configurations))
         reached  #{}]
    (cond
      (empty? frontier)
      reached

      (< configurations-max (count seen))
      nil

      :else
      (let [configuration (peek frontier)
            frontier      (pop frontier)]
        (if ((:done configuration) id)
          (recur frontier seen (conj reached (update configuration :done disj id)))
          (let [fresh (->> (followers ops step pending configuration)
                           (remove #(contains? seen %))
                           distinct
                           vec)]
            (recur (into frontier fresh)
                   (reduce conj! seen fresh)
                   reached)))))))

(defn- minimal
  "Without those that another one is as good as: the same state, and of the
  operations that never return fewer have taken effect. Those may take effect
  later or never, so that having them left is no restriction."
  [endless configurations]
  (->> (group-by (fn [{:keys [state done]}]
                   [state (into #{} (remove endless) done)])
                 configurations)
       vals
       (mapcat (fn [alike]
                 (reduce (fn [kept {:keys [done] :as one}]
                           (if (some #(every? done (:done %)) kept)
                             kept
                             (conj kept one)))
                         []
                         (sort-by (comp count :done) alike))))
       set))

(defn check
  "Judges operations on one object. `step` takes a state and an operation and
  returns the states that it may be in afterwards: none if the operation cannot
  have had this outcome there. Operations of type :fail must not be among them.

  Returns {:valid? true}, or {:valid? false, :op the first operation that could
  not return, :states some that the object may have had before}, or
  {:valid? :unknown} when there were too many possibilities."
  [initial step ops]
  (let [ops     (vec ops)
        endless (into #{} (keep-indexed #(when (= never (:end %2)) %1)) ops)]
    (loop [[[_ event id] & more] (events ops)
           pending        #{}
           configurations #{{:state initial, :done #{}}}]
      (case event
        nil     {:valid? true}
        :call   (recur more (conj pending id) configurations)
        :return (let [after (returning ops step pending configurations id)]
                  (cond
                    (nil? after)
                    {:valid? :unknown, :op (ops id)}

                    (empty? after)
                    {:valid? false
                     :op     (ops id)
                     :states (into [] (comp (map :state) (distinct) (take 5)) configurations)}

                    :else
                    (recur more (disj pending id) (minimal endless after))))))))
