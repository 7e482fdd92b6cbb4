// Command etcd is the server of etcd as its own module has it: the module cannot be installed by
// name, because it replaces modules of its own.
package main

import (
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
)

func main() {
	etcdmain.Main(os.Args)
}
