// Package playgrounds is a client for Playgrounds: saved, shareable API-request examples built around a cURL command.
// It puts key, retries, errors and pages around the generated calls of package api, whose types it hands out.
package playgrounds

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"iter"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/playgrounds-api/playgrounds-go/api"
)

// Version of this package.
const Version = "0.1.0"

const (
	defaultBaseURL = "http://127.0.0.1:3000"
	pageSize       = 100
	longestWait    = time.Minute
)

// Client for one account; safe for use by several goroutines.
type Client struct {
	Playgrounds PlaygroundsService
	Tests       TestsService
	Curl        CurlService
	Code        CodeService
	Keys        KeysService
	Usage       UsageService

	http       *http.Client
	key        string
	baseURL    string
	maxRetries int
}

// Option changes a default of New.
type Option func(*Client)

// WithBaseURL names the server; default: PLAYGROUNDS_BASE_URL, or one on this machine.
func WithBaseURL(url string) Option { return func(c *Client) { c.baseURL = url } }

// WithTimeout bounds one attempt; default: a minute.
func WithTimeout(d time.Duration) Option { return func(c *Client) { c.http.Timeout = d } }

// WithMaxRetries is how often a call is repeated when the service cannot be reached or says to try again; default: 2.
func WithMaxRetries(n int) Option { return func(c *Client) { c.maxRetries = n } }

// New makes a client; an empty key is read from PLAYGROUNDS_API_KEY.
func New(apiKey string, options ...Option) (*Client, error) {
	if apiKey == "" {
		apiKey = os.Getenv("PLAYGROUNDS_API_KEY")
	}
	if apiKey == "" {
		return nil, errors.New("playgrounds: pass a key, or set PLAYGROUNDS_API_KEY")
	}
	c := &Client{
		http:       &http.Client{Timeout: time.Minute},
		key:        apiKey,
		baseURL:    os.Getenv("PLAYGROUNDS_BASE_URL"),
		maxRetries: 2,
	}
	for _, option := range options {
		option(c)
	}
	if c.baseURL == "" {
		c.baseURL = defaultBaseURL
	}
	calls, err := api.NewClientWithResponses(strings.TrimRight(c.baseURL, "/"), api.WithHTTPClient(doer{c}))
	if err != nil {
		return nil, fmt.Errorf("playgrounds: %w", err)
	}
	c.Playgrounds.api, c.Tests.api, c.Curl.api = calls, calls, calls
	c.Code.api, c.Keys.api, c.Usage.api = calls, calls, calls
	return c, nil
}

// doer sends what the generated calls have built. Every request may be repeated: those that make something carry an
// Idempotency-Key. Answers from 400 on become an *Error.
type doer struct{ *Client }

func (d doer) Do(request *http.Request) (*http.Response, error) {
	request.Header.Set("Authorization", "Bearer "+d.key)
	request.Header.Set("User-Agent", "playgrounds-go/"+Version)
	for attempt := 0; ; attempt++ {
		failure := d.attempt(request)
		if failure.response != nil {
			return failure.response, nil
		}
		wait := failure.err.RetryAfter
		if wait == 0 {
			wait = time.Duration(float64(500*time.Millisecond<<attempt) * (1 + mathrand.Float64()))
		}
		if attempt >= d.maxRetries || wait > longestWait || !failure.err.mayPass() {
			return nil, failure.err
		}
		select {
		case <-request.Context().Done():
			return nil, failure.err
		case <-time.After(wait):
		}
		if request.GetBody != nil {
			body, err := request.GetBody()
			if err != nil {
				return nil, err
			}
			request.Body = body
		}
	}
}

type outcome struct {
	response *http.Response
	err      *Error
}

func (d doer) attempt(request *http.Request) outcome {
	response, err := d.http.Do(request)
	if err != nil {
		return outcome{err: &Error{Message: err.Error(), cause: err}}
	}
	if response.StatusCode < 400 {
		return outcome{response: response}
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return outcome{err: &Error{Message: err.Error(), cause: err}}
	}
	return outcome{err: errorOf(response, body)}
}

func retryAfter(header http.Header) time.Duration {
	seconds, err := strconv.Atoi(header.Get("Retry-After"))
	if err != nil {
		return 0
	}
	return time.Duration(seconds) * time.Second
}

func newKey() *string {
	key := rand.Text()
	return &key
}

func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// each reads a list page by page.
func each[T any](read func(cursor *string) ([]T, *string, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var cursor *string
		for {
			items, next, err := read(cursor)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if next == nil {
				return
			}
			cursor = next
		}
	}
}

// PlaygroundsService: saved cURL commands.
type PlaygroundsService struct{ api *api.ClientWithResponses }

// Create makes a playground; only CurlCommand is needed.
func (s PlaygroundsService) Create(ctx context.Context, body api.CreatePlaygroundRequest) (*api.Playground, error) {
	answer, err := s.api.CreatePlaygroundWithResponse(ctx, &api.CreatePlaygroundParams{IdempotencyKey: newKey()}, body)
	if err != nil {
		return nil, err
	}
	return answer.JSON201, nil
}

// List reads every playground whose name contains search, newest first, page by page.
func (s PlaygroundsService) List(ctx context.Context, search string) iter.Seq2[api.Playground, error] {
	limit := int32(pageSize)
	return each(func(cursor *string) ([]api.Playground, *string, error) {
		page, err := s.Page(ctx, api.ListPlaygroundsParams{Search: optional(search), Limit: &limit, Cursor: cursor})
		if err != nil {
			return nil, nil, err
		}
		return page.Data, page.Pagination.NextCursor, nil
	})
}

// Page reads one page.
func (s PlaygroundsService) Page(ctx context.Context, query api.ListPlaygroundsParams) (*api.PlaygroundPage, error) {
	answer, err := s.api.ListPlaygroundsWithResponse(ctx, &query)
	if err != nil {
		return nil, err
	}
	return answer.JSON200, nil
}

// Get reads one playground: an own one, or anybody's that is public.
func (s PlaygroundsService) Get(ctx context.Context, id string) (*api.Playground, error) {
	playground, _, err := s.GetWithETag(ctx, id)
	return playground, err
}

// GetWithETag reads a playground and its entity tag, for Update and Delete.
func (s PlaygroundsService) GetWithETag(ctx context.Context, id string) (*api.Playground, string, error) {
	answer, err := s.api.GetPlaygroundWithResponse(ctx, id, nil)
	if err != nil {
		return nil, "", err
	}
	return answer.JSON200, answer.HTTPResponse.Header.Get("ETag"), nil
}

// Update changes the fields that are given; with an entity tag only when nobody changed it since.
func (s PlaygroundsService) Update(ctx context.Context, id string, body api.UpdatePlaygroundRequest, etag string) (*api.Playground, error) {
	answer, err := s.api.UpdatePlaygroundWithResponse(ctx, id, &api.UpdatePlaygroundParams{IfMatch: optional(etag)}, body)
	if err != nil {
		return nil, err
	}
	return answer.JSON200, nil
}

// Delete deletes a playground for good, with the account's tests of it.
func (s PlaygroundsService) Delete(ctx context.Context, id string, etag string) error {
	_, err := s.api.DeletePlaygroundWithResponse(ctx, id, &api.DeletePlaygroundParams{IfMatch: optional(etag)})
	return err
}

// TestsService: executed requests and their results.
type TestsService struct{ api *api.ClientWithResponses }

// Execute sends a request, as Curl.Parse returns it, or a playground's own command, through the service.
func (s TestsService) Execute(ctx context.Context, request api.RequestShape) (*api.TestRun, error) {
	answer, err := s.api.ExecuteTestWithResponse(ctx, &api.ExecuteTestParams{IdempotencyKey: newKey()}, request)
	if err != nil {
		return nil, err
	}
	return answer.JSON200, nil
}

// List reads the account's tests, newest first; an empty id means those of all playgrounds.
func (s TestsService) List(ctx context.Context, playgroundID string) iter.Seq2[api.TestRunSummary, error] {
	limit := int32(pageSize)
	return each(func(cursor *string) ([]api.TestRunSummary, *string, error) {
		query := api.ListTestsParams{PlaygroundId: optional(playgroundID), Limit: &limit, Cursor: cursor}
		answer, err := s.api.ListTestsWithResponse(ctx, &query)
		if err != nil {
			return nil, nil, err
		}
		return answer.JSON200.Data, answer.JSON200.Pagination.NextCursor, nil
	})
}

// Get reads one result, whole.
func (s TestsService) Get(ctx context.Context, id string) (*api.TestRun, error) {
	answer, err := s.api.GetTestWithResponse(ctx, id, nil)
	if err != nil {
		return nil, err
	}
	return answer.JSON200, nil
}

// Delete deletes one result.
func (s TestsService) Delete(ctx context.Context, id string) error {
	_, err := s.api.DeleteTestWithResponse(ctx, id, nil)
	return err
}

// CurlService parses cURL commands.
type CurlService struct{ api *api.ClientWithResponses }

// Parse gives the request that a command sends; what could not be said is in its Warnings.
func (s CurlService) Parse(ctx context.Context, curl string) (*api.RequestShape, error) {
	answer, err := s.api.ParseCurlWithResponse(ctx, api.ParseCurlRequest{Curl: curl})
	if err != nil {
		return nil, err
	}
	return answer.JSON200, nil
}

// CodeService writes programs.
type CodeService struct{ api *api.ClientWithResponses }

// Generate writes a complete program that sends the request.
func (s CodeService) Generate(ctx context.Context, parsed api.RequestShape, language api.Language) (*api.GeneratedCode, error) {
	answer, err := s.api.GenerateCodeWithResponse(ctx, api.GenerateCodeRequest{Parsed: &parsed, Language: &language})
	if err != nil {
		return nil, err
	}
	return answer.JSON200, nil
}

// KeysService: the account's API keys.
type KeysService struct{ api *api.ClientWithResponses }

// Create makes a key, which is shown only in this answer.
func (s KeysService) Create(ctx context.Context, body api.CreateApiKeyRequest) (*api.CreatedApiKey, error) {
	answer, err := s.api.CreateKeyWithResponse(ctx, &api.CreateKeyParams{IdempotencyKey: newKey()}, body)
	if err != nil {
		return nil, err
	}
	return answer.JSON201, nil
}

// List reads every key of the account, newest first, without the keys themselves.
func (s KeysService) List(ctx context.Context) iter.Seq2[api.ApiKey, error] {
	limit := int32(pageSize)
	return each(func(cursor *string) ([]api.ApiKey, *string, error) {
		answer, err := s.api.ListKeysWithResponse(ctx, &api.ListKeysParams{Limit: &limit, Cursor: cursor})
		if err != nil {
			return nil, nil, err
		}
		return answer.JSON200.Data, answer.JSON200.Pagination.NextCursor, nil
	})
}

// Revoke ends a key on every server within seconds.
func (s KeysService) Revoke(ctx context.Context, id string) error {
	_, err := s.api.RevokeKeyWithResponse(ctx, id, nil)
	return err
}

// UsageService tells what is used of the plan.
type UsageService struct{ api *api.ClientWithResponses }

// Get reads today's use and the last thirty days.
func (s UsageService) Get(ctx context.Context) (*api.Usage, error) {
	answer, err := s.api.GetUsageWithResponse(ctx)
	if err != nil {
		return nil, err
	}
	return answer.JSON200, nil
}
