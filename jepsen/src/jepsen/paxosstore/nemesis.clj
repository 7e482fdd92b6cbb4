(ns jepsen.paxosstore.nemesis
  "Faults by name. A package is a map of :begin, a function that makes the op of a
  fault, :end, the op that ends it, if that does not end by itself, and :invoke, which
  does what an op says; a further one is a function and a line in `packages`. A :heal is
  an op for the end of the test alone. Where there are several packages, one of :weight n
  has its turn n times as often as others.

  Faults come to those machines that are nodes of the cluster: with :members, that
  changes.

  Damage comes to one node at a time, and only when all others are whole and nobody
  is cut off: more would be more than the store promises to survive.

  What came of an op is its :result, often by node; :not-ready and :not-whole are
  errors (see `faults/unrecovered`). A node that cannot be ready since another fault
  lasts is :cut-off, :paused or :full itself, or :hindered by those that are."
  (:require [clojure.string :as str]
            [clojure.tools.logging :refer [info]]
            [jepsen.control :as c]
            [jepsen.generator :as gen]
            [jepsen.nemesis :as n]
            [jepsen.net :as net]
            [jepsen.paxosstore.changing :as changing]
            [jepsen.paxosstore.db :as db]
            [jepsen.paxosstore.hindrance :refer [calm? filler hindrances on]]
            [jepsen.paxosstore.members :as members]
            [jepsen.random :as rand]
            [jepsen.util :refer [majority]]))

(def whole-ms
  "How long a damaged node may take to be whole again."
  120000)

(def living-ms
  "How long the next node waits for one that starts."
  10000)

(def hindered-ms
  "How long a node is waited for that another fault may keep from being ready."
  10000)

(defn- some-nodes
  "So many nodes at random: :one, :minority, :majority or :all."
  [test how-many]
  (let [nodes (db/members test)
        n     (count nodes)]
    (take (case how-many
            :one      1
            :minority (dec (majority n))
            :majority (majority n)
            :all      n)
          (rand/shuffle nodes))))

(defn- hits
  "A function of the test that makes the op of a fault, which hits so many nodes as
  one of these says."
  [f how-many]
  (fn [test] {:f f, :value {:nodes (some-nodes test (rand/nth how-many))}}))

;; Processes.

(defn- start-in-turn!
  "Starts all nodes that do not run, one after the other: where they share processors,
  processes that start together keep each other from it, and are all slow afterwards."
  [test]
  (doseq [node (db/members test)]
    (when (= :started (get (on test [node] #(db/start-node! test %)) node))
      (db/await-node node db/lives? living-ms))))

(defn- start-all!
  "Starts all nodes that do not run, and waits until all are ready: the fault is
  over then. While another fault lasts some may not be, until it ends."
  [test]
  (let [hindrances (hindrances test)
        ms         (if (empty? hindrances) db/ready-ms hindered-ms)]
    (start-in-turn! test)
    (on test (db/members test)
        (fn [node]
          (cond
            (db/await-node node db/ready? ms) :ready
            (empty? hindrances)               :not-ready
            :else                             (get hindrances node :hindered))))))

(defn- kill
  []
  {:begin  (hits :kill [:one :minority :majority :all])
   :end    {:f :start}
   :invoke {:kill  (fn [test {:keys [nodes]}] (on test nodes db/kill-node!))
            :start (fn [test _] (start-all! test))}
   :color  "#E9A4A0"})

(defn- pause
  []
  {:begin  (hits :pause [:one :minority :majority])
   :end    {:f :resume}
   :invoke {:pause  (fn [test {:keys [nodes]}] (on test nodes db/pause-node!))
            :resume (fn [test _] (on test (:nodes test) db/resume-node!))}
   :color  "#A0B1E9"})

;; The network.

(defn- one-way
  "One node does not hear the others, which hear it."
  [nodes]
  (let [[deaf & others] (rand/shuffle nodes)]
    {deaf (set others)}))

(defn- grudge
  "Who does not hear whom in a partition of this name."
  [nodes partition]
  (case partition
    :one     (n/complete-grudge (n/split-one (rand/nth nodes) nodes))
    :halves  (n/complete-grudge (n/bisect (rand/shuffle nodes)))
    :ring    (n/majorities-ring nodes)
    :bridge  (n/bridge (rand/shuffle nodes))
    :one-way (one-way nodes)))

(defn- partitions
  "With three nodes a ring or a bridge parts nobody, or just two."
  [nodes]
  (if (< 3 (count nodes))
    [:one :halves :ring :bridge :one-way]
    [:one :bridge :one-way]))

(defn- partition-nodes
  []
  {:begin  (fn [test]
             (let [nodes     (db/members test)
                   partition (rand/nth (partitions nodes))]
               {:f     :start-partition
                :value {:name partition, :grudge (grudge nodes partition)}}))
   :end    {:f :stop-partition}
   :invoke {:start-partition (fn [test {:keys [grudge]}]
                               (net/drop-all! test grudge)
                               :parted)
            :stop-partition  (fn [test _]
                               (net/heal! (:net test) test)
                               :healed)}
   :color  "#A0E9C3"})

;; Files.

(defn- bearable?
  "Are all others whole, so that they can make the node whole again? None may be lost
  for good, or on its way into the cluster, either."
  [test node]
  (let [cluster @(:cluster test)]
    (and (some #{node} (members/members cluster))
         (empty? (members/down cluster))
         (empty? (members/being cluster :joining))
         (calm? test (remove #{node} (members/members cluster)) db/whole?))))

(defn- await-whole
  "Waits until a node is whole, and starts it again when it has ended, as a supervisor
  does: a node that meets damage may stop itself, for its next start to deal with it."
  [test node]
  (let [end (+ (System/currentTimeMillis) whole-ms)]
    (loop [restarted? false]
      (cond
        (db/await-node node db/whole? 1000)     (if restarted? :restarted :whole)
        (< end (System/currentTimeMillis))      :not-whole
        (= :started (db/start-node! test node)) (recur true)
        :else                                   (recur restarted?)))))

(defn- damaged
  "Kills a node, does something to its files and starts it, if the store has to
  bear that now; then waits until it is whole. What came of it."
  [test {[node] :nodes} damage]
  (if-not (bearable? test node)
    :left-out
    (do
      (on test [node]
          (fn [node]
            (db/kill-node! node)
            (damage node)
            (db/start-node! test node)))
      (get (on test [node] #(await-whole test %)) node))))

(defn- damage
  "A package of damage to one node."
  [f color damage]
  {:begin  (hits f [:one])
   :invoke {f (fn [test value] (damaged test value damage))}
   :color  color})

(defn- wipe
  []
  (damage :wipe "#C9A0E9" db/wipe!))

(defn- with-script
  "Runs a script on a node."
  [script node & arguments]
  (let [file (str (db/home node) "/" script)]
    (c/su
      (c/upload-resource! script file)
      (apply c/exec :perl file arguments))))

(defn- damage-files!
  [node & arguments]
  (info "damage on" node (apply with-script "damage.pl" node (db/store node) arguments)))

(defn- flip
  []
  (damage :flip "#E9C9A0" #(damage-files! % :flip 20)))

(defn- truncate
  []
  (damage :truncate "#E9E0A0" #(damage-files! % :truncate 4096)))

(defn- cut-power!
  "What a paused node has synced is all that is left of its disk."
  [node]
  (try
    (with-script "power_cut.pl" node (db/data node))
    (finally
      (db/kill-node! node)))
  (db/unmount! node)
  (db/mount! node))

(defn- power
  "Power loss: of one node, or of all at once. Nodes are paused first and never go on: nobody
  is told what their disks do not keep."
  []
  {:begin  (hits :power [:one :all])
   :invoke {:power (fn [test {:keys [nodes]}]
                     (on test nodes db/pause-node!)
                     (on test nodes cut-power!)
                     (start-all! test))}
   :color  "#B0B0B0"})

(defn- fill!
  "Takes all room on the node's disk, most of it without writing."
  [node]
  (c/su
    (c/exec :bash :-c (str "fallocate --length $(($(df --output=avail -B1M " (db/data node)
                           " | tail -n 1) - 16))M " (filler node) "; cat /dev/zero >> "
                           (filler node) " || true")))
  :full)

(defn- full
  []
  {:begin  (hits :fill [:one :minority])
   :end    {:f :free}
   :invoke {:fill (fn [test {:keys [nodes]}] (on test nodes fill!))
            :free (fn [test _]
                    (on test (:nodes test)
                        #(c/su (c/exec :rm :-f (filler %)))))}
   :color  "#D0E9A0"})

(defn- write!
  "Replaces a small file in one step."
  [file text]
  (c/su (c/exec :bash :-c (str "echo -n " text " > " file ".new && mv " file ".new " file))))

(defn- slow
  []
  {:begin  (fn [test] {:f     :slow
                       :value {:nodes  (some-nodes test (rand/nth [:one :minority]))
                               :millis (rand/nth [5 50 500])}})
   :end    {:f :fast}
   :invoke {:slow (fn [test {:keys [nodes millis]}]
                    (on test nodes #(write! (db/sync-file %) millis)))
            :fast (fn [test _] (on test (:nodes test) #(write! (db/sync-file %) 0)))}
   :color  "#A0D8E9"})

;; Clocks.

(defn- set-clock!
  "Overwrites the file in place: the process has it mapped."
  [node seconds]
  (c/su (c/exec :bash :-c (format "printf '%%+011d\\n' %d | dd conv=notrunc status=none of=%s"
                                  seconds (db/clock-file node)))))

(defn- skew
  [test {:keys [nodes seconds]}]
  (on test nodes #(set-clock! % seconds)))

(defn- strobe
  "Turns clocks to and fro for some seconds."
  [test {:keys [nodes seconds]}]
  (on test nodes
      (fn [node]
        (dotimes [turn 20]
          (set-clock! node (if (even? turn) seconds 0))
          (Thread/sleep 200)))))

(defn- clock
  []
  {:begin  (fn [test] {:f     (rand/nth [:skew :strobe])
                       :value {:nodes   (some-nodes test (rand/nth [:one :minority :majority]))
                               :seconds (rand/nth [-3600 -60 -1 1 60 3600])}})
   :end    {:f :reset-clocks}
   :invoke {:skew         skew
            :strobe       strobe
            :reset-clocks (fn [test _] (on test (:nodes test) #(set-clock! % 0)))}
   :color  "#A0E9E3"})

(def packages
  "A function that makes the package, by the name of the fault."
  {:kill      kill
   :pause     pause
   :partition partition-nodes
   :wipe      wipe
   :flip      flip
   :truncate  truncate
   :power     power
   :full      full
   :slow      slow
   :clock     clock
   :members   changing/package})

(def await-all-whole
  "The op that ends a test: once faults have ended, every node becomes whole."
  {:type :info, :f :await-all-whole})

(def settle-ms
  "How long there is no further fault after one has ended: a JVM that has just been
  started is slow."
  2000)

(defn- settle
  "Waits until so long after this moment."
  [moment]
  (let [left (- (+ moment settle-ms) (System/currentTimeMillis))]
    (when (pos? left)
      (Thread/sleep (long left)))))

(defn- nemesis-of
  "One nemesis for all packages."
  [packages]
  (let [ended  (atom 0)
        ends   (set (mapcat #(keep % [:end :heal]) packages))
        begins (set (remove (set (map :f ends)) (mapcat (comp keys :invoke) packages)))
        invoke (into {:await-all-whole
                      (fn [test _] (on test (db/members test) #(await-whole test %)))}
                     (map :invoke)
                     packages)]
    (reify
      n/Reflection
      (fs [_] (set (keys invoke)))

      n/Nemesis
      (setup! [this _test] this)
      (invoke! [_ test {:keys [f value] :as op}]
        (when (begins f)
          (settle @ended))
        (let [result ((invoke f) test value)]
          (reset! ended (System/currentTimeMillis))
          (assoc op :value value, :result result)))
      (teardown! [_ _test]))))

(defn- generator-of
  "Faults of one package, each followed by its end."
  [{:keys [begin end]}]
  (let [begin (fn [test _context] (assoc (begin test) :type :info))]
    (if end
      (gen/flip-flop begin (gen/repeat (assoc end :type :info)))
      begin)))

(defn- perf-of
  [name {:keys [end heal invoke color]}]
  (let [ends (set (keep :f [end heal]))]
    {:name  (clojure.core/name name)
     :start (set (remove ends (keys invoke)))
     :stop  ends
     :color color}))

(defn nemesis
  "The faults of these names: a map of :nemesis, :generator, :final-generator and
  :perf, for the plots."
  [names interval]
  (let [chosen (map (fn [name] [name ((packages name))]) names)
        all    (map second chosen)]
    {:nemesis         (nemesis-of all)
     :generator       (when (seq all)
                        (->> all
                             (mapcat #(repeat (:weight % 1) (generator-of %)))
                             gen/mix
                             (gen/stagger interval)))
     ; Nodes are started last: no other fault keeps them from being ready then. What then
     ; is left of changes of members comes to its end.
     :final-generator (->> (concat (sort-by (comp boolean #{:start} :f) (keep :end all))
                                   (keep :heal all))
                           (map #(assoc % :type :info)))
     :perf            (set (map (fn [[name package]] (perf-of name package)) chosen))}))

(defn parse
  "The names of faults in a list with commas; all stands for those that need no further
  machines: for all but members."
  [text]
  (let [names (map keyword (remove str/blank? (str/split text #",")))
        all   (remove #{:members} (keys packages))]
    (if (= [:none] names)
      #{}
      (set (mapcat #(if (= :all %) all [%]) names)))))
