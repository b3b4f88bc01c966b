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
	token, ok := os.LookupEnv("TOKEN")
	if !ok {
		log.Fatal("TOKEN is not set")
	}

	body := strings.NewReader(`{
  "model": "gpt-x",
  "messages": [{"role": "user", "content": "Say this is a test!"}],
  "temperature": 0.7
}`)
	req, err := http.NewRequest("POST", "http://playground.test:8080/v1/chat/completions", body)
	if err != nil {
		log.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+token)

	client := &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := client.Do(req)
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
