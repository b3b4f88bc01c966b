package playgrounds

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
	"unicode/utf8"
)

const shown = 500

// Error is what every call returns when the service refuses a request, sends something else than a response of the API,
// or cannot be reached (Status is 0 then). Compare with errors.Is(err, playgrounds.ErrNotFound), or take all of it with
// errors.As. A cancelled context is errors.Is(err, context.Canceled).
type Error struct {
	Status     int
	Code       string // machine-readable, such as "invalid_request"
	Message    string
	Details    []Detail // each wrong field
	RequestID  string   // what the service's operator finds the request by
	RetryAfter *time.Duration
	Body       string // the first 500 bytes of the response

	kind  error
	cause error
}

// Detail names one wrong field.
type Detail struct {
	In      string `json:"in"`
	Field   string `json:"field"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Offset  *int   `json:"offset,omitempty"`
	Start   *int   `json:"start,omitempty"`
	End     *int   `json:"end,omitempty"`
}

// What errors.Is tells apart.
var (
	ErrInvalidRequest     = errors.New("invalid_request")     // 400, 413, 415
	ErrUnauthorized       = errors.New("unauthorized")        // 401
	ErrForbidden          = errors.New("forbidden")           // 403
	ErrNotFound           = errors.New("not_found")           // 404
	ErrConflict           = errors.New("conflict")            // 409
	ErrPreconditionFailed = errors.New("precondition_failed") // 412
	ErrRateLimitExceeded  = errors.New("rate_limit_exceeded") // 429
	ErrServiceUnavailable = errors.New("service_unavailable") // 503
	// ErrUnexpectedResponse: a response that is not the API's, such as a page of HTML or a redirect.
	ErrUnexpectedResponse = errors.New("unexpected_response")
	// ErrConnectionFailed: no whole response; also errors.Is(err, ErrTimeout) when the attempt took too long.
	ErrConnectionFailed = errors.New("connection_failed")
	// ErrTimeout: the attempt took longer than the timeout.
	ErrTimeout = errors.New("timeout")
)

var kinds = map[int]error{
	400: ErrInvalidRequest, 401: ErrUnauthorized, 403: ErrForbidden, 404: ErrNotFound, 409: ErrConflict,
	412: ErrPreconditionFailed, 413: ErrInvalidRequest, 415: ErrInvalidRequest, 429: ErrRateLimitExceeded,
	503: ErrServiceUnavailable,
}

func (e *Error) Error() string {
	code := e.Code
	if code == "" && e.kind != nil {
		code = e.kind.Error()
	}
	if e.RequestID == "" {
		return fmt.Sprintf("playgrounds: %s: %s", code, e.Message)
	}
	return fmt.Sprintf("playgrounds: %s: %s (request %s)", code, e.Message, e.RequestID)
}

// Is says whether the error is of the kind of one of the Err values.
func (e *Error) Is(target error) bool {
	return target == e.kind || (target == ErrConnectionFailed && e.kind == ErrTimeout)
}

// Unwrap gives the reason why there was no response.
func (e *Error) Unwrap() error { return e.cause }

// isBroken says whether the request may have been carried out although the response is lost.
func (e *Error) isBroken() bool {
	return e.kind == ErrConnectionFailed || e.kind == ErrTimeout || e.Status == 502 || e.Status == 504
}

// errorOf is the error that a response means, from 300 on.
func errorOf(response *http.Response, body []byte) *Error {
	var found struct {
		Error struct {
			Code    string          `json:"code"`
			Message string          `json:"message"`
			Details json.RawMessage `json:"details"`
		} `json:"error"`
	}
	if json.Unmarshal(body, &found) != nil || found.Error.Code == "" || found.Error.Message == "" {
		return unexpected("the server responded with "+response.Status, response, body)
	}
	e := unexpected(found.Error.Message, response, body)
	e.Code, e.kind = found.Error.Code, kinds[response.StatusCode]
	_ = json.Unmarshal(found.Error.Details, &e.Details) // what has another form is in Body
	return e
}

// unexpected is the error of a response that is not the API's; 429 and 503 keep their kind, since proxies send them, too.
func unexpected(message string, response *http.Response, body []byte) *Error {
	kind := ErrUnexpectedResponse
	if response.StatusCode == 429 || response.StatusCode == 503 {
		kind = kinds[response.StatusCode]
	}
	start := body[:min(len(body), shown)]
	for !utf8.Valid(start) && len(start) > 0 && len(body) > shown {
		start = start[:len(start)-1]
	}
	return &Error{
		Status:     response.StatusCode,
		Message:    message,
		RequestID:  response.Header.Get("X-Request-Id"),
		RetryAfter: retryAfter(response.Header.Get("Retry-After")),
		Body:       string(start),
		kind:       kind,
	}
}

// retryAfter reads seconds or a date.
func retryAfter(value string) *time.Duration {
	var wait time.Duration
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		wait = time.Duration(seconds) * time.Second
	} else if at, err := http.ParseTime(value); err == nil {
		wait = max(0, time.Until(at))
	} else {
		return nil
	}
	return &wait
}
