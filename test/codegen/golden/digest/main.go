package main

import (
	"fmt"
	"io"
	"log"
	"net/http"

	"github.com/icholy/digest"
)

func main() {
	client := &http.Client{
		Transport:     &digest.Transport{Username: "ada", Password: `love"lace`},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := client.Get("http://playground.test:8080/private")
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
