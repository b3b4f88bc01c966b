// The round of strangers, with openapi-generator for Go.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	openapi "github.com/stranger/api"
)

func must[T any](value T, _ any, err error) T {
	if err != nil {
		log.Panic(err)
	}
	return value
}

func main() {
	configuration := openapi.NewConfiguration()
	configuration.Servers = openapi.ServerConfigurations{{URL: os.Getenv("PLAYGROUNDS_BASE_URL")}}
	client := openapi.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), openapi.ContextAccessToken, os.Getenv("PLAYGROUNDS_API_KEY"))
	command := fmt.Sprintf("curl -m 3000000 -u ada:secret %s -d name=Ada", os.Getenv("TARGET_URL"))

	parse := func(curl string) openapi.ApiParseCurlRequest {
		return client.CodeAPI.ParseCurl(ctx).ParseCurlRequest(*openapi.NewParseCurlRequest(curl))
	}
	parsed := must(parse(command).Execute())
	run := must(client.TestsAPI.ExecuteTest(ctx).RequestShape(*parsed).Execute())
	answer := run.GetResponse()
	program := must(client.CodeAPI.GenerateCode(ctx).GenerateCodeRequest(openapi.GenerateCodeRequest{Parsed: parsed, Language: openapi.GO}).Execute())
	if answer.Status != 200 || !strings.Contains(program.GetCode(), "net/http") {
		log.Panic(run, program)
	}
	_, _, err := parse("curl --no-such-option x").Execute()
	var refused *openapi.GenericOpenAPIError
	if !errors.As(err, &refused) {
		log.Panic(err)
	}
	if model, ok := refused.Model().(openapi.ErrorResponse); !ok || *model.Error.Details[0].Offset != 5 {
		log.Panicf("%T %s", refused.Model(), refused.Body())
	}
	fmt.Println("ok")
}
