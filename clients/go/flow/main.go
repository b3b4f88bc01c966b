// The flow that every client goes through, live: go run ./flow (see clients/live.mjs for the environment).
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"log"
	"os"
	"slices"
	"strings"

	"github.com/playgrounds-api/playgrounds-go"
	"github.com/playgrounds-api/playgrounds-go/api"
)

var ctx = context.Background()

func check(ok bool, seen ...any) {
	if !ok {
		log.Panic("not as it should be: ", seen)
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Panic(err)
	}
	return value
}

func refused(err error, kind error) *playgrounds.Error {
	var found *playgrounds.Error
	check(errors.Is(err, kind) && errors.As(err, &found) && found.RequestID != "", err, kind)
	return found
}

func ids[T any](items iter.Seq2[T, error], id func(T) string) []string {
	found := []string{}
	for item, err := range items {
		found = append(found, id(must(item, err)))
	}
	return found
}

func playgroundID(p api.Playground) string { return p.Id }

func main() {
	target := os.Getenv("TARGET_URL")
	mark := "go " + rand.Text()
	client := must(playgrounds.New(""))

	_, err := must(playgrounds.New("pgk_wrong")).Usage.Get(ctx)
	check(refused(err, playgrounds.ErrUnauthorized).Status == 401, err)

	made := []string{}
	for n := range 3 {
		name, public := fmt.Sprint(mark, " ", n), n == 0
		body := api.CreatePlaygroundRequest{CurlCommand: fmt.Sprint("curl ", target, n), Name: &name, IsPublic: &public}
		made = append(made, must(client.Playgrounds.Create(ctx, body)).Id)
	}
	listed := ids(client.Playgrounds.List(ctx, mark), playgroundID)
	slices.Reverse(listed)
	check(slices.Equal(listed, made), listed, made)
	limit := int32(2)
	page := must(client.Playgrounds.Page(ctx, api.ListPlaygroundsParams{Search: &mark, Limit: &limit}))
	check(page.Pagination.Total == 3 && len(page.Data) == 2, page)
	rest := must(client.Playgrounds.Page(ctx, api.ListPlaygroundsParams{Search: &mark, Limit: &limit, Cursor: page.Pagination.NextCursor}))
	check(rest.Data[0].Id == made[0] && rest.Pagination.NextCursor == nil, rest)

	first, etag, err := client.Playgrounds.GetWithETag(ctx, made[0])
	check(err == nil, err)
	changed := mark + " changed"
	check(must(client.Playgrounds.Update(ctx, first.Id, api.UpdatePlaygroundRequest{Name: &changed}, etag)).Name == changed)
	_, err = client.Playgrounds.Update(ctx, first.Id, api.UpdatePlaygroundRequest{Name: &mark}, etag)
	refused(err, playgrounds.ErrPreconditionFailed)

	parsed := *must(client.Curl.Parse(ctx, "curl -m 3000000 -u ada:secret "+target+"users -d name=Ada"))
	check(*parsed.Method == "POST" && *parsed.Options.TimeoutMs == 3_000_000_000, parsed)
	run := must(client.Tests.Execute(ctx, parsed))
	check(run.Status == "completed" && run.Response.Status == 200, run)
	own := must(client.Tests.Execute(ctx, api.RequestShape{PlaygroundId: &first.Id}))
	runs := ids(client.Tests.List(ctx, first.Id), func(r api.TestRunSummary) string { return r.Id })
	check(slices.Equal(runs, []string{own.Id}), runs)
	check(*must(client.Tests.Get(ctx, run.Id)).Response.Body == *run.Response.Body)
	program := must(client.Code.Generate(ctx, parsed, api.Go))
	check(strings.Contains(program.Code, "net/http"), program)
	check(client.Tests.Delete(ctx, run.Id) == nil)

	_, err = client.Curl.Parse(ctx, "curl --no-such-option x")
	detail := refused(err, playgrounds.ErrInvalidRequest).Details[0]
	check(detail.Field == "/curl" && *detail.Offset == 5, detail)
	_, err = client.Playgrounds.Get(ctx, "0")
	refused(err, playgrounds.ErrNotFound)
	_, err = must(playgrounds.New(os.Getenv("LIMITED_KEY"))).Curl.Parse(ctx, "curl x")
	check(refused(err, playgrounds.ErrRateLimitExceeded).RetryAfter > 0)

	flaky := playgrounds.WithBaseURL(os.Getenv("FLAKY_URL"))
	once := mark + " once"
	must(must(playgrounds.New("", flaky)).Playgrounds.Create(ctx, api.CreatePlaygroundRequest{CurlCommand: "curl " + target, Name: &once}))
	check(len(ids(client.Playgrounds.List(ctx, once), playgroundID)) == 1)
	_, err = must(playgrounds.New("", flaky, playgrounds.WithMaxRetries(0))).Usage.Get(ctx)
	refused(err, playgrounds.ErrServiceUnavailable)

	scopes := []api.Scope{"usage:read"}
	key := must(client.Keys.Create(ctx, api.CreateApiKeyRequest{Name: "flow", Scopes: &scopes}))
	check(must(must(playgrounds.New(key.Key)).Usage.Get(ctx)).Plan == "pro")
	check(client.Keys.Revoke(ctx, key.Id) == nil)
	keys := ids(client.Keys.List(ctx), func(k api.ApiKey) string { return k.Id })
	check(!slices.Contains(keys, key.Id), keys)

	for _, id := range ids(client.Playgrounds.List(ctx, mark), playgroundID) {
		check(client.Playgrounds.Delete(ctx, id, "") == nil)
	}
	_, err = client.Playgrounds.Get(ctx, first.Id)
	refused(err, playgrounds.ErrNotFound)
	fmt.Println("ok")
}
