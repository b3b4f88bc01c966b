package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
)

func main() {
	endpoint := "http://playground.test:8080/a/path/that/is/so/long/that/a/formatter/breaks/the/line/before/it"
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if err := form.WriteField("a", "1"); err != nil {
		log.Fatal(err)
	}
	if err := form.WriteField("a", "2"); err != nil {
		log.Fatal(err)
	}
	file, err := os.Open("photo.png")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	part, err := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="photo"; filename="photo.png"`},
		"Content-Type":        {"image/png"},
	})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := io.Copy(part, file); err != nil {
		log.Fatal(err)
	}
	part, err = form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="meta"`},
		"Content-Type":        {"application/json"},
	})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := io.WriteString(part, `{"a":1}`); err != nil {
		log.Fatal(err)
	}
	if err := form.WriteField("last", "x"); err != nil {
		log.Fatal(err)
	}
	if err := form.Close(); err != nil {
		log.Fatal(err)
	}

	client := &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := client.Post(endpoint, form.FormDataContentType(), &body)
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
