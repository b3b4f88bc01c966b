package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
)

func main() {
	form := url.Values{"a": {"1"}}

	client := &http.Client{
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			if len(via) > 50 {
				return errors.New("too many redirects")
			}
			req.Header.Del("Referer")
			return nil
		},
	}
	resp, err := client.PostForm("http://playground.test:8080/things", form)
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
