// See run.mjs.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	"github.com/playgrounds-api/playgrounds-go"
)

func call(ctx context.Context, client *playgrounds.Client, name string) (any, error) {
	switch {
	case strings.Contains(name, "stream"):
		return streamed(ctx, client, name)
	case strings.Contains(name, "free JSON"):
		page, err := client.Audit.Page(ctx, playgrounds.PageOptions{})
		if err != nil {
			return nil, err
		}
		return page.Data[0].Details["n"], nil
	case strings.Contains(name, "change"):
		return client.Playgrounds.Update(ctx, "p", playgrounds.UpdatePlaygroundRequest{Name: "n"})
	case strings.Contains(name, "deletion"):
		return nil, client.Playgrounds.Delete(ctx, "p")
	}
	usage, err := client.Usage.Get(ctx)
	if err != nil {
		return nil, err
	}
	if strings.Contains(name, "in a field") {
		return usage.Limit, nil
	}
	return usage.Plan, nil
}

func streamed(ctx context.Context, client *playgrounds.Client, name string) (any, error) {
	count := 0
	status := ""
	var free any
	for event, err := range client.Tests.Stream(ctx, playgrounds.RequestShape{URL: playgrounds.Ptr("http://a")}) {
		if err != nil {
			return nil, err
		}
		count++
		if strings.Contains(name, "left early") {
			break
		}
		switch event := event.(type) {
		case *playgrounds.TestStreamRequest:
			if body, isObject := event.Body.(map[string]any); isObject {
				free = body["n"]
			}
		case *playgrounds.TestStreamResult:
			status = event.Status
			if strings.Contains(name, "in a field") {
				status += fmt.Sprint(" ", event.Request.BodySize)
			}
		}
	}
	if strings.Contains(name, "left early") {
		usage, err := client.Usage.Get(ctx)
		return usage.Plan, err
	}
	if strings.Contains(name, "free JSON") {
		return free, nil
	}
	return fmt.Sprint(count, " ", status), nil
}

func outcome(value any, err error) string {
	if errors.Is(err, context.Canceled) {
		return "Cancelled"
	}
	if err == nil && value == nil {
		return "ok"
	}
	if err == nil {
		return fmt.Sprint("ok ", value)
	}
	var failure *playgrounds.Error
	if !errors.As(err, &failure) {
		return "untyped: " + err.Error()
	}
	kind := "Playgrounds"
	for name, one := range map[string]error{
		"UnexpectedResponse": playgrounds.ErrUnexpectedResponse, "RateLimit": playgrounds.ErrRateLimitExceeded,
		"ServiceUnavailable": playgrounds.ErrServiceUnavailable, "NotFound": playgrounds.ErrNotFound,
	} {
		if errors.Is(err, one) {
			kind = name
		}
	}
	if errors.Is(err, playgrounds.ErrTimeout) {
		kind = "RequestTimeout"
	} else if errors.Is(err, playgrounds.ErrConnectionFailed) {
		kind = "ConnectionFailed"
	}
	after := ""
	if failure.RetryAfter != nil {
		after = fmt.Sprint(" after ", math.Floor(failure.RetryAfter.Seconds()))
	}
	if failure.RequestID != "" {
		after += " " + failure.RequestID
	}
	if errors.Is(err, playgrounds.ErrUnexpectedResponse) && failure.Body != "" {
		after += ` "` + failure.Body[:min(9, len(failure.Body))] + `"`
	}
	return fmt.Sprint(kind, " ", failure.Status, after)
}

func main() {
	var cases []string
	if err := json.Unmarshal([]byte(os.Getenv("CASES")), &cases); err != nil {
		panic(err)
	}
	for number, name := range cases {
		retries := 0
		for _, word := range []string{"once", "lost", "waiting"} {
			if strings.Contains(name, word) {
				retries = 2
			}
		}
		ctx, cancel := context.WithCancel(context.Background())
		if strings.Contains(name, "cancelled") {
			time.AfterFunc(300*time.Millisecond, cancel)
		}
		client, err := playgrounds.New("", playgrounds.WithBaseURL(fmt.Sprint(os.Getenv("BASE_URL"), "/", number)),
			playgrounds.WithDefaults(playgrounds.Timeout(1500*time.Millisecond), playgrounds.MaxRetries(retries)))
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s\t%s\n", name, outcome(call(ctx, client, name)))
		cancel()
	}
}
