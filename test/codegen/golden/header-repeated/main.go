package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
)

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	req, err := http.NewRequest("GET", "http://playground.test:8080/h", nil)
	if err != nil {
		return err
	}
	req.Header.Set("X-A", "1")
	req.Header.Add("X-A", "2")
	req.Header.Set("X-B", "b")
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
