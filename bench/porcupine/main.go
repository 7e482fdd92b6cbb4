// Compares the verdicts of PaxosStore's own linearizability checker with Porcupine's.
//
// Reads the file that io.paxosstore.sim.check.HistoryExport writes: one history of one key in each
// line, with our verdict. The model of a key below is written from the documentation of the
// operations, in another language than the one it is compared with.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"time"

	"github.com/anishathalye/porcupine"
)

const timeout = 60 * time.Second

// call is what a client asked: read, put, putIfAbsent, cas, casVersion, delete, deleteVersion or
// increment.
type call struct {
	Kind     string `json:"kind"`
	Expected string `json:"expected"`
	Value    string `json:"value"`
	Number   int64  `json:"number"` // the version compared with, or the amount added
}

// answer is what it was told; Status is "UNKNOWN" when it was told nothing.
type answer struct {
	Status  string  `json:"status"` // of a write: OK, CONFLICT, NOT_FOUND, NOT_A_NUMBER
	Value   *string `json:"value"`  // of a read: null when absent
	Version int64   `json:"version"`
	Number  int64   `json:"number"`
}

type operation struct {
	Client   int    `json:"client"`
	Invoked  int64  `json:"invoked"`
	Returned int64  `json:"returned"`
	Call     call   `json:"call"`
	Answer   answer `json:"answer"`
}

type history struct {
	Seed       int64       `json:"seed"`
	Flaw       string      `json:"flaw"`
	Verdict    string      `json:"verdict"`
	Operations []operation `json:"operations"`
}

// state of one key. Each write that takes effect, a removal too, is one change; the version of a
// value is the number of the change that made it.
type state struct {
	present bool
	value   string
	changes int64
}

// version is what a client is told: 0 when the key is absent.
func (s state) version() int64 {
	if s.present {
		return s.changes
	}
	return 0
}

// effect is what a write would do: its status, the new value (absent when deleted) and number.
func (s state) effect(c call) (status string, present bool, value string, number int64) {
	mismatch := "CONFLICT"
	if !s.present {
		mismatch = "NOT_FOUND"
	}
	switch c.Kind {
	case "put":
		return "OK", true, c.Value, 0
	case "putIfAbsent":
		if s.present {
			return "CONFLICT", false, "", 0
		}
		return "OK", true, c.Value, 0
	case "cas":
		if s.present && s.value == c.Expected {
			return "OK", true, c.Value, 0
		}
		return mismatch, false, "", 0
	case "casVersion":
		if s.version() == c.Number {
			return "OK", true, c.Value, 0
		}
		return mismatch, false, "", 0
	case "delete":
		if s.present {
			return "OK", false, "", 0
		}
		return "NOT_FOUND", false, "", 0
	case "deleteVersion":
		if s.present && s.version() == c.Number {
			return "OK", false, "", 0
		}
		return mismatch, false, "", 0
	case "increment":
		before := int64(0)
		if s.present {
			parsed, err := strconv.ParseInt(s.value, 10, 64)
			if err != nil {
				return "NOT_A_NUMBER", false, "", 0
			}
			before = parsed
		}
		sum := before + c.Number
		return "OK", true, strconv.FormatInt(sum, 10), sum
	}
	panic("unknown call " + c.Kind)
}

func step(s state, c call, a answer) (bool, state) {
	if c.Kind == "read" {
		same := (a.Value != nil) == s.present && (!s.present || *a.Value == s.value)
		return same && a.Version == s.version(), s
	}
	status, present, value, number := s.effect(c)
	after, version := s, s.version()
	if status == "OK" {
		after = state{present: present, value: value, changes: s.changes + 1}
		version = after.changes
	}
	if a.Status == "UNKNOWN" { // the write takes effect here; where it has none, it changes nothing
		return true, after
	}
	return a.Status == status && a.Version == version && a.Number == number, after
}

var model = porcupine.Model{
	Init: func() interface{} { return state{} },
	Step: func(s, input, output interface{}) (bool, interface{}) {
		return step(s.(state), input.(call), output.(answer))
	},
}

func check(h history) porcupine.CheckResult {
	var all []porcupine.Operation
	for i, one := range h.Operations {
		returned := one.Returned
		if returned < 0 {
			returned = math.MaxInt64
		}
		all = append(all, porcupine.Operation{
			ClientId: i, Input: one.Call, Call: one.Invoked, Output: one.Answer, Return: returned,
		})
	}
	return porcupine.CheckOperationsTimeout(model, all, timeout)
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run . FILE (what HistoryExport wrote)")
		os.Exit(2)
	}
	file, err := os.Open(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20)
	verdicts := map[string]int{}
	operations, unknown, differing := 0, 0, 0
	for lines.Scan() {
		var h history
		if err := json.Unmarshal(lines.Bytes(), &h); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		verdict := map[porcupine.CheckResult]string{
			porcupine.Ok:      "LINEARIZABLE",
			porcupine.Illegal: "NOT_LINEARIZABLE",
			porcupine.Unknown: "UNDECIDED",
		}[check(h)]
		verdicts[verdict]++
		operations += len(h.Operations)
		for _, one := range h.Operations {
			if one.Returned < 0 {
				unknown++
			}
		}
		if verdict != h.Verdict {
			differing++
			fmt.Printf("seed %d (%s): ours %s, Porcupine %s\n", h.Seed, h.Flaw, h.Verdict, verdict)
		}
	}
	if err := lines.Err(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	fmt.Printf("%d operations, %d of unknown outcome; Porcupine's verdicts: %v; different: %d\n",
		operations, unknown, verdicts, differing)
	if differing > 0 {
		os.Exit(1)
	}
}
