(ns jepsen.paxosstore.members
  "Which machines of a test are nodes of the cluster while that changes, and what a
  nemesis may do to them next. Decides, and does nothing.

  A cluster is a map:

    :machines   all there are, those of the founders first
    :founders   the machines that were there at the beginning
    :next-id    of the next node: no id comes twice
    :at         the tenant of each machine that has one; the others are empty

  A tenant has an :id, and under :is what it is:

    :joining    it was started and is not known to be in the cluster yet
    :member     a node of the cluster that is to run
    :lost       one that was killed for good, and is not removed yet
    :retired    removed; its process is stopped, its directory is there
    :revived    removed, and started again on its old directory

  What else is known of it: :replaces, the id of the node whose places it shall get;
  :struck of a member that is killed or paused and is to go on; :tried? of one that is
  retired and has been revived."
  (:require [clojure.edn :as edn]
            [clojure.string :as str]
            [clojure.walk :refer [keywordize-keys]]))

(defn found
  "The cluster at the beginning: a node on each of the first machines, with the ids
  from 1 on."
  [machines founders]
  {:machines (vec machines)
   :founders (vec (take founders machines))
   :next-id  (inc founders)
   :at       (into {}
                   (map-indexed (fn [i machine] [machine {:id (inc i), :is :member}]))
                   (take founders machines))})

(defn tenant
  [cluster machine]
  (get-in cluster [:at machine]))

(defn being
  "The machines whose tenants are one of these, in the order of the machines."
  [{:keys [machines] :as cluster} & what]
  (filter (comp (set what) :is #(tenant cluster %)) machines))

(defn members
  "The machines whose nodes are to run."
  [cluster]
  (being cluster :member))

(defn struck
  "Members that are killed or paused for a while."
  [cluster]
  (filter (comp :struck #(tenant cluster %)) (members cluster)))

(defn listed
  "The machines whose nodes are known to be in the cluster's list."
  [cluster]
  (being cluster :member :lost))

(defn down
  "Listed ones that do not run, by the will of whoever changes members."
  [cluster]
  (concat (being cluster :lost) (struck cluster)))

(defn empty-machines
  [{:keys [machines] :as cluster}]
  (remove #(tenant cluster %) machines))

(defn machine-of
  "The machine of the node with this id."
  [{:keys [at]} id]
  (some (fn [[machine tenant]] (when (= id (:id tenant)) machine)) at))

(defn founder?
  "Is the machine's tenant the one that it had at the beginning?"
  [{:keys [founders] :as cluster} machine]
  (let [at (.indexOf ^java.util.List founders machine)]
    (and (<= 0 at)
         (= (inc at) (:id (tenant cluster machine))))))

(defn founders-gone?
  "Is no founder in the cluster any more? Others may have come on their machines."
  [cluster]
  (not-any? #(founder? cluster %) (listed cluster)))

;; What becomes of a cluster.

(defn- become
  [cluster machine & keys-and-values]
  (apply update-in cluster [:at machine] assoc keys-and-values))

(defn joining
  "A node that has not been there is started on an empty machine."
  [{:keys [next-id] :as cluster} machine replaces]
  (-> cluster
      (assoc-in [:at machine] (cond-> {:id next-id, :is :joining}
                                replaces (assoc :replaces replaces)))
      (assoc :next-id (inc next-id))))

(defn joined [cluster machine] (become cluster machine :is :member))

(defn lost
  [cluster machine]
  (-> cluster
      (update-in [:at machine] dissoc :struck)
      (become machine :is :lost)))

(defn retired
  "A node was removed and stopped, or has run on its old directory."
  [cluster machine tried?]
  (assoc-in cluster [:at machine]
            (cond-> {:id (:id (tenant cluster machine)), :is :retired}
              tried? (assoc :tried? true))))

(defn revived [cluster machine] (become cluster machine :is :revived))

(defn emptied [cluster machine] (update cluster :at dissoc machine))

(defn hit
  "A member is killed or paused: how says which."
  [cluster machine how]
  (become cluster machine :struck how))

(defn relieved [cluster machine] (update-in cluster [:at machine] dissoc :struck))

;; What nodes say of the topology.

(defn topology
  "What a node says of the topology, from its JSON: objects are EDN's maps, but for the
  colons behind the names, and no text in it has one of these."
  [json]
  (keywordize-keys (edn/read-string (str/replace json "\":" "\" "))))

(defn node
  "What is said of the node with this id."
  [shown id]
  (first (filter (comp #{id} :id) (:nodes shown))))

(defn running? [shown] (= "running" (-> shown :goal :course)))

(defn under-way?
  "Is any slot, or the system slot, under change?"
  [shown]
  (or (pos? (-> shown :slots :joint))
      (boolean (seq (-> shown :system :coming)))))

(defn voters-fewest
  "How many voters the slots with the fewest have now."
  [shown]
  (reduce min (-> shown :goal :voters) (map :voters (-> shown :slots :redundancy))))

(defn- active? [shown id] (= "active" (:membership (node shown id))))

(defn- removed?
  "Is the node said to be removed?"
  [shown id]
  (= "removed" (:membership (node shown id))))

(defn- votes?
  "Does a node vote for anything, or is it about to?"
  [shown id]
  (let [{:keys [votes coming]} (node shown id)]
    (or (pos? (+ (or votes 0) (or coming 0)))
        (boolean (some #{id} (-> shown :system :voters))))))

(defn- goes?
  "Is a node that is not removed yet to leave?"
  [shown id]
  (let [{:keys [membership]} (node shown id)]
    (or (= "draining" membership)
        (boolean (some #{id} (map :leaving (-> shown :goal :replacements)))))))

(defn- active-members
  "Machines of nodes that stay as far as is known."
  [cluster shown]
  (filter (fn [machine]
            (let [{:keys [id]} (tenant cluster machine)]
              (and (active? shown id) (not (goes? shown id)))))
          (members cluster)))

;; What may be done next. A situation is a map of
;;
;;   :cluster
;;   :shown         the newest topology that a node shows; nil if none answers
;;   :calm?         are all members up with whole stores, and does no other fault last? May be a
;;                  delay
;;   :members-max   how many nodes there may be at once
;;
;; A change is a map with its name as :change, and what it is done to.

(defn- with-id
  [{:keys [cluster]} machine change]
  (assoc change :machine machine, :id (:id (tenant cluster machine))))

(defn- each
  "A change to each of the machines, which share a weight. The node that has been there
  longest has three quarters of it, so that no founder stays."
  [weight situation machines change]
  (let [[oldest & others] (sort-by #(:id (tenant (:cluster situation) %)) machines)]
    (when oldest
      (cons [(if others (* weight 3/4) weight) (with-id situation oldest change)]
            (for [machine others]
              [(/ weight 4 (count others)) (with-id situation machine change)])))))

(defn- room
  "Changes that make a machine empty: what was retired is tried first."
  [weight {:keys [cluster] :as situation}]
  (concat
    (for [machine (being cluster :revived)]
      [weight (with-id situation machine {:change :empty})])
    (for [machine (being cluster :retired)]
      [weight (with-id situation machine
                       {:change (if (:tried? (tenant cluster machine)) :empty :revive)})])))

(defn- newcomer
  "A change that begins a node on an empty machine."
  [weight {:keys [cluster]} change]
  (when-let [machine (first (empty-machines cluster))]
    [[weight (assoc change :machine machine)]]))

(defn- waits?
  "Is a lost node still to be given to one that replaces it?"
  [{:keys [cluster shown]} id]
  (and (not (goes? shown id))
       (= :lost (:is (tenant cluster (machine-of cluster id))))))

(defn- unfinished-joins
  "Nodes that were started, and may be in the cluster or not; but for those that are
  to replace another one, since that is tried again with the rest."
  [{:keys [cluster] :as situation}]
  (for [machine (being cluster :joining)
        :let    [{:keys [replaces]} (tenant cluster machine)]
        :when   (not (and replaces (waits? situation replaces)))]
    [12 (with-id situation machine {:change :join})]))

(defn- replacements
  "What has to be done about a node that is lost: another one takes its places, or its
  slots are drained; in the end it is removed."
  [{:keys [cluster shown] :as situation}]
  (when-let [machine (first (being cluster :lost))]
    (let [{:keys [id]} (tenant cluster machine)
          waiting      (first (filter #(= id (:replaces (tenant cluster %)))
                                      (being cluster :joining :member)))
          replace      {:change :replace, :leaving id}]
      (cond
        (removed? shown id)              [[20 (with-id situation machine {:change :forget})]]
        (not (goes? shown id))           (concat
                                           (cond
                                             waiting [[20 (with-id situation waiting replace)]]
                                             (seq (empty-machines cluster))
                                             (newcomer 20 situation replace)
                                             :else (room 20 situation))
                                           (when (<= (-> shown :goal :voters)
                                                     (count (active-members cluster shown)))
                                             [[2 (with-id situation machine {:change :drain})]]))
        (not (votes? shown id))          [[20 (with-id situation machine {:change :forget})]]))))

(defn- departures
  "Nodes that vote nowhere any more are removed and stopped."
  [{:keys [cluster shown] :as situation}]
  (for [machine (members cluster)
        :let    [{:keys [id]} (tenant cluster machine)]
        :when   (or (removed? shown id)
                    (and (goes? shown id) (not (votes? shown id))))]
    [12 (with-id situation machine {:change :retire})]))

(defn- losses
  "A node may be lost for good if all others are whole and no other one is lost, and if
  there will be a machine for the one that replaces it."
  [weight {:keys [cluster shown calm?] :as situation}]
  (when (and (empty? (down cluster))
             (empty? (being cluster :joining))
             (seq (remove (set (listed cluster)) (:machines cluster)))
             (force calm?))
    (each weight situation (active-members cluster shown) {:change :lose})))

(defn- drains
  [weight {:keys [cluster shown] :as situation}]
  (let [active (active-members cluster shown)]
    (when (and (< (-> shown :goal :voters) (count active))
               (empty? (being cluster :lost)))
      (each weight situation active {:change :drain}))))

(defn- joins
  "A node that comes is given slots at once, or with those that come later: then a slot may
  get several voters at a time that are new."
  [weight {:keys [cluster members-max] :as situation}]
  (when (< (count (being cluster :member :lost :joining)) members-max)
    (concat (newcomer (/ weight 2) situation {:change :join})
            (newcomer (/ weight 2) situation {:change :join, :idle? true}))))

(defn- idle?
  "Is there a node that stays and votes for nothing?"
  [{:keys [cluster shown]}]
  (boolean (some #(not (votes? shown (:id (tenant cluster %))))
                 (active-members cluster shown))))

(defn- strikes
  "The node that drives a change is killed or paused for a while: mostly one of those
  that come does. While another one is lost only the one that replaces it may be: they
  vote for no slot together."
  [weight {:keys [cluster shown calm?] :as situation}]
  (when (and (empty? (struck cluster)) (force calm?))
    (let [dead    (set (map #(:id (tenant cluster %)) (being cluster :lost)))
          allowed (filter (fn [machine]
                            (or (empty? dead)
                                (contains? dead (:replaces (tenant cluster machine)))))
                          (members cluster))
          coming  (filter #(pos? (or (:coming (node shown (:id (tenant cluster %)))) 0)) allowed)
          drivers (if (seq coming) coming allowed)]
      (for [machine drivers
            how     [:kill :pause]]
        [(/ weight 2 (count drivers)) (with-id situation machine {:change :strike, :how how})]))))

(defn- reliefs
  [{:keys [cluster] :as situation}]
  (for [machine (struck cluster)]
    [12 (with-id situation machine {:change :relieve})]))

(defn- resumptions
  "Changes that were paused or cancelled go on; of cancelled ones, a node that was to go
  may stay. One that is lost does not."
  [{:keys [cluster shown] :as situation}]
  (cons [8 {:change :resume}]
        (when (= "cancelled" (-> shown :goal :course))
          (for [machine (members cluster)
                :let    [{:keys [id]} (tenant cluster machine)]
                :when   (= "draining" (:membership (node shown id)))]
            [8 (with-id situation machine {:change :resume, :keep? true})]))))

(defn- moves
  [weight {:keys [cluster shown] :as situation}]
  (cons [(if (idle? situation) (* 4 weight) weight) {:change :spread}]
        (for [machine (active-members cluster shown)
              heavy   [50 100 200]
              :when   (not= heavy (:weight (node shown (:id (tenant cluster machine)))))]
          [(/ weight 4) (with-id situation machine {:change :weigh, :weight heavy})])))

(defn- more-or-fewer-voters
  [{:keys [cluster shown]}]
  (let [nodes (count (active-members cluster shown))]
    (case (long (-> shown :goal :voters))
      3 (when (<= 5 nodes) [[2 {:change :voters, :count 5}]])
      5 [[4 {:change :voters, :count 3}]]
      nil)))

(defn- returns
  "Old directories come back, and go."
  [weight {:keys [cluster] :as situation}]
  (concat
    (for [machine (being cluster :revived)]
      [weight (with-id situation machine {:change :empty})])
    (for [machine (being cluster :retired)
          :when   (not (:tried? (tenant cluster machine)))]
      [weight (with-id situation machine {:change :revive})])
    (for [machine (being cluster :retired)
          :when   (:tried? (tenant cluster machine))]
      [(/ weight 2) (with-id situation machine {:change :empty})])))

(defn choices
  "The changes that may be made now, each with a weight. Never one that leaves a slot
  for good with less than a majority of its voters."
  [{:keys [shown] :as situation}]
  (vec
    (cond
      (nil? shown)
      (reliefs situation)

      (not (running? shown))
      (concat (reliefs situation)
              (resumptions situation))

      (under-way? shown)
      (concat (reliefs situation)
              (replacements situation)
              (departures situation)
              (unfinished-joins situation)
              (strikes 6 situation)
              [[1 {:change :cancel}]
               [1 {:change :pause}]
               [4 {:change :wait}]]
              (joins 1 situation)
              (drains 1 situation)
              (losses 2 situation)
              (returns 3 situation))

      :else
      (concat (reliefs situation)
              (replacements situation)
              (departures situation)
              (unfinished-joins situation)
              (joins 4 situation)
              (drains 5 situation)
              (losses 4 situation)
              (moves 1 situation)
              (more-or-fewer-voters situation)
              (returns 6 situation)))))

(defn choose
  "One of the choices, by a number from 0 to 1, not included; nil if there is none."
  [choices roll]
  (let [aim (* roll (reduce + 0 (map first choices)))]
    (->> (reductions (fn [[sum _] [weight change]] [(+ sum weight) change]) [0 nil] choices)
         (drop-while (fn [[sum _]] (<= sum aim)))
         first
         second)))

(defn healing
  "What has to be done next so that the cluster is whole: a change, :wait when that takes
  its time, or nil when it is whole."
  [{:keys [cluster shown] :as situation}]
  (let [first-of (comp second first)]
    (cond
      (seq (reliefs situation))              (first-of (reliefs situation))
      (seq (being cluster :revived))         (with-id situation (first (being cluster :revived))
                                               {:change :empty})
      (nil? shown)                           :wait
      (not (running? shown))                 {:change :resume}
      (seq (unfinished-joins situation))     (first-of (unfinished-joins situation))
      (seq (replacements situation))         (first-of (replacements situation))
      (seq (departures situation))           (first-of (departures situation))
      (or (seq (being cluster :lost :joining))
          (not (:settled shown)))            :wait)))

;; What a history tells.

(defn- completions
  "Of the nemesis' changes of members while the load ran."
  [history]
  (filter (fn [{:keys [process f result]}]
            (and (= :nemesis process) (= :members f) result))
          history))

(defn counts
  "How often each thing happened while the load ran."
  [history]
  (into (sorted-map) (frequencies (mapcat (comp :happened :result) (completions history)))))

(defn tested?
  "Did anything happen to the voters while the load ran?"
  [counts]
  (boolean (some counts [:replaced :drained :spread :voters])))

(defn- without-founders-since
  "The time from which on no founder was in the cluster; nil if there always was one."
  [history]
  (->> history
       (filter (comp :founders-gone? :members :result))
       first
       :time))

(defn oks-without-founders
  "How many answers clients that were opened on founders had when no founder was in the
  cluster any more."
  [{:keys [nodes founders concurrency]} history]
  (let [since      (without-founders-since history)
        of-founder (fn [process]
                     (let [thread (mod process concurrency)]
                       (< (mod thread (count nodes)) founders)))]
    (if since
      (count (filter (fn [{:keys [process type time]}]
                       (and (integer? process) (= :ok type) (< since time)
                            (of-founder process)))
                     history))
      0)))
