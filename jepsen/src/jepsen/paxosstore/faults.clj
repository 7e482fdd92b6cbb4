(ns jepsen.paxosstore.faults
  "What the faults of a history leave of a cluster: whether a majority of nodes is
  up and connected, and how long clients were without an answer then.

  The nemesis' ops that begin a fault have as :value of their completion

    :kill, :pause      the nodes
    :start-partition   {:name, :grudge {node the nodes it does not hear}}
    :wipe, :flip, ...  the node that is damaged: it is down for a while

  and those that end one its name: :start, :resume, :stop-partition. The :result of
  :start says which nodes are :ready; one that is :paused goes on with :resume.

  A :result of an op that changes members has :members: the nodes that are :listed and
  may vote, those of them that are :down by the will of the op, and how many :voters the
  slots have, those with the fewest. Where there are more nodes than voters, each set of
  so many may vote for a slot."
  (:require [jepsen.paxosstore.history :refer [client-op?]]))

(def ^:private nothing
  "No fault."
  {:down {}, :grudge {}})

(defn- with-nodes
  "The faults when these nodes are down for a reason, or no longer."
  [faults reason nodes]
  (assoc-in faults [:down reason] (set nodes)))

(def damages
  "Faults that take one node, and are over when their op is completed."
  #{:wipe :flip :truncate :power})

(defn- with-members
  "The faults when members have changed."
  [faults {:keys [listed down voters]}]
  (cond-> (with-nodes (assoc faults :listed listed) :members down)
    voters (assoc :voters voters)))

(defn- after
  "The faults after an op of the nemesis."
  [faults {:keys [f value result invocation?]}]
  (let [members   (when (map? result) (:members result))
        not-ready (fn [] (keep (fn [[node is]] (when-not (#{:ready :paused} is) node)) result))]
    (cond
      members                             (with-members faults members)
      (and (damages f) invocation?)       (with-nodes faults f (:nodes value))
      (damages f)                         (with-nodes faults f [])
      (#{:kill :pause :fill :slow} f)     (with-nodes faults f (:nodes value))
      (= :start f)                        (with-nodes faults :kill (not-ready))
      (= :resume f)                       (with-nodes faults :pause [])
      (= :free f)                         (with-nodes faults :fill [])
      (= :fast f)                         (with-nodes faults :slow [])
      (= :start-partition f)              (assoc faults :grudge (:grudge value))
      (= :stop-partition f)               (assoc faults :grudge {})
      :else                               faults)))

(defn- hear-each-other?
  [grudge a b]
  (not (or (contains? (set (get grudge a)) b)
           (contains? (set (get grudge b)) a))))

(defn majority?
  "Is there a node that is up and, with itself, connected both ways to a majority of
  the voters of each slot? All nodes are the voters of all slots, unless the faults say
  that others are :listed, or that slots have fewer :voters."
  [nodes {:keys [down grudge listed voters]}]
  (let [nodes     (or listed nodes)
        up        (remove (reduce into #{} (vals down)) nodes)
        needless  (quot (dec (min (count nodes) (or voters (count nodes)))) 2)
        hears?    (fn [a b] (or (= a b) (hear-each-other? grudge a b)))]
    (boolean
      (some (fn [a]
              (<= (- (count nodes) (count (filter #(hears? a %) up)))
                  needless))
            up))))

(defn- nemesis-ops
  "The nemesis' ops, each with :invocation? of whether it is one: Jepsen records
  both as :info."
  [history]
  (loop [[op & more] (filter (comp #{:nemesis} :process) history)
         open?       false
         all         []]
    (if (nil? op)
      all
      (recur more (not open?) (conj all (assoc op :invocation? (not open?)))))))

(defn- states
  "[time whether there is a majority] from each change on. A fault counts from its
  invocation on, its end from the completion on."
  [nodes history]
  (let [counts? (fn [{:keys [f invocation?]}]
                  (case f
                    (:kill :pause :fill :slow :start-partition)  true
                    (:start :resume :free :fast :stop-partition) (not invocation?)
                    true))]
    (->> (nemesis-ops history)
         (filter counts?)
         (reductions (fn [[_ faults] op] [(:time op) (after faults op)]) [0 nothing])
         (map (fn [[time faults]] [time (majority? nodes faults)])))))

(defn- idle-times
  "[from to] in which no client had asked anything for a second and more: between
  the phases of a test."
  [history]
  (->> (filter client-op? history)
       (reductions (fn [[_ asking] {:keys [type time]}]
                     [time (if (= :invoke type) (inc asking) (dec asking))])
                   [0 0])
       (partition 2 1)
       (keep (fn [[[from asking] [to _]]]
               (when (and (zero? asking) (<= 1000000000 (- to from)))
                 [from to])))))

(defn- without
  "Periods without another one."
  [periods [from to]]
  (mapcat (fn [[a b]]
            (if (and (< a to) (< from b))
              (filter (fn [[a b]] (< a b)) [[a from] [to b]])
              [[a b]]))
          periods))

(defn- majority-periods
  "[from to] in nanoseconds for which there was a majority all the time."
  [nodes history end]
  (let [changes (states nodes history)]
    (->> (map (fn [[from majority] [to _]] [from to majority])
              changes
              (concat (rest changes) [[end nil]]))
         (partition-by peek)
         (filter (comp peek first))
         (map (fn [run] [(ffirst run) (second (last run))])))))

(defn- periods
  "[from to] in which there was a majority, clients asked, and nothing else excuses
  a time without an answer."
  [nodes history excused end]
  (reduce without
          (majority-periods nodes history end)
          (concat excused (idle-times history))))

(defn- gaps
  "The times without an ok within a period: [start length healed?], where the
  first one began with the period, so with a heal, if not with the end of an
  excuse."
  [oks excused [from to]]
  (let [within (->> oks (drop-while #(< % from)) (take-while #(<= % to)))]
    (map (fn [a b]
           [a (- b a) (and (= a from) (pos? from) (not-any? #{from} (map second excused)))])
         (cons from within)
         (concat within [to]))))

(defn- millis
  [nanos]
  (quot nanos 1000000))

(defn availability
  "Longest times in milliseconds without an ok while a majority of the nodes was
  up and connected: :gap of all, :after-heal of those that began when a majority
  had come back. Excused are times, [from to] in nanoseconds, that do not count."
  [nodes history excused]
  (let [end  (reduce max 0 (keep :time (filter client-op? history)))
        oks  (->> history
                  (filter #(and (client-op? %) (= :ok (:type %))))
                  (map :time)
                  sort)
        gaps (mapcat #(gaps oks excused %) (periods nodes history excused end))
        most (fn [gaps] (millis (reduce max 0 (map second gaps))))]
    {:gap        (most (remove peek gaps))
     :after-heal (most (filter peek gaps))}))

(defn unrecovered
  "The nemesis' ops after which a node was not ready or not whole in time, or had
  ended by itself: it may do that when its files have been damaged."
  [history]
  (let [ops    (filter (comp #{:nemesis} :process) history)
        errors (cond-> #{:not-ready :not-whole}
                 (not-any? (comp #{:flip :truncate} :f) ops) (conj :restarted))]
    (for [{:keys [result] :as op} ops
          :when (some errors (if (map? result) (vals result) [result]))]
      (select-keys op [:f :value :result :time]))))
