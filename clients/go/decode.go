package playgrounds

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// decode reads JSON into a value and checks that it has all fields that the value needs, at any depth: encoding/json
// takes an absent field or a null as an empty one.
func decode(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	var raw any
	if err := json.Unmarshal(data, &raw); err != nil { // also refuses what follows the value
		return err
	}
	kind := reflect.TypeOf(into).Elem()
	return complete(kind, raw, kind.Name())
}

func complete(kind reflect.Type, raw any, where string) error {
	if raw == nil && kind.Kind() != reflect.Pointer && kind.Kind() != reflect.Interface {
		return fmt.Errorf("%s is null", where)
	}
	switch kind.Kind() {
	case reflect.Pointer:
		if raw != nil {
			return complete(kind.Elem(), raw, where)
		}
	case reflect.Slice:
		items, _ := raw.([]any)
		for index, item := range items {
			if err := complete(kind.Elem(), item, fmt.Sprintf("%s[%d]", where, index)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		fields, isObject := raw.(map[string]any)
		if !isObject || kind == reflect.TypeFor[time.Time]() {
			return nil
		}
		for index := range kind.NumField() {
			name, options, _ := strings.Cut(kind.Field(index).Tag.Get("json"), ",")
			value, present := fields[name]
			if name == "-" || (options != "" && value == nil) {
				continue
			}
			if !present {
				return fmt.Errorf("%s has no %s", where, name)
			}
			if err := complete(kind.Field(index).Type, value, where+"."+name); err != nil {
				return err
			}
		}
	}
	return nil
}

// unmarshalWithExtra reads an object and leaves the fields that its type does not have in extra.
func unmarshalWithExtra(data []byte, into any, extra *map[string]json.RawMessage) error {
	if err := json.Unmarshal(data, into); err != nil {
		return err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	kind := reflect.TypeOf(into).Elem()
	for index := range kind.NumField() {
		name, _, _ := strings.Cut(kind.Field(index).Tag.Get("json"), ",")
		delete(fields, name)
	}
	if len(fields) > 0 {
		*extra = fields
	}
	return nil
}

func marshalWithExtra(value any, extra map[string]json.RawMessage) ([]byte, error) {
	data, err := json.Marshal(value)
	if err != nil || len(extra) == 0 {
		return data, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return nil, err
	}
	for name, one := range extra {
		fields[name] = one
	}
	return json.Marshal(fields)
}
