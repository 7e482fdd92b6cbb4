(ns jepsen.paxosstore.changing
  "The nemesis :members: nodes join, are lost and replaced, leave, and come back with their
  old directories; slots move, and changes are cancelled, paused, and lose their drivers.
  What is done next, `members` says.

  An op's :result has the :change, what :happened of it, and where something did not, :why;
  under :members who is in the cluster now, for `faults`."
  (:require [clojure.tools.logging :refer [info]]
            [jepsen.paxosstore.db :as db]
            [jepsen.paxosstore.hindrance :refer [calm? on]]
            [jepsen.paxosstore.members :as members]
            [jepsen.paxosstore.operator :as operator]
            [jepsen.random :as rand]))

(def join-ms
  "How long a node is waited for that joins; it goes on by itself."
  15000)

(def return-ms
  "How long is looked at what a node does that has started on an old directory."
  5000)

(def heal-ms
  "How long all that was begun may take to come to its end."
  180000)

(def heal-pause-ms 500)

(defn- update-cluster!
  [test f & arguments]
  (apply swap! (:cluster test) f arguments))

(defn- topology
  "What a node says of the topology; nil if none answers."
  [operator]
  (some-> (operator/show operator) members/topology))

(defn- situation
  [test operator]
  (let [cluster @(:cluster test)]
    {:cluster     cluster
     :shown       (topology operator)
     :calm?       (delay (calm? test (members/members cluster) db/remembers?))
     :members-max (:members-max test)}))

(defn- at
  "Does something on a machine; returns what came of it."
  [test machine f]
  (get (on test [machine] f) machine))

;; What a change does. Each returns a map of what :happened and :why.

(defn- said
  "What came of an operator's wish."
  [{:keys [outcome why]} happened]
  (if (= :done outcome)
    {:happened [happened]}
    {:happened [], :why [outcome why]}))

(defn- then
  "Goes on if something has happened."
  [{:keys [happened] :as before} next]
  (if (seq happened)
    (let [after (next)]
      (merge before after {:happened (into (vec happened) (:happened after))}))
    before))

(defn- start-newcomer!
  "Starts a node that joins, or goes on with it: it is ready when it is in the cluster."
  [test machine replaces]
  (when-not (members/tenant @(:cluster test) machine)
    (at test machine db/wipe!)
    (update-cluster! test members/joining machine replaces))
  (at test machine #(db/start-node! test %))
  (cond
    (= :member (:is (members/tenant @(:cluster test) machine)))
    {:happened [:there]}

    (db/await-node machine db/ready? join-ms)
    (do (update-cluster! test members/joined machine)
        {:happened [:joined]})

    :else
    {:happened [], :why [:not-yet (at test machine db/last-words)]}))

(defn- join
  [test operator {:keys [machine idle?]}]
  (let [came (start-newcomer! test machine nil)]
    (if idle?
      came
      (then came #(said (operator/spread! operator) :spread)))))

(defn- replace-lost
  [test operator {:keys [machine leaving]}]
  (then (start-newcomer! test machine leaving)
        #(said (operator/replace! operator leaving
                                  (:id (members/tenant @(:cluster test) machine)))
               :replaced)))

(defn- stop-for-good!
  [test machine]
  (at test machine db/kill-node!))

(defn- lose
  [test _ {:keys [machine]}]
  (update-cluster! test members/lost machine)
  (stop-for-good! test machine)
  {:happened [:lost]})

(defn- removed
  "A node is removed and stopped, unless it is so already."
  [test operator {:keys [machine id]}]
  (let [came (if (= "removed" (:membership (members/node (topology operator) id)))
               {:happened [:removed]}
               (said (operator/remove! operator id) :removed))]
    (when (seq (:happened came))
      (stop-for-good! test machine)
      (update-cluster! test members/retired machine false))
    came))

(defn- drain
  [_ operator {:keys [id]}]
  (said (operator/drain! operator id) :drained))

(defn- revive
  "A machine comes back with the directory of a node that was removed. It has to be
  refused: what it does is looked at for some seconds; it goes on, and the checkers
  judge what it answers."
  [test _ {:keys [machine]}]
  (update-cluster! test members/revived machine)
  (at test machine #(db/start-node! test %))
  {:happened [:revived]
   :does     (cond
               (db/await-node machine db/ready? return-ms) :serves
               (at test machine db/alive?)                 :waits
               :else                                       :ended)})

(defn- clear
  [test _ {:keys [machine]}]
  (stop-for-good! test machine)
  (at test machine db/wipe!)
  (update-cluster! test members/emptied machine)
  {:happened [:emptied]})

(defn- spread
  [_ operator _]
  (said (operator/spread! operator) :spread))

(defn- weigh
  [test operator {:keys [id weight]}]
  (then (said (operator/weigh! operator id weight) :weighed)
        #(spread test operator nil)))

(defn- voters
  [_ operator {:keys [count]}]
  (said (operator/voters! operator count) :voters))

(defn- cancel
  [_ operator _]
  (said (operator/cancel! operator) :cancelled))

(defn- pause
  [_ operator _]
  (said (operator/pause! operator) :paused))

(defn- resume
  "Goes on; if :keep? says so, a node that was to go stays."
  [_ operator {:keys [id keep?]}]
  (let [kept (when keep? (said (operator/keep! operator id) :kept))]
    (merge-with into kept (said (operator/resume! operator) :resumed))))

(defn- strike
  [test _ {:keys [machine how]}]
  (update-cluster! test members/hit machine how)
  (at test machine (case how :kill db/kill-node!, :pause db/pause-node!))
  {:happened [(case how :kill :driver-killed, :pause :driver-paused)]})

(defn- relieve
  [test _ {:keys [machine]}]
  (at test machine (fn [machine]
                     (db/resume-node! machine)
                     (db/start-node! test machine)))
  (db/await-node machine db/ready? join-ms)
  (update-cluster! test members/relieved machine)
  {:happened [:relieved]})

(def ^:private changes
  {:join    join
   :replace replace-lost
   :lose    lose
   :forget  removed
   :retire  removed
   :drain   drain
   :revive  revive
   :empty   clear
   :spread  spread
   :weigh   weigh
   :voters  voters
   :cancel  cancel
   :pause   pause
   :resume  resume
   :strike  strike
   :relieve relieve
   :wait    (fn [_ _ _] {:happened []})})

(defn- do!
  "Makes a change; its result."
  [test operator {:keys [change] :as all}]
  (let [result (assoc ((changes change) test operator all) :change all)]
    (info "members" result)
    result))

(defn- with-members
  "The result with who is in the cluster afterwards."
  [result test operator]
  (let [cluster @(:cluster test)
        shown   (topology operator)]
    (assoc result :members (cond-> {:listed         (vec (members/listed cluster))
                                    :down           (vec (members/down cluster))
                                    :founders-gone? (members/founders-gone? cluster)}
                             shown (assoc :voters (members/voters-fewest shown))))))

;; The package.

(defn- operator-of
  "An operator that finds its way from the founders, like the clients."
  [test opened]
  (locking opened
    (or @opened
        (reset! opened (operator/open (map #(str % ":" db/client-port)
                                           (:founders @(:cluster test))))))))

(defn- change!
  [test operator]
  (let [now    (situation test operator)
        chosen (members/choose (members/choices now) (rand/double))]
    (with-members (if chosen
                    (do! test operator chosen)
                    {:happened [], :why [:nothing-possible]})
                  test
                  operator)))

(defn- healed
  "Brings all that was begun to its end: whether that was reached, and what was done."
  [test operator]
  (let [end (+ (System/currentTimeMillis) heal-ms)]
    (loop [done []]
      (let [now    (situation test operator)
            change (members/healing now)]
        (cond
          (nil? change)
          {:cluster :whole, :done done}

          (< end (System/currentTimeMillis))
          {:cluster :not-whole, :done done, :next change, :shown (:shown now)}

          (= :wait change)
          (do (Thread/sleep (long heal-pause-ms))
              (recur done))

          :else
          (let [result (do! test operator change)]
            (when (empty? (:happened result))
              (Thread/sleep (long heal-pause-ms)))
            (recur (conj done result))))))))

(defn- heal!
  [test operator]
  (with-members (healed test operator) test operator))

(defn package
  []
  (let [operator (atom nil)]
    {:begin  (constantly {:f :members})
     :heal   {:f :heal-members}
     :weight 4
     :invoke {:members      (fn [test _] (change! test (operator-of test operator)))
              :heal-members (fn [test _] (heal! test (operator-of test operator)))}
     :color  "#E9A0D8"}))
