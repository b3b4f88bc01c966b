package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
)

func main() {
	token, ok := os.LookupEnv("TOKEN")
	if !ok {
		log.Fatal("TOKEN is not set")
	}

	req, err := http.NewRequest("GET", "http://playground.test:8080/v", nil)
	if err != nil {
		log.Fatal(err)
	}
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
