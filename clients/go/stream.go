package playgrounds

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"mime"
	"net/http"
	"time"
)

const eventStream = "text/event-stream"

// stream is a response whose events are still to be read.
type stream struct {
	response *http.Response
	deadline *deadline
}

// deadline cancels a request when the caller's context ends, and after a time, which can start anew.
type deadline struct {
	caller, limited context.Context
	cancel          context.CancelFunc
	timeout         time.Duration
	timer           *time.Timer
}

func newDeadline(ctx context.Context, timeout time.Duration) *deadline {
	limited, cancel := context.WithCancel(ctx)
	return &deadline{ctx, limited, cancel, timeout, time.AfterFunc(timeout, cancel)}
}

func (d *deadline) end() {
	d.timer.Stop()
	d.cancel()
}

// lost is the error of a response that was not read to its end. The caller's own context is not an *Error: it is not retried.
func (d *deadline) lost(err error, missed string) error {
	if d.caller.Err() != nil {
		return fmt.Errorf("playgrounds: %w", context.Cause(d.caller))
	}
	if d.limited.Err() != nil {
		return &Error{Message: fmt.Sprintf("no %s in %s", missed, d.timeout), kind: ErrTimeout, cause: context.DeadlineExceeded}
	}
	return &Error{Message: err.Error(), kind: ErrConnectionFailed, cause: err}
}

// events opens a stream and reads its events (WHATWG HTML, section 9.2) up to the result.
func events(ctx context.Context, c *Client, one call, options []CallOption) iter.Seq2[TestStreamEvent, error] {
	return func(yield func(TestStreamEvent, error) bool) {
		opened, _, err := send(ctx, c, one, options, open)
		if err != nil {
			yield(nil, err)
			return
		}
		// Closes the connection, which ends the run.
		defer opened.response.Body.Close()
		defer opened.deadline.end()
		lines := bufio.NewReader(opened.response.Body)
		var name string
		var data [][]byte
		for {
			// The time is counted while the caller waits.
			opened.deadline.timer.Reset(opened.deadline.timeout)
			line, err := lines.ReadBytes('\n')
			opened.deadline.timer.Stop()
			if err == io.EOF {
				err = &Error{Message: "the stream ended before its result", kind: ErrConnectionFailed}
			} else if err != nil {
				err = opened.deadline.lost(err, "event")
			}
			if err != nil {
				yield(nil, err)
				return
			}
			line = bytes.TrimRight(line, "\r\n")
			field, value, _ := bytes.Cut(line, []byte(":"))
			value = bytes.TrimPrefix(value, []byte(" "))
			switch {
			case string(field) == "event":
				name = string(value)
			case string(field) == "data":
				data = append(data, value)
			case len(line) == 0:
				event, err := newEvent(name, bytes.Join(data, []byte("\n")), opened.response)
				name, data = "", nil
				if event == nil && err == nil {
					continue
				}
				_, isResult := event.(*TestStreamResult)
				if !yield(event, err) || err != nil || isResult {
					return
				}
			}
		}
	}
}

// newEvent reads one event; it is nil when this version does not know it.
func newEvent(name string, data []byte, response *http.Response) (TestStreamEvent, error) {
	if name == "error" {
		return nil, errorOf(response, data)
	}
	event := newTestStreamEvent(name)
	if event == nil {
		return nil, nil
	}
	if err := decode(data, event); err != nil {
		return nil, unexpected("not an event of the API: "+err.Error(), response, data)
	}
	return event, nil
}

// open is an attempt that leaves the response open.
func open(ctx context.Context, c *Client, one call, body []byte, settings callOptions) (*stream, *http.Response, error) {
	limit := newDeadline(ctx, settings.timeout)
	response, err := c.exchange(limit, one, body, settings)
	if err != nil {
		limit.end()
		return nil, nil, err
	}
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if response.StatusCode == one.status && kind == eventStream {
		limit.timer.Stop()
		return &stream{response, limit}, response, nil
	}
	defer limit.end()
	data, err := readAll(limit, response)
	if err == nil {
		err = refusal(one, response, data)
	}
	if err == nil {
		err = unexpected("not a response of the API: not a stream of events", response, data)
	}
	return nil, response, err
}
