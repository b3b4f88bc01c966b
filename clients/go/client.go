// Package playgrounds is a client for Playgrounds: saved, shareable API-request examples built around a cURL command.
package playgrounds

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// Version of this package.
const Version = "0.1.0"

const (
	defaultBaseURL = "http://127.0.0.1:3000"
	longestWait    = time.Minute
)

// Client for one account; safe for use by several goroutines.
type Client struct {
	Playgrounds PlaygroundsService
	Collections CollectionsService
	Sites       SitesService
	Tests       TestsService
	Curl        CurlService
	Code        CodeService
	Keys        KeysService
	Usage       UsageService
	Audit       AuditService

	http      *http.Client
	key       string
	baseURL   string
	defaults  callOptions
	onAttempt func(Attempt)
}

// Attempt is what WithOnAttempt is called with after each attempt; it has no key and no body.
type Attempt struct {
	Method, Path string
	Number       int // from 1
	Duration     time.Duration
	Status       int // 0 without a response
	RequestID    string
	Err          error
	RetryIn      *time.Duration
}

// Option changes a default of New.
type Option func(*Client)

// WithBaseURL names the server; default: PLAYGROUNDS_BASE_URL, or one on this machine.
func WithBaseURL(url string) Option { return func(c *Client) { c.baseURL = url } }

// WithHTTPClient sends with a client of yours, for proxies or certificates; its redirects are not followed.
func WithHTTPClient(client *http.Client) Option {
	return func(c *Client) { own := *client; c.http = &own }
}

// WithOnAttempt calls a function after each attempt, for logging.
func WithOnAttempt(f func(Attempt)) Option { return func(c *Client) { c.onAttempt = f } }

// WithDefaults sets options for all calls.
func WithDefaults(options ...CallOption) Option {
	return func(c *Client) {
		for _, option := range options {
			option(&c.defaults)
		}
	}
}

type callOptions struct {
	timeout        time.Duration
	maxRetries     int
	headers        http.Header
	idempotencyKey string
	ifMatch        string
}

// CallOption changes one call.
type CallOption func(*callOptions)

// Timeout bounds each attempt as a whole; default: a minute.
func Timeout(d time.Duration) CallOption { return func(o *callOptions) { o.timeout = d } }

// MaxRetries is how often a call is repeated when the service cannot be reached or says to try again; default: 2.
func MaxRetries(n int) CallOption { return func(o *callOptions) { o.maxRetries = n } }

// Header is sent beside the client's own.
func Header(name, value string) CallOption {
	return func(o *callOptions) { o.headers = o.headers.Clone(); setHeader(&o.headers, name, value) }
}

// IdempotencyKey is the same for all attempts of a call that creates or executes; default: a new one for each call.
func IdempotencyKey(key string) CallOption { return func(o *callOptions) { o.idempotencyKey = key } }

// IfMatch changes or deletes a playground only when it still has this entity tag, see GetWithETag.
func IfMatch(etag string) CallOption { return func(o *callOptions) { o.ifMatch = etag } }

func setHeader(headers *http.Header, name, value string) {
	if *headers == nil {
		*headers = http.Header{}
	}
	headers.Set(name, value)
}

// New makes a client; an empty key is read from PLAYGROUNDS_API_KEY.
func New(apiKey string, options ...Option) (*Client, error) {
	if apiKey == "" {
		apiKey = os.Getenv("PLAYGROUNDS_API_KEY")
	}
	if apiKey == "" {
		return nil, errors.New("playgrounds: pass a key, or set PLAYGROUNDS_API_KEY")
	}
	c := &Client{
		http:     &http.Client{},
		key:      apiKey,
		baseURL:  os.Getenv("PLAYGROUNDS_BASE_URL"),
		defaults: callOptions{timeout: time.Minute, maxRetries: 2},
	}
	for _, option := range options {
		option(c)
	}
	if c.baseURL == "" {
		c.baseURL = defaultBaseURL
	}
	c.baseURL = strings.TrimRight(c.baseURL, "/")
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.Playgrounds.client, c.Tests.client, c.Curl.client, c.Code.client = c, c, c, c
	c.Collections.client, c.Keys.client, c.Usage.client, c.Audit.client = c, c, c, c
	c.Sites.client = c
	return c, nil
}

// Format keeps the key out of logs, whatever the verb.
func (c *Client) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "playgrounds.Client(%s)", c.baseURL) }

// call is one call of the API. Unless it may be repeated, it is tried again only when the service did nothing.
type call struct {
	method, path string
	query        url.Values
	body         any
	status       int
	once         bool // not to be repeated when the response is lost
	creates      bool // with an Idempotency-Key
	streams      bool
	text         bool // the response is a text
}

// attempts makes one attempt at a call.
type attempts[T any] func(context.Context, *Client, call, []byte, callOptions) (*T, *http.Response, error)

// send carries out a call with as many attempts as it takes.
func send[T any](ctx context.Context, c *Client, one call, options []CallOption, attempt attempts[T]) (*T, http.Header, error) {
	settings := c.defaults
	for _, option := range options {
		option(&settings)
	}
	if one.creates && settings.idempotencyKey == "" {
		settings.idempotencyKey = rand.Text()
	}
	var body []byte
	if one.body != nil {
		var err error
		if body, err = json.Marshal(one.body); err != nil {
			return nil, nil, fmt.Errorf("playgrounds: %w", err)
		}
	}
	var earlier *Error
	for number := 1; ; number++ {
		began := time.Now()
		value, response, err := attempt(ctx, c, one, body, settings)
		var failure *Error
		var wait *time.Duration
		if errors.As(err, &failure) {
			wait = retryIn(failure, one, number, settings.maxRetries)
		}
		c.report(one, number, time.Since(began), response, err, wait)
		if err == nil {
			return value, response.Header, nil
		}
		// An earlier attempt, whose response was lost, has deleted it.
		if one.method == http.MethodDelete && errors.Is(err, ErrNotFound) && earlier != nil && earlier.isBroken() {
			return nil, nil, nil
		}
		if wait == nil {
			return nil, nil, err
		}
		earlier = failure
		timer := time.NewTimer(*wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, nil, fmt.Errorf("playgrounds: %w", context.Cause(ctx))
		case <-timer.C:
		}
	}
}

func (c *Client) report(one call, number int, took time.Duration, response *http.Response, err error, wait *time.Duration) {
	if c.onAttempt == nil {
		return
	}
	seen := Attempt{Method: one.method, Path: one.path, Number: number, Duration: took, Err: err, RetryIn: wait}
	if response != nil {
		seen.Status, seen.RequestID = response.StatusCode, response.Header.Get("X-Request-Id")
	}
	c.onAttempt(seen)
}

// retryIn says how long to wait before the next attempt, or nil when there is none.
func retryIn(failure *Error, one call, number, maxRetries int) *time.Duration {
	refused := failure.Status == 429 || failure.Status == 503
	if number > maxRetries || !(refused || (failure.isBroken() && !one.once)) {
		return nil
	}
	wait := time.Duration(float64(500*time.Millisecond<<min(number-1, 10)) * (1 + mathrand.Float64()))
	if failure.RetryAfter != nil {
		wait = *failure.RetryAfter
	}
	if wait > longestWait {
		return nil
	}
	return &wait
}

// exchange sends a request and reads the head of its response.
func (c *Client) exchange(limit *deadline, one call, body []byte, settings callOptions) (*http.Response, error) {
	address := c.baseURL + one.path
	if len(one.query) > 0 {
		address += "?" + one.query.Encode()
	}
	request, err := http.NewRequestWithContext(limit.limited, one.method, address, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("playgrounds: %w", err)
	}
	request.Header = headersOf(c.key, one, settings)
	response, err := c.http.Do(request)
	if err != nil {
		return nil, limit.lost(err, "whole response")
	}
	return response, nil
}

func readAll(limit *deadline, response *http.Response) ([]byte, error) {
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, limit.lost(err, "whole response")
	}
	return data, nil
}

// refusal is the error of a response with another status than the call's.
func refusal(one call, response *http.Response, data []byte) error {
	if response.StatusCode >= 300 {
		return errorOf(response, data)
	}
	if response.StatusCode != one.status {
		message := fmt.Sprintf("not a response of the API: status %d instead of %d", response.StatusCode, one.status)
		return unexpected(message, response, data)
	}
	return nil
}

// attempt reads the whole response into a T.
func attempt[T any](ctx context.Context, c *Client, one call, body []byte, settings callOptions) (*T, *http.Response, error) {
	limit := newDeadline(ctx, settings.timeout)
	defer limit.end()
	response, err := c.exchange(limit, one, body, settings)
	if err != nil {
		return nil, nil, err
	}
	data, err := readAll(limit, response)
	if err == nil {
		err = refusal(one, response, data)
	}
	if err != nil {
		return nil, response, err
	}
	value := new(T)
	if one.status == http.StatusNoContent {
		return value, response, nil
	}
	if text, isText := any(value).(*string); isText && one.text {
		*text = string(data)
		return value, response, nil
	}
	if err := decode(data, value); err != nil {
		return nil, response, unexpected("not a response of the API: "+err.Error(), response, data)
	}
	return value, response, nil
}

func headersOf(key string, one call, settings callOptions) http.Header {
	headers := http.Header{"Accept": {"application/json"}, "User-Agent": {"playgrounds-go/" + Version}}
	if one.streams {
		headers.Set("Accept", eventStream)
	}
	if settings.idempotencyKey != "" {
		headers.Set("Idempotency-Key", settings.idempotencyKey)
	}
	if settings.ifMatch != "" {
		headers.Set("If-Match", settings.ifMatch)
	}
	maps.Copy(headers, settings.headers)
	headers.Set("Authorization", "Bearer "+key)
	if one.body != nil {
		headers.Set("Content-Type", "application/json")
	}
	return headers
}
