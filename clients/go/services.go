package playgrounds

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strconv"
)

const pageSize = 100

// Page is one page of a list.
type Page[T any] struct {
	Data       []T        `json:"data"`
	Pagination Pagination `json:"pagination"`
}

// whole is a list that has no pages.
type whole[T any] struct {
	Data []T `json:"data"`
}

// PageOptions choose a page, by number or by the cursor of the page before.
type PageOptions struct {
	Page   int
	Cursor string
	Limit  int // items at once, 1 to 100
}

// PlaygroundFilters choose and order playgrounds.
type PlaygroundFilters struct {
	Search       string // only those whose name or description contains this text, in any case
	IsPublic     *bool
	CollectionID string // only those of this collection; "none" for those in no collection
	Sort         Sort
}

// TestFilters choose tests.
type TestFilters struct {
	PlaygroundID string
}

func (f PlaygroundFilters) query() url.Values {
	query := url.Values{}
	set(query, "search", f.Search)
	set(query, "collection_id", f.CollectionID)
	set(query, "sort", string(f.Sort))
	if f.IsPublic != nil {
		query.Set("is_public", strconv.FormatBool(*f.IsPublic))
	}
	return query
}

func (f TestFilters) query() url.Values {
	query := url.Values{}
	set(query, "playgroundId", f.PlaygroundID)
	return query
}

func set(query url.Values, name, value string) {
	if value != "" {
		query.Set(name, value)
	}
}

func at(collection, id string) string { return "/api/" + collection + "/" + url.PathEscape(id) }

func value[T any](ctx context.Context, c *Client, one call, options []CallOption) (*T, error) {
	found, _, err := send(ctx, c, one, options, attempt[T])
	return found, err
}

func nothing(ctx context.Context, c *Client, path string, options []CallOption) error {
	_, _, err := send(ctx, c, call{method: http.MethodDelete, path: path, status: 204}, options, attempt[struct{}])
	return err
}

func get[T any](ctx context.Context, c *Client, path string, options []CallOption) (*T, error) {
	return value[T](ctx, c, call{method: http.MethodGet, path: path, status: 200}, options)
}

func post[T any](ctx context.Context, c *Client, path string, body any, options []CallOption) (*T, error) {
	return value[T](ctx, c, call{method: http.MethodPost, path: path, body: body, status: 200}, options)
}

func create[T any](ctx context.Context, c *Client, path string, body any, status int, options []CallOption) (*T, error) {
	return value[T](ctx, c, call{method: http.MethodPost, path: path, body: body, status: status, creates: true}, options)
}

func page[T any](ctx context.Context, c *Client, path string, query url.Values, which PageOptions, options []CallOption) (*Page[T], error) {
	for name, number := range map[string]int{"page": which.Page, "limit": which.Limit} {
		if number != 0 {
			query.Set(name, strconv.Itoa(number))
		}
	}
	set(query, "cursor", which.Cursor)
	return value[Page[T]](ctx, c, call{method: http.MethodGet, path: path, query: query, status: 200}, options)
}

// each reads a list page by page.
func each[T any](ctx context.Context, c *Client, path string, query url.Values, options []CallOption) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		which := PageOptions{Limit: pageSize}
		for {
			found, err := page[T](ctx, c, path, query, which, options)
			if err != nil {
				yield(*new(T), err)
				return
			}
			for _, item := range found.Data {
				if !yield(item, nil) {
					return
				}
			}
			if found.Pagination.NextCursor == nil {
				return
			}
			which.Cursor = *found.Pagination.NextCursor
		}
	}
}

// PlaygroundsService has saved cURL commands.
type PlaygroundsService struct{ client *Client }

// Create creates a playground; only CurlCommand is needed.
func (s PlaygroundsService) Create(ctx context.Context, body CreatePlaygroundRequest, options ...CallOption) (*Playground, error) {
	return create[Playground](ctx, s.client, "/api/playgrounds", body, 201, options)
}

// List reads every playground of the account, newest first unless sorted, page by page.
func (s PlaygroundsService) List(ctx context.Context, filters PlaygroundFilters, options ...CallOption) iter.Seq2[Playground, error] {
	return each[Playground](ctx, s.client, "/api/playgrounds", filters.query(), options)
}

// Page reads one page.
func (s PlaygroundsService) Page(ctx context.Context, filters PlaygroundFilters, which PageOptions, options ...CallOption) (*Page[Playground], error) {
	return page[Playground](ctx, s.client, "/api/playgrounds", filters.query(), which, options)
}

// Get reads one playground: your own, or any that is public.
func (s PlaygroundsService) Get(ctx context.Context, id string, options ...CallOption) (*Playground, error) {
	return get[Playground](ctx, s.client, at("playgrounds", id), options)
}

// GetWithETag reads a playground and its entity tag, for IfMatch.
func (s PlaygroundsService) GetWithETag(ctx context.Context, id string, options ...CallOption) (*Playground, string, error) {
	one := call{method: http.MethodGet, path: at("playgrounds", id), status: 200}
	found, headers, err := send(ctx, s.client, one, options, attempt[Playground])
	return found, headers.Get("ETag"), err
}

// Update changes the fields that are given; with IfMatch only when nobody changed it since.
func (s PlaygroundsService) Update(ctx context.Context, id string, body UpdatePlaygroundRequest, options ...CallOption) (*Playground, error) {
	one := call{method: http.MethodPatch, path: at("playgrounds", id), body: body, status: 200, once: true}
	return value[Playground](ctx, s.client, one, options)
}

// Stats reads how often a playground was run on each of the last 30 days.
func (s PlaygroundsService) Stats(ctx context.Context, id string, options ...CallOption) (*PlaygroundStats, error) {
	return get[PlaygroundStats](ctx, s.client, at("playgrounds", id)+"/stats", options)
}

// Delete deletes a playground permanently, with the account's tests of it.
func (s PlaygroundsService) Delete(ctx context.Context, id string, options ...CallOption) error {
	return nothing(ctx, s.client, at("playgrounds", id), options)
}

// SitesService has documentation sites, whose pages run their own commands.
type SitesService struct{ client *Client }

// Create creates a site; Name, Origins and Targets are needed.
func (s SitesService) Create(ctx context.Context, body CreateSiteRequest, options ...CallOption) (*Site, error) {
	return create[Site](ctx, s.client, "/api/sites", body, 201, options)
}

// List reads every site of the account, newest first, page by page.
func (s SitesService) List(ctx context.Context, options ...CallOption) iter.Seq2[Site, error] {
	return each[Site](ctx, s.client, "/api/sites", url.Values{}, options)
}

// Page reads one page.
func (s SitesService) Page(ctx context.Context, which PageOptions, options ...CallOption) (*Page[Site], error) {
	return page[Site](ctx, s.client, "/api/sites", url.Values{}, which, options)
}

// Get reads one of your sites.
func (s SitesService) Get(ctx context.Context, id string, options ...CallOption) (*Site, error) {
	return get[Site](ctx, s.client, at("sites", id), options)
}

// GetWithETag reads a site and its entity tag, for IfMatch.
func (s SitesService) GetWithETag(ctx context.Context, id string, options ...CallOption) (*Site, string, error) {
	one := call{method: http.MethodGet, path: at("sites", id), status: 200}
	found, headers, err := send(ctx, s.client, one, options, attempt[Site])
	return found, headers.Get("ETag"), err
}

// Update changes the fields that are given.
func (s SitesService) Update(ctx context.Context, id string, body UpdateSiteRequest, options ...CallOption) (*Site, error) {
	one := call{method: http.MethodPatch, path: at("sites", id), body: body, status: 200, once: true}
	return value[Site](ctx, s.client, one, options)
}

// Delete deletes a site, with the counts of its runs.
func (s SitesService) Delete(ctx context.Context, id string, options ...CallOption) error {
	return nothing(ctx, s.client, at("sites", id), options)
}

// Stats reads how often the blocks of the site were opened and run in the last 30 days.
func (s SitesService) Stats(ctx context.Context, id string, options ...CallOption) (*SiteStats, error) {
	return get[SiteStats](ctx, s.client, at("sites", id)+"/stats", options)
}

// CollectionsService has playgrounds in an order, with one page for all.
type CollectionsService struct{ client *Client }

// Create creates a collection; only Name is needed.
func (s CollectionsService) Create(ctx context.Context, body CreateCollectionRequest, options ...CallOption) (*Collection, error) {
	return create[Collection](ctx, s.client, "/api/collections", body, 201, options)
}

// List reads every collection of the account, newest first, page by page.
func (s CollectionsService) List(ctx context.Context, options ...CallOption) iter.Seq2[Collection, error] {
	return each[Collection](ctx, s.client, "/api/collections", url.Values{}, options)
}

// Page reads one page.
func (s CollectionsService) Page(ctx context.Context, which PageOptions, options ...CallOption) (*Page[Collection], error) {
	return page[Collection](ctx, s.client, "/api/collections", url.Values{}, which, options)
}

// Get reads one collection: your own, or any that is public.
func (s CollectionsService) Get(ctx context.Context, id string, options ...CallOption) (*Collection, error) {
	return get[Collection](ctx, s.client, at("collections", id), options)
}

// GetWithETag reads a collection and its entity tag, for IfMatch.
func (s CollectionsService) GetWithETag(ctx context.Context, id string, options ...CallOption) (*Collection, string, error) {
	one := call{method: http.MethodGet, path: at("collections", id), status: 200}
	found, headers, err := send(ctx, s.client, one, options, attempt[Collection])
	return found, headers.Get("ETag"), err
}

// Update changes the fields that are given; PlaygroundIds adds, removes and orders playgrounds.
func (s CollectionsService) Update(ctx context.Context, id string, body UpdateCollectionRequest, options ...CallOption) (*Collection, error) {
	one := call{method: http.MethodPatch, path: at("collections", id), body: body, status: 200, once: true}
	return value[Collection](ctx, s.client, one, options)
}

// Delete deletes a collection; its playgrounds stay.
func (s CollectionsService) Delete(ctx context.Context, id string, options ...CallOption) error {
	return nothing(ctx, s.client, at("collections", id), options)
}

// DeleteWithPlaygrounds deletes a collection, its playgrounds and the account's tests of them.
func (s CollectionsService) DeleteWithPlaygrounds(ctx context.Context, id string, options ...CallOption) error {
	return nothing(ctx, s.client, at("collections", id)+"?playgrounds=delete", options)
}

// ImportOptions are the options of an import.
type ImportOptions struct {
	// Format of the document; recognised by its content when empty.
	Format         string `json:"format,omitempty"`
	CollectionID   string `json:"collection_id,omitempty"`
	CollectionName string `json:"collection_name,omitempty"`
	// DryRun stores nothing.
	DryRun bool `json:"dry_run,omitempty"`
}

// Import makes playgrounds of a document of another tool: a text, or a value that is written as JSON.
func (s CollectionsService) Import(ctx context.Context, document any, which ImportOptions, options ...CallOption) (*ImportResponse, error) {
	body := struct {
		Document any `json:"document"`
		ImportOptions
	}{document, which}
	status := 201
	if which.DryRun {
		status = 200
	}
	return create[ImportResponse](ctx, s.client, "/api/import", body, status, options)
}

// Export gives the collection as a file: markdown, postman, http or sh.
func (s CollectionsService) Export(ctx context.Context, id, format string, options ...CallOption) (string, error) {
	one := call{method: http.MethodGet, path: at("collections", id) + "/export", query: url.Values{"format": {format}}, status: 200, text: true}
	found, err := value[string](ctx, s.client, one, options)
	if err != nil {
		return "", err
	}
	return *found, nil
}

// TestsService has executed requests and their results.
type TestsService struct{ client *Client }

// Execute sends a request, as Curl.Parse returns it, or a playground's own command, through the service.
func (s TestsService) Execute(ctx context.Context, request RequestShape, options ...CallOption) (*TestRun, error) {
	return create[TestRun](ctx, s.client, "/api/tests/execute", request, 200, options)
}

// Stream sends a request like Execute, and gives its events as they come; the last is a *TestStreamResult. Timeout bounds
// the wait for each. Leaving the loop ends the run: it is stored as cancelled.
func (s TestsService) Stream(ctx context.Context, request RequestShape, options ...CallOption) iter.Seq2[TestStreamEvent, error] {
	one := call{method: http.MethodPost, path: "/api/tests/stream", body: request, status: 200, creates: true, streams: true}
	return events(ctx, s.client, one, options)
}

// List reads the account's tests, newest first, of one playground or of all.
func (s TestsService) List(ctx context.Context, filters TestFilters, options ...CallOption) iter.Seq2[TestRunSummary, error] {
	return each[TestRunSummary](ctx, s.client, "/api/tests", filters.query(), options)
}

// Page reads one page.
func (s TestsService) Page(ctx context.Context, filters TestFilters, which PageOptions, options ...CallOption) (*Page[TestRunSummary], error) {
	return page[TestRunSummary](ctx, s.client, "/api/tests", filters.query(), which, options)
}

// Get reads one result, whole.
func (s TestsService) Get(ctx context.Context, id string, options ...CallOption) (*TestRun, error) {
	return get[TestRun](ctx, s.client, at("tests", id), options)
}

// Delete deletes one result.
func (s TestsService) Delete(ctx context.Context, id string, options ...CallOption) error {
	return nothing(ctx, s.client, at("tests", id), options)
}

// WithVariables gives values to a request's variables, by name.
func (v RequestShape) WithVariables(values map[string]string) RequestShape {
	variables := make([]RequestVariable, len(v.Variables))
	for index, one := range v.Variables {
		if value, given := values[one.Name]; given {
			one.Value = &value
		}
		variables[index] = one
	}
	v.Variables = variables
	return v
}

// Ptr gives the address of a value, for optional fields.
func Ptr[T any](value T) *T { return &value }

// CurlService parses cURL commands.
type CurlService struct{ client *Client }

// Parse gives the request that a command sends; what it could not represent is in its Warnings.
func (s CurlService) Parse(ctx context.Context, curl string, options ...CallOption) (*RequestShape, error) {
	return post[RequestShape](ctx, s.client, "/api/parse-curl", map[string]string{"curl": curl}, options)
}

// CodeService writes programs.
type CodeService struct{ client *Client }

// ProgramSource is what a program is made of: one of its fields.
type ProgramSource struct {
	Parsed       *RequestShape `json:"parsed,omitempty"`
	Curl         string        `json:"curl,omitempty"`
	PlaygroundID string        `json:"playground_id,omitempty"`
	// Style is how much of a program is written: complete by default.
	Style ProgramStyle `json:"style,omitempty"`
	// Library instead of the usual one of the language; not with GenerateAll.
	Library string `json:"library,omitempty"`
	// Libraries instead of the usual ones of their languages; only with GenerateAll.
	Libraries []string `json:"libraries,omitempty"`
}

// Generate writes a program that sends the request.
func (s CodeService) Generate(ctx context.Context, source ProgramSource, language Language, options ...CallOption) (*GeneratedProgram, error) {
	body := struct {
		ProgramSource
		Language Language `json:"language"`
	}{source, language}
	return post[GeneratedProgram](ctx, s.client, "/api/generate-code", body, options)
}

// GenerateAll writes programs in several languages, all by default: each with those of source.Libraries that it has, or its usual one.
func (s CodeService) GenerateAll(ctx context.Context, source ProgramSource, languages []Language, options ...CallOption) ([]GeneratedProgram, error) {
	body := struct {
		ProgramSource
		Languages []Language `json:"languages,omitempty"`
	}{source, languages}
	found, err := post[whole[GeneratedProgram]](ctx, s.client, "/api/generate-code/batch", body, options)
	if err != nil {
		return nil, err
	}
	return found.Data, nil
}

// Languages lists the languages and their libraries.
func (s CodeService) Languages(ctx context.Context, options ...CallOption) ([]LanguageDetails, error) {
	found, err := get[whole[LanguageDetails]](ctx, s.client, "/api/languages", options)
	if err != nil {
		return nil, err
	}
	return found.Data, nil
}

// KeysService has the account's API keys.
type KeysService struct{ client *Client }

// Create creates a key, which is only in this response.
func (s KeysService) Create(ctx context.Context, body CreateAPIKeyRequest, options ...CallOption) (*CreatedAPIKey, error) {
	return create[CreatedAPIKey](ctx, s.client, "/api/keys", body, 201, options)
}

// List reads every key of the account, newest first, without the keys themselves.
func (s KeysService) List(ctx context.Context, options ...CallOption) iter.Seq2[APIKey, error] {
	return each[APIKey](ctx, s.client, "/api/keys", url.Values{}, options)
}

// Page reads one page.
func (s KeysService) Page(ctx context.Context, which PageOptions, options ...CallOption) (*Page[APIKey], error) {
	return page[APIKey](ctx, s.client, "/api/keys", url.Values{}, which, options)
}

// Get reads one key, without the key itself.
func (s KeysService) Get(ctx context.Context, id string, options ...CallOption) (*APIKey, error) {
	return get[APIKey](ctx, s.client, at("keys", id), options)
}

// Revoke ends a key on every server within seconds.
func (s KeysService) Revoke(ctx context.Context, id string, options ...CallOption) error {
	return nothing(ctx, s.client, at("keys", id), options)
}

// UsageService has what is used of the plan.
type UsageService struct{ client *Client }

// Get reads today's use and the last thirty days.
func (s UsageService) Get(ctx context.Context, options ...CallOption) (*Usage, error) {
	return get[Usage](ctx, s.client, "/api/usage", options)
}

// AuditService has what was done to the account.
type AuditService struct{ client *Client }

// List reads every event, newest first.
func (s AuditService) List(ctx context.Context, options ...CallOption) iter.Seq2[AuditEvent, error] {
	return each[AuditEvent](ctx, s.client, "/api/audit", url.Values{}, options)
}

// Page reads one page.
func (s AuditService) Page(ctx context.Context, which PageOptions, options ...CallOption) (*Page[AuditEvent], error) {
	return page[AuditEvent](ctx, s.client, "/api/audit", url.Values{}, which, options)
}
