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
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func addPart(form *multipart.Writer, disposition, contentType string, content []byte) error {
	header := textproto.MIMEHeader{}
	header.Set("Content-Disposition", disposition)
	if contentType != "" {
		header.Set("Content-Type", contentType)
	}
	part, err := form.CreatePart(header)
	if err != nil {
		return err
	}
	_, err = part.Write(content)
	return err
}

func run() error {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if err := form.WriteField("title", "Tea"); err != nil {
		return err
	}
	content, err := os.ReadFile("photo.png")
	if err != nil {
		return err
	}
	if err := addPart(form, `form-data; name="photo"; filename="photo.png"`, "image/png", content); err != nil {
		return err
	}
	if err := form.Close(); err != nil {
		return err
	}
	req, err := http.NewRequest("POST", "http://playground.test:8080/upload", &body)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
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
