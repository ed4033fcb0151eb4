// Parses each file as JSON and prints what encoding/json makes of it: profile, number of the file, hex.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	for number, name := range os.Args[1:] {
		text, err := os.ReadFile(name)
		if err != nil {
			panic(err)
		}
		show := func(profile string, out []byte, err error) {
			if err == nil {
				fmt.Printf("%s\t%d\t%x\n", profile, number, out)
			}
		}
		var value interface{}
		if json.Unmarshal(text, &value) != nil {
			continue
		}
		out, err := json.Marshal(value)
		show("json.Marshal", out, err)
		out, err = json.MarshalIndent(value, "", "  ")
		show("json.MarshalIndent", out, err)
		out, err = json.MarshalIndent(value, "", "\t")
		show("json.MarshalIndent tab", out, err)

		var buffer bytes.Buffer
		encoder := json.NewEncoder(&buffer)
		err = encoder.Encode(value)
		show("json.Encoder", buffer.Bytes(), err)
		var plain bytes.Buffer
		encoder = json.NewEncoder(&plain)
		encoder.SetEscapeHTML(false)
		err = encoder.Encode(value)
		show("json.Encoder SetEscapeHTML(false)", plain.Bytes(), err)
		show("json.Encoder SetEscapeHTML(false), trimmed", bytes.TrimSpace(plain.Bytes()), err)

		var exact interface{}
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		if decoder.Decode(&exact) == nil {
			out, err = json.Marshal(exact)
			show("json.Marshal UseNumber", out, err)
		}
		var compact, indented bytes.Buffer
		err = json.Compact(&compact, text)
		show("json.Compact", compact.Bytes(), err)
		err = json.Indent(&indented, text, "", "  ")
		show("json.Indent", indented.Bytes(), err)
		raw, err := json.Marshal(json.RawMessage(text))
		show("json.RawMessage", raw, err)
	}
}
