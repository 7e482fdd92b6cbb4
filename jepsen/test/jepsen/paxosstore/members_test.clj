(ns jepsen.paxosstore.members-test
  "What the nemesis :members decides: against a cluster that is played, whatever it
  chooses, no slot loses the majority of its voters."
  (:require [clojure.set :as set]
            [clojure.test :refer [deftest is testing]]
            [jepsen.paxosstore.members :as members])
  (:import (java.util Random)))

(def machines (mapv #(str "m" %) (range 1 8)))

(defn- shown
  "What a node says: each of these nodes votes for all slots, unless its map says else."
  [nodes & {:as more}]
  (merge {:settled true
          :goal    {:course "running", :voters 3, :replacements []}
          :nodes   (for [node nodes]
                     (merge {:membership "active", :weight 100, :votes 16384, :coming 0} node))
          :system  {:voters [], :coming []}
          :slots   {:joint 0, :redundancy [{:voters 3, :connected 3, :slots 16384}]}}
         more))

(defn- situation
  [cluster shown & {:as more}]
  (merge {:cluster cluster, :shown shown, :calm? true, :members-max 5} more))

(defn- named
  "The changes of this name that may be chosen."
  [situation change]
  (filter (comp #{change} :change) (map second (members/choices situation))))

(def three (members/found machines 3))

(def three-shown (shown [{:id 1} {:id 2} {:id 3}]))

(deftest what-a-node-says-is-read
  (is (= {:settled false
          :goal    {:course "running", :replacements [{:leaving 3, :joining 4}]}
          :plan    {:remainingMillis 'null, :done 5}}
         (members/topology
           (str "{\"settled\":false,\"goal\":{\"course\":\"running\",\"replacements\":"
                "[{\"leaving\":3,\"joining\":4}]},"
                "\"plan\":{\"remainingMillis\":null,\"done\":5}}")))))

(deftest a-quiet-cluster-may-be-changed
  (let [now (situation three three-shown)]
    (is (= [{:change :join, :machine "m4"} {:change :join, :machine "m4", :idle? true}]
           (named now :join)))
    (is (= #{"m1" "m2" "m3"} (set (map :machine (named now :lose)))))
    (testing "three nodes for three voters have to stay"
      (is (empty? (named now :drain))))
    (testing "nothing is under way that could be cancelled, or has a driver"
      (is (empty? (mapcat #(named now %) [:cancel :pause :strike]))))))

(deftest nobody-is-lost-while-another-fault-lasts
  (is (empty? (named (situation three three-shown :calm? false) :lose)))
  (is (empty? (named (situation three three-shown :calm? (delay false)) :lose)))
  (is (empty? (named (situation (members/hit three "m1" :pause) three-shown) :lose)))
  (is (empty? (named (situation (members/lost three "m1") three-shown) :lose)))
  (testing "nor where nobody could take the place"
    (is (empty? (named (situation (members/found ["m1" "m2" "m3"] 3) three-shown) :lose)))))

(deftest a-lost-node-is-replaced-and-removed
  (let [lost (members/lost three "m3")]
    (is (= [{:change :replace, :leaving 3, :machine "m4"}]
           (named (situation lost three-shown) :replace)))
    (testing "by the one that has been started for it"
      (let [started (members/joining lost "m4" 3)]
        (is (= [{:change :replace, :leaving 3, :machine "m4", :id 4}]
               (named (situation started three-shown) :replace)))
        (is (= #{"m5"} (set (map :machine (named (situation started three-shown) :join)))))))
    (testing "not removed before it votes nowhere"
      (let [goes {:course "running", :voters 3, :replacements [{:leaving 3, :joining 4}]}
            at   (fn [votes coming]
                   (situation lost (shown [{:id 1} {:id 2}
                                           {:id 3, :votes votes, :coming coming}]
                                          :goal goes)))]
        (is (empty? (mapcat #(named (at 1 0) %) [:forget :replace :drain])))
        (is (empty? (named (at 0 1) :forget)))
        (is (seq (named (at 0 0) :forget)))))))

(deftest drivers-are-those-that-come
  (let [five   (reduce members/joined (reduce #(members/joining %1 %2 nil) three ["m4" "m5"])
                       ["m4" "m5"])
        coming (shown [{:id 1} {:id 2} {:id 3} {:id 4, :coming 5} {:id 5}]
                      :slots {:joint 5, :redundancy []})
        driven (fn [cluster] (set (map :machine (named (situation cluster coming) :strike))))]
    (is (= #{"m4"} (driven five)))
    (testing "one at a time"
      (is (= #{} (driven (members/hit five "m2" :kill)))))
    (testing "while one is lost, only the one that replaces it"
      (is (= #{} (driven (members/lost five "m3"))))
      (is (= #{"m4"} (driven (assoc-in (members/lost five "m3") [:at "m4" :replaces] 3)))))
    (testing "not beside other faults"
      (is (empty? (named (situation five coming :calm? false) :strike))))))

(deftest what-was-cancelled-goes-on
  (let [now (situation three (shown [{:id 1} {:id 2, :membership "draining"} {:id 3}]
                                    :goal {:course "cancelled", :voters 3, :replacements []}))]
    (is (= #{{:change :resume} {:change :resume, :keep? true, :machine "m2", :id 2}}
           (set (map second (members/choices now)))))
    (is (= {:change :resume} (members/healing now)))))

(deftest five-voters-need-five-nodes
  (let [ids  (fn [n] (map #(hash-map :id %) (range 1 (inc n))))
        at   (fn [n] (named (situation (members/found machines n) (shown (ids n))) :voters))]
    (is (empty? (at 4)))
    (is (= [{:change :voters, :count 5}] (at 5)))))

(deftest choices-are-drawn-by-weight
  (is (nil? (members/choose [] 0.5)))
  (let [choices [[1 :a] [0 :never] [3 :b]]]
    (is (= [:a :a :b :b :b]
           (map #(members/choose choices %) [0.0 0.24 0.25 0.5 0.999])))))

(deftest what-happened-is-counted
  (let [op (fn [f & happened] {:process :nemesis, :f f, :result {:happened happened}})]
    (is (= {:joined 2, :replaced 1}
           (members/counts [{:process :nemesis, :f :members}
                            (op :members :joined :replaced)
                            (op :members)
                            (op :members :joined)
                            {:process :nemesis, :f :kill, :result {"a" :killed}}
                            (op :heal-members :joined)])))
    (is (members/tested? {:replaced 1}))
    (is (not (members/tested? {:resumed 2, :lost 1, :joined 1})))))

(deftest answers-without-founders-are-counted
  (let [ok      (fn [process time] {:process process, :type :ok, :time time})
        members (fn [gone? time] {:process :nemesis, :f :members, :time time
                                  :result {:members {:founders-gone? gone?}}})
        count   #(members/oks-without-founders
                   {:nodes ["a" "b" "c" "d"], :founders 2, :concurrency 8} %)]
    (is (= 0 (count [(ok 0 1) (members false 2) (ok 0 3)])))
    (testing "those of threads whose first node was a founder"
      (is (= 3 (count [(ok 0 1) (members true 2)
                       (ok 0 3) (ok 2 3) (ok 3 3) (ok 5 3) (ok 8 3) (ok 15 3)]))))))

;; A cluster that is played: a node's slots go elsewhere some time after that was asked for.

(defn- votes?
  [{:keys [votes]} id]
  (contains? votes id))

(defn- play-shown
  [{:keys [nodes votes going course replacing under-way] :as played}]
  (shown (for [[id membership] nodes]
           {:id         id
            :membership membership
            :votes      (if (votes? played id) 16384 0)
            :coming     (if (and (pos? under-way) (not (votes? played id))
                                 (= "active" membership))
                          1 0)})
         :settled (and (zero? under-way) (empty? going) (= "running" course))
         :goal    {:course       course
                   :voters       3
                   :replacements (for [[leaving joining] replacing]
                                   {:leaving leaving, :joining joining})}
         :slots   {:joint under-way, :redundancy []}))

(defn- settle
  "A part of what is under way is done; at its end the ones that go vote no more."
  [{:keys [course under-way going nodes] :as played}]
  (cond
    (not= "running" course) (assoc played :under-way 0)
    (< 1 under-way)         (update played :under-way dec)
    :else                   (-> played
                                (assoc :under-way 0, :going #{}, :replacing {})
                                (assoc :votes (set/difference
                                                (set (keep (fn [[id m]] (when (= "active" m) id))
                                                           nodes))
                                                going)))))

(defn- begin [played] (assoc played :under-way 3))

(defn- go
  [played id]
  (-> played (assoc-in [:nodes id] "draining") (update :going conj id) begin))

(defn- play
  "The cluster and the played nodes after a change."
  [[cluster played] {:keys [change machine id leaving how keep?]}]
  (let [newcomer (fn [replaces]
                   (if (members/tenant cluster machine)
                     [cluster played]
                     (let [joined (-> cluster
                                      (members/joining machine replaces)
                                      (members/joined machine))]
                       [joined (assoc-in played
                                         [:nodes (:id (members/tenant joined machine))]
                                         "active")])))]
    (case change
      :join     (update (newcomer nil) 1 begin)
      :replace  (let [[cluster played] (newcomer leaving)]
                  [cluster (-> (go played leaving)
                               (assoc-in [:replacing leaving]
                                         (:id (members/tenant cluster machine))))])
      :lose     [(members/lost cluster machine) played]
      (:forget
       :retire) [(members/retired cluster machine false)
                 (assoc-in played [:nodes id] "removed")]
      :drain    [cluster (go played id)]
      :revive   [(members/revived cluster machine) played]
      :empty    [(members/emptied cluster machine) played]
      (:spread
       :weigh
       :voters) [cluster (begin played)]
      :cancel   [cluster (assoc played :course "cancelled")]
      :pause    [cluster (assoc played :course "paused")]
      :resume   [cluster (cond-> (begin (assoc played :course "running"))
                           keep? (-> (assoc-in [:nodes id] "active") (update :going disj id)))]
      :strike   [(members/hit cluster machine how) played]
      :relieve  [(members/relieved cluster machine) played]
      :wait     [cluster played])))

(def played-three
  {:nodes {1 "active", 2 "active", 3 "active"}, :votes #{1 2 3}, :going #{}
   :replacing {}, :course "running", :under-way 0})

(defn- up
  "The ids of nodes that vote and run, or will run again."
  [cluster {:keys [votes]}]
  (let [ids (set (map #(:id (members/tenant cluster %)) (members/members cluster)))]
    (set/intersection votes ids)))

(defn- enough?
  "Is at most one voter down, struck ones included?"
  [cluster {:keys [votes] :as played}]
  (let [struck (set (map #(:id (members/tenant cluster %)) (members/struck cluster)))]
    (<= (- (count votes) (count (set/difference (up cluster played) struck)))
        1)))

(defn- now
  [[cluster played]]
  (situation cluster (play-shown played) :calm? (empty? (members/down cluster))))

(deftest whatever-is-chosen-a-majority-stays
  (dotimes [seed 20]
    (let [random (Random. seed)]
      (loop [state [three played-three], steps 300, ids #{1 2 3}]
        (let [[cluster played] state
              change (members/choose (members/choices (now state)) (.nextDouble random))
              next   (-> (play state change) (update 1 settle))]
          (is (some? change))
          (is (enough? cluster played) (pr-str seed state))
          (testing "ids are never used again"
            (is (= (inc (apply max ids)) (:next-id cluster))))
          (when (pos? steps)
            (recur next (dec steps) (into ids (keys (:nodes (second next)))))))))))

(deftest no-founder-stays
  (dotimes [seed 20]
    (let [random (Random. seed)]
      (is (some (comp members/founders-gone? first)
                (take 600 (iterate (fn [state]
                                     (-> (play state (members/choose (members/choices (now state))
                                                                     (.nextDouble random)))
                                         (update 1 settle)))
                                   [three played-three])))
          (str "seed " seed)))))

(deftest in-the-end-all-is-whole
  (dotimes [seed 20]
    (let [random (Random. seed)
          change (fn [state]
                   (-> (play state (members/choose (members/choices (now state))
                                                   (.nextDouble random)))
                       (update 1 settle)))
          heal   (fn [state]
                   (let [next (members/healing (now state))]
                     (cond
                       (nil? next)    nil
                       (= :wait next) (update state 1 settle)
                       :else          (update (play state next) 1 settle))))
          states (take-while some? (iterate heal (nth (iterate change [three played-three])
                                                      (+ 20 seed))))]
      (is (< (count (take 200 states)) 200) (str "seed " seed))
      (let [[cluster played] (last (take 200 states))]
        (is (empty? (members/being cluster :lost :joining :revived)))
        (is (empty? (members/struck cluster)))
        (is (<= 3 (count (:votes played))))))))
