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
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	content, err := os.ReadFile("notes.txt")
	if err != nil {
		return err
	}
	lines := strings.NewReplacer("\r", "", "\n", "", "\x00", "")
	body := strings.NewReader(lines.Replace(string(content)))
	req, err := http.NewRequest("POST", "http://playground.test:8080/things", body)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	client := &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		},
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	output, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	fmt.Println(resp.Status)
	fmt.Println(string(output))
	return nil
}
