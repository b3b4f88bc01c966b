package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

func main() {
	content, err := os.ReadFile("notes.txt")
	if err != nil {
		log.Fatal(err)
	}
	// Like curl -d @file, without NUL bytes and line ends.
	lines := strings.NewReplacer("\r", "", "\n", "", "\x00", "")

	client := &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := client.Post("http://playground.test:8080/things", "application/x-www-form-urlencoded", strings.NewReader(lines.Replace(string(content))))
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
