package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"strings"
)

func main() {
	body := strings.NewReader(`{
  "records": [
    {"id": 1, "name": "a"},
    {"id": 2, "name": "b"}
  ],
  "pairs": [
    [1, 2],
    [3, 4]
  ],
  "prompt": "A text that is as long as people write them for a model, all of it on one line."
}`)

	client := &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := client.Post("http://playground.test:8080/found", "application/json", body)
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()

	text, err := io.ReadAll(resp.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(resp.Status)
	fmt.Println(string(text))
}
