// The flow that every client goes through, live: go run ./flow (see clients/live.mjs for the environment).
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"log"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/playgrounds-api/playgrounds-go"
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

func all[T any](items iter.Seq2[T, error], id func(T) string) []string {
	found := []string{}
	for item, err := range items {
		found = append(found, id(must(item, err)))
	}
	return found
}

func ofPlayground(p playgrounds.Playground) string { return p.ID }

func streaming(client *playgrounds.Client, target, playground string) {
	kinds, received := []string{}, ""
	short := playgrounds.RequestShape{URL: playgrounds.Ptr(target + "events")}
	for event, err := range client.Tests.Stream(ctx, short, playgrounds.IdempotencyKey(rand.Text())) {
		kinds = append(kinds, strings.TrimPrefix(fmt.Sprintf("%T", must(event, err)), "*playgrounds.TestStream"))
		if data, isData := event.(*playgrounds.TestStreamData); isData {
			received += data.Text
		}
	}
	check(kinds[0] == "Request" && kinds[1] == "Response" && kinds[len(kinds)-1] == "Result", kinds)
	check(received == "data: é 1\n\ndata: é 2\n\ndata: é 3\n\n", received)

	parsed := must(client.Curl.Parse(ctx, "curl "+target+"events/$N"))
	endless := parsed.WithVariables(map[string]string{"N": "endless"})
	endless.PlaygroundID = &playground
	for event, err := range client.Tests.Stream(ctx, endless) {
		if _, isData := must(event, err).(*playgrounds.TestStreamData); isData {
			break
		}
	}
	cancelled := func() bool {
		newest := must(client.Tests.Page(ctx, playgrounds.TestFilters{PlaygroundID: playground}, playgrounds.PageOptions{Limit: 1}))
		return newest.Data[0].Error != nil && newest.Data[0].Error.Code == "cancelled"
	}
	for tries := 0; !cancelled(); tries++ {
		check(tries < 50, "not cancelled")
		time.Sleep(100 * time.Millisecond)
	}
	for _, err := range client.Tests.Stream(ctx, playgrounds.RequestShape{URL: playgrounds.Ptr("http://10.0.0.1")}) {
		refused(err, playgrounds.ErrInvalidRequest)
	}
}

func main() {
	target := os.Getenv("TARGET_URL")
	mark := "go " + rand.Text()
	client := must(playgrounds.New("", playgrounds.WithHTTPClient(&http.Client{})))
	_, err := must(playgrounds.New("pgk_wrong")).Usage.Get(ctx)
	check(refused(err, playgrounds.ErrUnauthorized).Status == 401, err)
	check(!strings.Contains(fmt.Sprintf("%+v %#v", client, client), "pgk_"))

	made := []string{}
	for n := range 3 {
		playground := must(client.Playgrounds.Create(ctx, playgrounds.CreatePlaygroundRequest{
			CurlCommand:  fmt.Sprint("curl ", target, n),
			Name:         fmt.Sprint(mark, " ", n),
			IsPublic:     playgrounds.Ptr(n == 0),
			Theme:        playgrounds.Ptr(playgrounds.ThemeLight),
			Languages:    []playgrounds.Language{playgrounds.LanguagePython, playgrounds.LanguageGo},
			ShareSecrets: playgrounds.Ptr(false),
			PublicRuns:   playgrounds.Ptr(false),
			EmbedOrigins: []string{"https://example.com"},
			Variables:    []playgrounds.PlaygroundVariable{},
		}))
		made = append(made, playground.ID)
	}
	filters := playgrounds.PlaygroundFilters{Search: mark}
	reversed := slices.Clone(made)
	slices.Reverse(reversed)
	check(slices.Equal(all(client.Playgrounds.List(ctx, filters), ofPlayground), reversed), made)
	public := playgrounds.PlaygroundFilters{Search: mark, IsPublic: playgrounds.Ptr(true), Sort: playgrounds.SortName}
	check(slices.Equal(all(client.Playgrounds.List(ctx, public), ofPlayground), made[:1]))
	page := must(client.Playgrounds.Page(ctx, filters, playgrounds.PageOptions{Page: 1, Limit: 2}))
	check(page.Pagination.Total == 3 && len(page.Data) == 2, page)
	rest := must(client.Playgrounds.Page(ctx, filters, playgrounds.PageOptions{Cursor: *page.Pagination.NextCursor, Limit: 2}))
	check(len(rest.Data) == 1 && rest.Data[0].ID == made[0] && rest.Pagination.NextCursor == nil, rest)

	first, etag, err := client.Playgrounds.GetWithETag(ctx, made[0])
	check(err == nil, err)
	changed := must(client.Playgrounds.Update(ctx, first.ID, playgrounds.UpdatePlaygroundRequest{Name: mark + " changed"}, playgrounds.IfMatch(etag)))
	check(changed.Name == mark+" changed", changed)
	light := playgrounds.UpdatePlaygroundRequest{Theme: playgrounds.Ptr(playgrounds.ThemeLight)}
	_, err = client.Playgrounds.Update(ctx, first.ID, light, playgrounds.IfMatch(etag))
	refused(err, playgrounds.ErrPreconditionFailed)
	again := must(client.Playgrounds.Update(ctx, first.ID, playgrounds.UpdatePlaygroundRequest{
		CurlCommand:  "curl " + target + "0",
		Theme:        playgrounds.Ptr(playgrounds.ThemeDark),
		IsPublic:     playgrounds.Ptr(true),
		Languages:    []playgrounds.Language{playgrounds.LanguageGo},
		ShareSecrets: playgrounds.Ptr(false),
		PublicRuns:   playgrounds.Ptr(false),
		EmbedOrigins: []string{},
		Variables:    []playgrounds.PlaygroundVariable{},
	}))
	spare := must(client.Collections.Create(ctx, playgrounds.CreateCollectionRequest{Name: mark}))
	pair := must(client.Collections.Create(ctx, playgrounds.CreateCollectionRequest{
		Name: mark, Description: "Two of *three*.", IsPublic: playgrounds.Ptr(true), PlaygroundIDs: []string{made[2], made[1]},
	}))
	inPair := playgrounds.PlaygroundFilters{CollectionID: pair.ID}
	check(slices.Equal(all(client.Playgrounds.List(ctx, inPair), ofPlayground), []string{made[2], made[1]}))
	kept, pairETag, err := client.Collections.GetWithETag(ctx, pair.ID)
	check(err == nil && slices.Equal(kept.PlaygroundIDs, []string{made[2], made[1]}), kept, err)
	one := playgrounds.UpdateCollectionRequest{
		Name: mark + " one", Description: playgrounds.Ptr(""), IsPublic: playgrounds.Ptr(false), PlaygroundIDs: []string{made[1]},
	}
	must(client.Collections.Update(ctx, pair.ID, one, playgrounds.IfMatch(pairETag)))
	refused(client.Collections.Delete(ctx, pair.ID, playgrounds.IfMatch(pairETag)), playgrounds.ErrPreconditionFailed)
	check(len(all(client.Collections.List(ctx), func(c playgrounds.Collection) string { return c.ID })) > 0)
	gathered := must(client.Collections.Page(ctx, playgrounds.PageOptions{Page: 1, Limit: 1}))
	check(gathered.Data[0].ID == pair.ID, gathered)
	gathered = must(client.Collections.Page(ctx, playgrounds.PageOptions{Limit: 1, Cursor: *gathered.Pagination.NextCursor}))
	check(gathered.Data[0].ID == spare.ID, gathered)
	must(client.Playgrounds.Update(ctx, made[2], playgrounds.UpdatePlaygroundRequest{
		CollectionID: playgrounds.Ptr(&pair.ID), Description: playgrounds.Ptr("The *third*."),
	}))
	check(slices.Equal(must(client.Collections.Get(ctx, pair.ID)).PlaygroundIDs, []string{made[1], made[2]}))
	check(client.Collections.Delete(ctx, pair.ID) == nil)
	guide := "# " + mark + "\n\n## One\n\n```\ncurl " + target + "\n```\n"
	dry := must(client.Collections.Import(ctx, guide, playgrounds.ImportOptions{
		Format: "markdown", CollectionName: mark, DryRun: true,
	}))
	check(dry.Playgrounds[0].ID == nil && len(dry.Skipped) == 0, dry)
	imported := must(client.Collections.Import(ctx, guide, playgrounds.ImportOptions{CollectionID: spare.ID}))
	check(imported.Playgrounds[0].Name == "One", imported)
	exported, err := client.Collections.Export(ctx, spare.ID, "markdown")
	check(err == nil && strings.Contains(exported, "curl "+target), exported, err)
	gone := must(client.Collections.Create(ctx, playgrounds.CreateCollectionRequest{Name: mark}))
	doomed := must(client.Playgrounds.Create(ctx, playgrounds.CreatePlaygroundRequest{
		CurlCommand: "curl " + target, Description: "Gone *soon*.", CollectionID: &gone.ID,
	}))
	check(client.Collections.DeleteWithPlaygrounds(ctx, gone.ID) == nil)
	_, err = client.Playgrounds.Get(ctx, doomed.ID)
	refused(err, playgrounds.ErrNotFound)
	check(again.Theme == "dark" && len(again.EmbedOrigins) == 0, again)

	site := must(client.Sites.Create(ctx, playgrounds.CreateSiteRequest{
		Name: mark, Origins: []string{"https://docs.example"}, Targets: []string{"api.example"}, RunsPerDay: playgrounds.Ptr[int64](5),
		Variables: []playgrounds.PlaygroundVariable{{Name: "TOKEN", Secret: playgrounds.Ptr(true)}}, Theme: playgrounds.Ptr(playgrounds.ThemeDark),
		Confirm: playgrounds.Ptr(false),
	}))
	_, siteETag, err := client.Sites.GetWithETag(ctx, site.ID)
	check(err == nil, err)
	must(client.Sites.Update(ctx, site.ID, playgrounds.UpdateSiteRequest{
		Name: mark + " docs", Origins: []string{"https://*.docs.example"}, Targets: []string{"*.api.example"},
		RunsPerDay: playgrounds.Ptr[int64](6), Variables: []playgrounds.PlaygroundVariable{}, Theme: playgrounds.Ptr(playgrounds.ThemeAuto), Confirm: playgrounds.Ptr(true),
	}, playgrounds.IfMatch(siteETag)))
	refused(client.Sites.Delete(ctx, site.ID, playgrounds.IfMatch(siteETag)), playgrounds.ErrPreconditionFailed)
	spareSite := must(client.Sites.Create(ctx, playgrounds.CreateSiteRequest{
		Name: mark, Origins: []string{"https://docs.example"}, Targets: []string{"api.example"},
	}))
	check(len(all(client.Sites.List(ctx), func(s playgrounds.Site) string { return s.ID })) > 1)
	listedSites := must(client.Sites.Page(ctx, playgrounds.PageOptions{Page: 1, Limit: 1}))
	check(listedSites.Data[0].ID == spareSite.ID, listedSites)
	listedSites = must(client.Sites.Page(ctx, playgrounds.PageOptions{Limit: 1, Cursor: *listedSites.Pagination.NextCursor}))
	check(must(client.Sites.Get(ctx, site.ID)).RunsPerDay == 6)
	check(len(must(client.Sites.Stats(ctx, site.ID)).Days) == 0)
	check(client.Sites.Delete(ctx, site.ID) == nil)

	parsed := must(client.Curl.Parse(ctx, "curl -m 3000000 -u ada:secret "+target+"users -d name=$NAME"))
	check(*parsed.Method == "POST" && *parsed.Options.TimeoutMS == 3_000_000_000, parsed)
	request := parsed.WithVariables(map[string]string{"NAME": "Ada"})
	request.PlaygroundID = &first.ID
	run := must(client.Tests.Execute(ctx, request, playgrounds.IdempotencyKey(rand.Text())))
	check(run.Status == "completed" && run.Response.Status == 200, run)
	example := playgrounds.UpdatePlaygroundRequest{ExampleTestID: playgrounds.Ptr(&run.ID)}
	check(*must(client.Playgrounds.Update(ctx, first.ID, example)).ExampleTestID == run.ID)
	example.ExampleTestID = playgrounds.Ptr[*string](nil)
	check(must(client.Playgrounds.Update(ctx, first.ID, example)).ExampleTestID == nil)
	of := playgrounds.TestFilters{PlaygroundID: first.ID}
	ofTest := func(t playgrounds.TestRunSummary) string { return t.ID }
	check(slices.Equal(all(client.Tests.List(ctx, of), ofTest), []string{run.ID}))
	tests := must(client.Tests.Page(ctx, of, playgrounds.PageOptions{Page: 1, Limit: 1}))
	check(tests.Data[0].ID == run.ID && tests.Pagination.Total == 1, tests)
	check(must(client.Tests.Get(ctx, run.ID)).Response.Body == run.Response.Body)
	program := must(client.Code.Generate(ctx, playgrounds.ProgramSource{Parsed: parsed}, playgrounds.LanguageGo))
	check(strings.Contains(program.Code, "net/http"), program)
	languages := []playgrounds.Language{playgrounds.LanguageRuby, playgrounds.LanguagePhp}
	programs := must(client.Code.GenerateAll(ctx, playgrounds.ProgramSource{PlaygroundID: first.ID}, languages))
	check(len(programs) == 2 && programs[0].Language == "ruby" && programs[1].Language == "php", programs)
	minimal := playgrounds.ProgramSource{Curl: "curl " + target, Libraries: []string{"axios", "httpx"}, Style: playgrounds.ProgramStyleMinimal}
	programs = must(client.Code.GenerateAll(ctx, minimal, nil))
	check(len(programs) == 2 && programs[0].Library == "httpx" && programs[1].Style == "minimal", programs)
	check(len(must(client.Code.GenerateAll(ctx, playgrounds.ProgramSource{Parsed: parsed}, languages[:1]))) == 1)
	brief := playgrounds.ProgramSource{PlaygroundID: first.ID, Style: playgrounds.ProgramStyleMinimal}
	check(must(client.Code.Generate(ctx, brief, playgrounds.LanguageGo)).Style == "minimal")
	stats := must(client.Playgrounds.Stats(ctx, first.ID))
	check(stats.Owner.Runs == 1 && stats.Readers.Runs == 0 && stats.Days[0].Owner.Runs == 1 && len(stats.Days) == 30, stats)
	command := playgrounds.ProgramSource{Curl: "curl " + target, Library: "requests"}
	check(must(client.Code.Generate(ctx, command, playgrounds.LanguagePython)).Library == "requests")
	check(must(client.Code.Languages(ctx))[0].Language == "python")
	check(client.Tests.Delete(ctx, run.ID) == nil)
	own := must(client.Tests.Execute(ctx, playgrounds.RequestShape{PlaygroundID: &first.ID}))
	check(*own.PlaygroundID == first.ID)
	must(client.Tests.Execute(ctx, playgrounds.RequestShape{URL: &target}))

	streaming(client, target, first.ID)

	_, err = client.Curl.Parse(ctx, "curl --no-such-option x")
	detail := refused(err, playgrounds.ErrInvalidRequest).Details[0]
	check(detail.Field == "/curl" && *detail.Offset == 5, detail)
	_, err = client.Playgrounds.Get(ctx, "0")
	refused(err, playgrounds.ErrNotFound)
	_, err = must(playgrounds.New(os.Getenv("LIMITED_KEY"))).Curl.Parse(ctx, "curl x")
	check(*refused(err, playgrounds.ErrRateLimitExceeded).RetryAfter > 0, err)

	var seen []string
	logged := playgrounds.WithOnAttempt(func(a playgrounds.Attempt) { seen = append(seen, fmt.Sprint(a.Number, " ", a.Status)) })
	flaky := must(playgrounds.New("", playgrounds.WithBaseURL(os.Getenv("FLAKY_URL")), logged))
	once := playgrounds.CreatePlaygroundRequest{CurlCommand: "curl " + target, Name: mark + " once"}
	must(flaky.Playgrounds.Create(ctx, once))
	check(slices.Equal(seen, []string{"1 503", "2 201"}), seen)
	check(len(all(client.Playgrounds.List(ctx, playgrounds.PlaygroundFilters{Search: once.Name}), ofPlayground)) == 1)
	_, err = flaky.Usage.Get(ctx, playgrounds.MaxRetries(0))
	refused(err, playgrounds.ErrServiceUnavailable)
	short, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	_, err = flaky.Audit.Page(short, playgrounds.PageOptions{})
	check(errors.Is(err, context.DeadlineExceeded), err)
	cancel()

	tomorrow := time.Now().Add(24 * time.Hour)
	key := must(client.Keys.Create(ctx, playgrounds.CreateAPIKeyRequest{
		Name: "flow", Scopes: []playgrounds.Scope{playgrounds.ScopeUsageRead}, ExpiresAt: &tomorrow,
	}))
	check(must(must(playgrounds.New(key.Key)).Usage.Get(ctx)).Plan == "pro")
	check(must(client.Keys.Get(ctx, key.ID)).Name == "flow")
	of = playgrounds.TestFilters{}
	recent := must(client.Tests.Page(ctx, of, playgrounds.PageOptions{Limit: 1}))
	recent = must(client.Tests.Page(ctx, of, playgrounds.PageOptions{Limit: 1, Cursor: *recent.Pagination.NextCursor}))
	newest := must(client.Keys.Page(ctx, playgrounds.PageOptions{Limit: 1}))
	newest = must(client.Keys.Page(ctx, playgrounds.PageOptions{Limit: 1, Cursor: *newest.Pagination.NextCursor}))
	last := must(client.Audit.Page(ctx, playgrounds.PageOptions{Limit: 1}))
	last = must(client.Audit.Page(ctx, playgrounds.PageOptions{Limit: 1, Cursor: *last.Pagination.NextCursor}))
	check(len(recent.Data) == 1 && len(newest.Data) == 1 && len(last.Data) == 1)
	check(client.Keys.Revoke(ctx, key.ID) == nil)
	keys := all(client.Keys.List(ctx), func(k playgrounds.APIKey) string { return k.ID })
	check(!slices.Contains(keys, key.ID), keys)
	check(must(client.Keys.Page(ctx, playgrounds.PageOptions{Page: 1, Limit: 1})).Pagination.Limit == 1)
	events := must(client.Audit.Page(ctx, playgrounds.PageOptions{Page: 1, Limit: 1}))
	listed := all(client.Audit.List(ctx), func(e playgrounds.AuditEvent) string { return e.ID })
	check(events.Data[0].ID == listed[0], events)

	for _, id := range all(client.Playgrounds.List(ctx, filters), ofPlayground) {
		check(client.Playgrounds.Delete(ctx, id) == nil)
	}
	_, err = client.Playgrounds.Get(ctx, first.ID)
	refused(err, playgrounds.ErrNotFound)
	fmt.Println("ok")
}
