(ns jepsen.paxosstore.faults-test
  (:require [clojure.test :refer [deftest is testing]]
            [jepsen.paxosstore.faults :as faults]))

(def nodes ["a" "b" "c" "d" "e"])

(deftest a-majority-must-be-up
  (is (faults/majority? nodes {:down {:kill #{"a"}, :wipe #{"b"}}}))
  (is (not (faults/majority? nodes {:down {:kill #{"a" "c"}, :wipe #{"b"}}})))
  (is (faults/majority? nodes {:down {:kill #{"a"}, :pause #{"a"}}})))

(deftest a-majority-must-be-connected
  (testing "halves"
    (is (faults/majority? nodes {:grudge {"a" #{"c" "d" "e"}, "b" #{"c" "d" "e"}
                                          "c" #{"a" "b"}, "d" #{"a" "b"}, "e" #{"a" "b"}}})))
  (testing "a ring of majorities"
    (is (faults/majority? nodes {:grudge {"a" #{"c" "d"}, "b" #{"d" "e"}, "c" #{"e" "a"}
                                          "d" #{"a" "b"}, "e" #{"b" "c"}}})))
  (testing "everybody alone"
    (is (not (faults/majority? nodes {:grudge (into {} (for [n nodes]
                                                         [n (disj (set nodes) n)]))}))))
  (testing "one way is no way"
    (is (not (faults/majority? ["a" "b" "c"] {:down {:kill #{"c"}}, :grudge {"a" #{"b"}}}))))
  (testing "the node in the middle is down"
    (is (not (faults/majority? nodes {:down   {:kill #{"c"}}
                                      :grudge {"a" #{"d" "e"}, "b" #{"d" "e"}
                                               "d" #{"a" "b"}, "e" #{"a" "b"}}})))))

(deftest where-there-are-more-nodes-than-voters-few-may-be-missing
  (let [four {:listed ["a" "b" "c" "x"], :voters 3}]
    (is (faults/majority? nodes (assoc four :down {:kill #{"x"}})))
    (is (not (faults/majority? nodes (assoc four :down {:kill #{"x"}, :members #{"a"}}))))
    (is (not (faults/majority? nodes (assoc four :grudge {"a" #{"b" "c"}, "b" #{"a" "x"}
                                                          "c" #{"a" "x"}, "x" #{"b" "c"}}))))
    (testing "what is not in the cluster does not count"
      (is (faults/majority? nodes (assoc four :down {:kill #{"d" "e"}})))))
  (is (faults/majority? nodes {:listed nodes, :voters 5, :down {:kill #{"a" "b"}}})))

(defn- seconds [n] (long (* n 1e9)))

(defn- oks
  "A client that has an ok at each of these times, in seconds, and asks again at
  once."
  [times]
  (cons {:process 0, :type :invoke, :f :read, :time (seconds (first times))}
        (for [time times
              type [:ok :invoke]]
          {:process 0, :type type, :f :read, :time (seconds time)})))

(defn- nemesis
  "An op of the nemesis, from one second to another."
  ([f value from to]
   (nemesis f value from to nil))
  ([f value from to result]
   [{:process :nemesis, :type :info, :f f, :value value, :time (seconds from)}
    {:process :nemesis, :type :info, :f f, :value value, :time (seconds to), :result result}]))

(defn- availability
  [& parts]
  (faults/availability nodes (sort-by :time (apply concat parts)) nil))

(deftest a-gap-with-a-majority-counts
  (is (= {:gap 3000, :after-heal 0}
         (availability (oks [0 1 2 5 6])))))

(deftest excused-times-do-not-count
  (let [history (sort-by :time (oks [0 3 4 6 7]))]
    (is (= {:gap 3000, :after-heal 0} (faults/availability nodes history nil)))
    (is (= {:gap 2000, :after-heal 0}
           (faults/availability nodes history [[0 (seconds 3.5)]])))
    (is (= {:gap 1000, :after-heal 0}
           (faults/availability nodes history [[0 (seconds 3.5)]
                                               [(seconds 4.9) (seconds 5.9)]])))))

(deftest a-gap-without-a-majority-does-not-count
  (is (= {:gap 1000, :after-heal 500}
         (availability (oks [0 1 2 10.5 11])
                       (nemesis :kill {:nodes ["a" "b" "c"]} 2 3)
                       (nemesis :start nil 9 10)))))

(deftest a-gap-of-a-minority-counts
  (is (= 9000
         (:gap (availability (oks [0 1 10])
                             (nemesis :kill {:nodes ["a" "b"]} 2 3)
                             (nemesis :start nil 8 9))))))

(deftest damage-takes-a-node-until-it-is-over
  (is (= {:gap 1000, :after-heal 1000}
         (availability (oks [0 1 2 8 9])
                       (nemesis :kill {:nodes ["a" "b"]} 1.5 2)
                       (nemesis :wipe {:nodes ["c"]} 2.0 7)))))

(deftest time-in-which-nobody-asks-does-not-count
  (let [client (fn [type time] {:process 0, :type type, :f :read, :time (seconds time)})]
    (is (= {:gap 500, :after-heal 200}
           (availability [(client :invoke 0) (client :ok 0.2)
                          (client :invoke 0.5) (client :info 0.7)
                          (client :invoke 60) (client :ok 60.2)])))))

(deftest a-node-that-is-not-ready-is-down
  (is (= {:gap 1000, :after-heal 500}
         (availability (oks [0 1 2 20.5 21])
                       (nemesis :kill {:nodes ["a" "b" "c"]} 2 3)
                       (nemesis :start nil 4 14 {"a" :cut-off, "b" :cut-off, "c" :cut-off})
                       (nemesis :start nil 18 20 {"a" :ready, "b" :ready, "c" :ready})))))

(deftest a-paused-node-goes-on-without-being-started
  (let [times   (oks [0 1 2 12.5 13])
        through (fn [result]
                  [(nemesis :pause {:nodes ["a" "b" "c"]} 2 3)
                   (nemesis :start nil 4 9 result)
                   (nemesis :resume nil 10 11)])]
    (is (= {:gap 1000, :after-heal 1500}
           (apply availability times (through {"a" :paused, "b" :paused, "c" :paused}))))
    (testing "one that is not ready is to be started again"
      (is (= {:gap 1000, :after-heal 0}
             (apply availability times (through {"a" :hindered, "b" :hindered, "c" :hindered})))))))

(deftest a-heal-of-a-partition
  (let [alone (into {} (for [n nodes] [n (disj (set nodes) n)]))]
    (is (= {:gap 1000, :after-heal 2000}
           (availability (oks [0 1 2 12 13])
                         (nemesis :start-partition {:grudge alone} 2 2.5)
                         (nemesis :stop-partition nil 9 10))))))

(deftest members-that-change-count
  (let [members (fn [at listed down]
                  (nemesis :members nil at (+ at 0.5)
                           {:happened [:lost]
                            :members  {:listed listed, :down down, :voters 3}}))
        gap     (fn [& parts]
                  (:gap (apply availability (oks [0 1 2 12 13]) parts)))]
    (testing "two of three are down"
      (is (= 1000 (gap (members 1 ["a" "b" "c"] ["a"])
                       (nemesis :kill {:nodes ["b"]} 2 2.5)
                       (nemesis :start nil 11 12)))))
    (testing "one of three is; others are not of the cluster"
      (is (= 10000 (gap (members 1 ["a" "b" "c"] ["a"])
                        (nemesis :kill {:nodes ["d" "e"]} 2 2.5)))))
    (testing "the lost one was removed"
      (is (= 10000 (gap (members 0.5 ["a" "b" "c" "d"] ["a"])
                        (members 1.5 ["b" "c" "d"] [])
                        (nemesis :kill {:nodes ["b"]} 2 2.5)))))))

(deftest a-cluster-that-is-not-whole-in-the-end-is-told
  (let [healed (fn [is] (nemesis :heal-members nil 50 60 {:cluster is}))]
    (is (empty? (faults/unrecovered (healed :whole))))
    (is (seq (faults/unrecovered (healed :not-whole))))))

(deftest nodes-that-do-not-come-back-are-told
  (let [ops (fn [result] (map #(assoc % :result result) (nemesis :start nil 1 2)))]
    (is (empty? (faults/unrecovered (concat (ops nil) (ops {"a" :ready}) (ops :left-out)))))
    (is (seq (faults/unrecovered (ops {"a" :ready, "b" :not-ready}))))
    (is (seq (faults/unrecovered (ops :not-whole))))))

(deftest a-node-that-ends-by-itself-must-have-been-damaged
  (let [end (nemesis :await-all-whole nil 50 60 {"a" :restarted, "b" :whole})]
    (is (seq (faults/unrecovered (concat (nemesis :kill {:nodes ["a"]} 1 2) end))))
    (is (empty? (faults/unrecovered (concat (nemesis :flip {:nodes ["a"]} 1 2 :whole) end))))))
