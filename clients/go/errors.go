package playgrounds

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Error is what every call returns when the service refuses a request or cannot be reached (Status is 0 then). Compare
// with errors.Is(err, playgrounds.ErrNotFound), or take all of it with errors.As.
type Error struct {
	Status     int
	Code       string // machine-readable, such as "invalid_request"
	Message    string
	Details    []Detail // each wrong field
	RequestID  string   // what the service's operator finds the request by
	RetryAfter time.Duration

	cause error
}

// Detail names one wrong field.
type Detail struct {
	In      string `json:"in"`
	Field   string `json:"field"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Offset  *int   `json:"offset,omitempty"`
}

// What errors.Is tells apart.
var (
	ErrInvalidRequest     = errors.New("invalid_request")
	ErrUnauthorized       = errors.New("unauthorized")
	ErrForbidden          = errors.New("forbidden")
	ErrNotFound           = errors.New("not_found")
	ErrConflict           = errors.New("conflict")
	ErrPreconditionFailed = errors.New("precondition_failed")
	ErrRateLimitExceeded  = errors.New("rate_limit_exceeded")
	ErrServiceUnavailable = errors.New("service_unavailable")
)

func (e *Error) Error() string {
	if e.RequestID == "" {
		return fmt.Sprintf("playgrounds: %s: %s", e.Code, e.Message)
	}
	return fmt.Sprintf("playgrounds: %s: %s (request %s)", e.Code, e.Message, e.RequestID)
}

// Is says whether the error has the code of one of the Err values.
func (e *Error) Is(target error) bool { return e.Code != "" && target.Error() == e.Code }

// Unwrap gives the reason why there was no answer.
func (e *Error) Unwrap() error { return e.cause }

func (e *Error) mayPass() bool {
	switch e.Status {
	case 0, http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

func errorOf(response *http.Response, body []byte) *Error {
	var answer struct {
		Error struct {
			Code      string   `json:"code"`
			Message   string   `json:"message"`
			Details   []Detail `json:"details"`
			RequestID string   `json:"request_id"`
		} `json:"error"`
	}
	if err := json.Unmarshal(body, &answer); err != nil || answer.Error.Message == "" {
		answer.Error.Message = "the server answered " + response.Status // something between us and the service
	}
	return &Error{
		Status:     response.StatusCode,
		Code:       answer.Error.Code,
		Message:    answer.Error.Message,
		Details:    answer.Error.Details,
		RequestID:  response.Header.Get("X-Request-Id"),
		RetryAfter: retryAfter(response.Header),
	}
}
