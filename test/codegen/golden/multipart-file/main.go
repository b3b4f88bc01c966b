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
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if err := form.WriteField("title", "Tea"); err != nil {
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
	if err := form.Close(); err != nil {
		log.Fatal(err)
	}

	client := &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := client.Post("http://playground.test:8080/upload", form.FormDataContentType(), &body)
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
