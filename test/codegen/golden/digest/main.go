package main

import (
	"crypto/md5"
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"net/http"
	"regexp"
	"strings"
)

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

// authorize answers a challenge with Digest (RFC 7616) credentials, and tells whether it can.
func authorize(req *http.Request, challenge, username, password string) bool {
	given := regexp.MustCompile(`(?is)(?:^|,\s*)digest\s+(.*)`).FindStringSubmatch(challenge)
	if given == nil {
		return false
	}
	fields := map[string]string{}
	unescape := regexp.MustCompile(`\\(.)`)
	pattern := regexp.MustCompile(`(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))`)
	for _, match := range pattern.FindAllStringSubmatch(given[1], -1) {
		if name := strings.ToLower(match[1]); fields[name] == "" {
			fields[name] = unescape.ReplaceAllString(match[2], "$1") + match[3]
		}
	}
	algorithm := strings.ToLower(fields["algorithm"])
	newHash := md5.New
	if strings.HasPrefix(algorithm, "sha-256") {
		newHash = sha256.New
	} else if strings.HasPrefix(algorithm, "sha-512-256") {
		newHash = sha512.New512_256
	}
	digest := func(values ...string) string {
		sum := newHash()
		sum.Write([]byte(strings.Join(values, ":")))
		return hex.EncodeToString(sum.Sum(nil))
	}
	uri := req.URL.RequestURI()
	cnonce := rand.Text()
	secret := digest(username, fields["realm"], password)
	if strings.HasSuffix(algorithm, "-sess") {
		secret = digest(secret, fields["nonce"], cnonce)
	}
	what := digest(req.Method, uri)
	response := digest(secret, fields["nonce"], what)
	if fields["qop"] != "" {
		response = digest(secret, fields["nonce"], "00000001", cnonce, "auth", what)
	}
	hidesUser := strings.EqualFold(fields["userhash"], "true")
	if hidesUser {
		username = digest(username, fields["realm"])
	}
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	value := fmt.Sprintf(`Digest username="%s", realm="%s", nonce="%s", uri="%s"`,
		escape.Replace(username), escape.Replace(fields["realm"]), escape.Replace(fields["nonce"]), escape.Replace(uri))
	if fields["qop"] != "" {
		value += fmt.Sprintf(`, cnonce="%s", nc=00000001, qop=auth`, cnonce)
	}
	value += fmt.Sprintf(`, response="%s"`, response)
	if fields["opaque"] != "" {
		value += fmt.Sprintf(`, opaque="%s"`, escape.Replace(fields["opaque"]))
	}
	if fields["algorithm"] != "" {
		value += ", algorithm=" + fields["algorithm"]
	}
	if hidesUser {
		value += ", userhash=true"
	}
	req.Header.Set("Authorization", value)
	return true
}

func run() error {
	req, err := http.NewRequest("GET", "http://playground.test:8080/private", nil)
	if err != nil {
		return err
	}
	client := &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		},
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	challenge := strings.Join(resp.Header.Values("WWW-Authenticate"), ", ")
	if resp.StatusCode == http.StatusUnauthorized && authorize(req, challenge, "ada", `love"lace`) {
		resp.Body.Close()
		if resp, err = client.Do(req); err != nil {
			return err
		}
	}
	defer resp.Body.Close()
	output, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	fmt.Println(resp.Status)
	fmt.Println(string(output))
	return nil
}
