package main

import (
	"bytes"
	"crypto/rand"
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
	var body bytes.Buffer
	boundary := rand.Text()
	body.WriteString("--" + boundary + "\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Type: text/plain\r\nX-Part: one\r\nX-Other: two\r\n\r\nb\r\n--" + boundary + "--\r\n")
	req, err := http.NewRequest("POST", "http://playground.test:8080/upload", &body)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "multipart/form-data; boundary="+boundary)
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
