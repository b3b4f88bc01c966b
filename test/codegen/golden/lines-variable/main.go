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
	userName, ok := os.LookupEnv("USER_NAME")
	if !ok {
		log.Fatal("USER_NAME is not set")
	}
	id, ok := os.LookupEnv("id")
	if !ok {
		log.Fatal("id is not set")
	}

	body := strings.NewReader(`<a id="#{1}">
  <b>` + userName + `</b>
` + id)

	client := &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := client.Post("http://playground.test:8080/things", "application/xml", body)
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
