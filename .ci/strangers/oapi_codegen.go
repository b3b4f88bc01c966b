// The round of strangers, with oapi-codegen.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"

	"stranger/api"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Panic(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	client := must(api.NewClientWithResponses(os.Getenv("PLAYGROUNDS_BASE_URL"), api.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+os.Getenv("PLAYGROUNDS_API_KEY"))
			return nil
		})))
	command := fmt.Sprintf("curl -m 3000000 -u ada:secret %s -d name=Ada", os.Getenv("TARGET_URL"))

	parsed := must(client.ParseCurlWithResponse(ctx, api.ParseCurlRequest{Curl: command})).JSON200
	run := must(client.ExecuteTestWithResponse(ctx, nil, *parsed)).JSON200
	program := must(client.GenerateCodeWithResponse(ctx, api.GenerateCodeRequest{Parsed: parsed, Language: api.Go})).JSON200
	if run.Response.Status != 200 || !strings.Contains(program.Code, "net/http") {
		log.Panic(run, program)
	}
	refused := must(client.ParseCurlWithResponse(ctx, api.ParseCurlRequest{Curl: "curl --no-such-option x"})).JSON400
	if *(*refused.Error.Details)[0].Offset != 5 {
		log.Panic(refused)
	}
	fmt.Println("ok")
}
