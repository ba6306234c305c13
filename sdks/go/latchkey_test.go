package latchkey

// Runs the client against the vectors and the live service of `npm run sdks`.

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
)

type vector struct {
	Name, Type, Keys, Body, ContentType, Result, Kind, Value, Or string
	Challenge, Timestamp, Signature, Device                      *string
	Now, Newest                                                  int64
	Status                                                       int
	Pass, Line, Address, Operation, Path                         string
	TimeoutSeconds                                               int
}

type vectorFile struct {
	Name, OwnerID, Address, Keys, Username, Password, File string
	Cases                                                  []vector
}

func load(t *testing.T, name string) vectorFile {
	text, err := os.ReadFile(filepath.Join(os.Getenv("LATCHKEY_VECTORS"), name+".json"))
	if err != nil {
		t.Skip("run by npm run sdks")
	}
	var file vectorFile
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	return file
}

// The last line of the output counts, as in the tests of the other clients.
var passed, failed int

func TestMain(m *testing.M) {
	code := m.Run()
	fmt.Printf("go: %d passed, %d failed\n", passed, failed)
	os.Exit(code)
}

// transport answers as the function does.
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

func textOf(account *Account, err error) (string, error) {
	if err != nil {
		return "", err
	}
	texts := []string{account.Username}
	for _, one := range account.Subscriptions {
		texts = append(texts, one.Name+"/"+one.Level+"/"+endOf(one.Expires))
	}
	return strings.Join(texts, " "), nil
}

func endOf(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return strconv.FormatInt(at.Unix(), 10)
}

func run(client *Client, operation string) (string, error) {
	ctx := context.Background()
	switch operation {
	case "init":
		return client.open(ctx)
	case "login":
		return textOf(client.Login(ctx, "anna", "secret", ""))
	case "license":
		return textOf(client.License(ctx, "KEY", ""))
	case "trial":
		return textOf(client.Trial(ctx, "anna", "secret"))
	case "register":
		return textOf(client.Register(ctx, "anna", "secret", "KEY", ""))
	case "upgrade":
		until, err := client.Redeem(ctx, "anna", "KEY")
		return endOf(until), err
	case "check":
		return textOf(client.Check(ctx))
	case "logout":
		return "", client.Logout(ctx)
	case "var":
		return client.Variable(ctx, "x")
	case "getvar":
		return client.UserVariable(ctx, "x")
	case "setvar":
		return "", client.SetUserVariable(ctx, "x", "y")
	case "file":
		file, err := client.File(ctx, "x")
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%d %s", file.Size, file.SHA256), nil
	case "log":
		return "", client.Log(ctx, "x")
	case "webhook":
		return client.Webhook(ctx, "x", "", "", "")
	case "ban":
		return "", client.Ban(ctx, "x")
	}
	return "", errors.New("an unknown operation")
}

func compare(t *testing.T, given vector, value string, err error) {
	t.Helper()
	reason, kind := "ok", ""
	var failure *Error
	if errors.As(err, &failure) {
		reason, kind = failure.Reason, string(failure.Kind)
	} else if err != nil {
		reason = err.Error()
	}
	passed++
	// Libraries differ about some JSON; then only the result counts.
	if given.Or != "" && (reason == given.Result || reason == given.Or) {
		return
	}
	if reason != given.Result || kind != given.Kind || value != given.Value {
		passed, failed = passed-1, failed+1
		t.Errorf("%s: %s (%s) %q, not %s (%s) %q", given.Name, reason, kind, value, given.Result, given.Kind, given.Value)
	}
}

func open(t *testing.T, file vectorFile, given vector, more Options) *Client {
	t.Helper()
	more.Address, more.Name, more.OwnerID, more.Version = "https://licenses.example.com", file.Name, file.OwnerID, "1.0"
	more.PublicKeys = strings.Split(given.Keys, ",")
	more.Now = func() time.Time { return time.Unix(given.Now, 0) }
	client, err := New(more)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func TestAnswers(t *testing.T) {
	file := load(t, "answers")
	for _, given := range file.Cases {
		headers := http.Header{"Content-Type": {given.ContentType}}
		if given.Timestamp != nil {
			headers.Set("X-Signature-Timestamp", *given.Timestamp)
		}
		if given.Signature != nil {
			headers.Set("X-Signature-Ed25519", *given.Signature)
		}
		body, _ := base64.StdEncoding.DecodeString(given.Body)
		answer := transport(func(*http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: given.Status, Header: headers, Body: io.NopCloser(bytes.NewReader(body))}, nil
		})
		client := open(t, file, given, Options{TimeOnly: given.Challenge == nil, HTTPClient: &http.Client{Transport: answer}})
		client.newChallenge = func() string { return *given.Challenge }
		client.newest.Store(given.Newest)
		if given.Type != "init" {
			client.session = "the-session"
		}
		value, err := run(client, given.Type)
		compare(t, given, value, err)
	}
}

func TestPasses(t *testing.T) {
	file := load(t, "passes")
	for _, given := range file.Cases {
		options := Options{}
		if given.Device != nil {
			options.DeviceID = *given.Device
		}
		value := ""
		pass, err := open(t, file, given, options).VerifyPass(given.Pass)
		if err == nil {
			value = pass.Username
		}
		compare(t, given, value, err)
	}
}

func TestLines(t *testing.T) {
	file := load(t, "lines")
	for _, given := range file.Cases {
		line, _ := base64.StdEncoding.DecodeString(given.Line)
		client, err := FromLoader(bytes.NewReader(line), Options{
			Address: file.Address, Name: file.Name, OwnerID: file.OwnerID, Version: "1.0", PublicKeys: strings.Split(given.Keys, ","),
		})
		value := ""
		if err == nil {
			value = client.session
		}
		compare(t, given, value, err)
	}
}

func TestFeatures(t *testing.T) {
	var file struct {
		Cases []struct {
			Name, Source      string
			Content, Features map[string]any
			Now               int64
		}
	}
	text, err := os.ReadFile(filepath.Join(os.Getenv("LATCHKEY_VECTORS"), "features.json"))
	if err != nil {
		t.Skip("run by npm run sdks")
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	for _, given := range file.Cases {
		var found Features
		switch given.Source {
		case "answer":
			if account, err := accountOf(map[string]any{"info": given.Content}); err == nil {
				found = account.Features
			}
		case "line":
			found = featuresOf(given.Content["features"])
		case "pass":
			name, owner := given.Content["name"].(string), given.Content["ownerid"].(string)
			if pass := readPass(given.Content, name, owner, time.Unix(given.Now, 0)); pass != nil {
				found = pass.Features
			}
		}
		if found == nil {
			found = Features{}
		}
		// Printed, a number and its text are alike.
		if reflect.DeepEqual(map[string]any(found), given.Features) {
			passed++
		} else {
			failed++
			t.Errorf("%s: %#v, not %#v", given.Name, found, given.Features)
		}
	}
	if (Features{"zero": 0.0, "no": false}).Has("zero") || !(Features{"one": 1.0}).Has("one") {
		t.Error("Has is wrong about 0 and 1")
	}
}

func TestOptions(t *testing.T) {
	for _, given := range load(t, "options").Cases {
		options := Options{Address: given.Address, PublicKeys: strings.Split(given.Keys, ",")}
		if given.Keys == "" {
			options.PublicKeys = nil
		}
		_, err := New(options)
		if err != nil {
			err = &Error{Reason: "bad-options", Cause: err}
		}
		compare(t, given, "", err)
	}
}

func TestHTTP(t *testing.T) {
	file := load(t, "http")
	var servers map[string]string
	if err := json.Unmarshal([]byte(os.Getenv("LATCHKEY_SERVERS")), &servers); err != nil {
		t.Fatal(err)
	}
	for _, given := range file.Cases {
		client, err := New(Options{
			Address: servers[given.Address] + given.Path, Name: file.Name, OwnerID: file.OwnerID, Version: "1.0",
			PublicKeys: []string{file.Keys}, Timeout: time.Duration(given.TimeoutSeconds) * time.Second,
		})
		if err != nil {
			t.Fatal(err)
		}
		value := ""
		if given.Operation == "login" {
			var account *Account
			if account, err = client.Login(context.Background(), file.Username, file.Password, ""); err == nil {
				value = account.Username
			}
		} else {
			var size int64
			if size, err = client.Download(context.Background(), file.File, io.Discard); err == nil {
				value = strconv.FormatInt(size, 10)
			}
		}
		compare(t, given, value, err)
	}
}

// A pass decides only if nothing answers.
func TestOffline(t *testing.T) {
	file := load(t, "passes")
	given := file.Cases[0]
	for _, failing := range []bool{true, false} {
		for _, session := range []any{nil, "the-session"} {
			line, _ := json.Marshal(map[string]any{
				"v": 1, "baseUrl": "https://licenses.example.com", "name": file.Name, "ownerid": file.OwnerID, "sessionid": session,
				"publicKey": given.Keys, "challenge": "required", "method": "GET", "offline": given.Pass,
			})
			answer := transport(func(*http.Request) (*http.Response, error) {
				if failing {
					return nil, io.ErrUnexpectedEOF
				}
				return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}"))}, nil
			})
			client := open(t, file, given, Options{HTTPClient: &http.Client{Transport: answer}, DeviceID: *given.Device})
			if err := client.takeLine(line); err != nil {
				t.Fatal(err)
			}
			account, err := client.Check(context.Background())
			wanted := vector{Name: fmt.Sprintf("a pass, no answer: %v, session: %v", failing, session), Result: "ok", Value: "anna"}
			if !failing && session != nil {
				wanted.Result, wanted.Kind, wanted.Value = "bad-signature", "signature", ""
			}
			value := ""
			if err == nil && !account.OfflineUntil.IsZero() {
				value = account.Username
			}
			compare(t, wanted, value, err)
		}
	}
}

func TestWatchReportsUntilTheContextEnds(t *testing.T) {
	file := load(t, "passes")
	answer := transport(func(*http.Request) (*http.Response, error) { return nil, io.EOF })
	client := open(t, file, file.Cases[0], Options{HTTPClient: &http.Client{Transport: answer}})
	ctx, cancel := context.WithCancel(context.Background())
	reports := 0
	client.Watch(ctx, time.Millisecond, func(account *Account, err error) {
		if reports++; account != nil || !errors.Is(err, Network) {
			t.Errorf("reported %v, %v", account, err)
		}
		cancel()
	})
	if reports != 1 {
		t.Errorf("%d reports", reports)
	}
}

func TestLive(t *testing.T) {
	var live struct {
		Address, Application, OwnerID, Version, Keys, Username, Device, Variable, Value, File string
		Licenses                                                                              []string
		Size                                                                                  int64
	}
	if json.Unmarshal([]byte(os.Getenv("LATCHKEY_SERVICE")), &live) != nil {
		t.Skip("run by npm run sdks")
	}
	ctx := context.Background()
	client, err := New(Options{
		Address: live.Address, Name: live.Application, OwnerID: live.OwnerID, Version: live.Version,
		PublicKeys: strings.Split(live.Keys, ","), DeviceID: live.Device,
	})
	if err != nil {
		t.Fatal(err)
	}
	nameOf := func(account *Account, err error) string {
		if err != nil {
			return err.Error()
		}
		return account.Username
	}
	expect := func(what string, found, wanted any) {
		t.Helper()
		if found != wanted {
			t.Errorf("%s: %v, not %v", what, found, wanted)
		}
	}
	reasonOf := func(err error) string {
		var failure *Error
		errors.As(err, &failure)
		return failure.Reason
	}
	const password = "correct horse ä"
	expect("register", nameOf(client.Register(ctx, live.Username, password, live.Licenses[0], "")), live.Username)
	account, err := client.Check(ctx)
	expect("check", nameOf(account, err), live.Username)
	value, _ := client.Variable(ctx, live.Variable)
	expect("variable", value, live.Value)
	expect("set user variable", client.SetUserVariable(ctx, "theme", "dark ä&+%"), nil)
	value, _ = client.UserVariable(ctx, "theme")
	expect("user variable", value, "dark ä&+%")
	until, _ := client.Redeem(ctx, live.Username, live.Licenses[1])
	expect("redeem", until.After(account.Subscriptions[0].Expires), true)
	size, _ := client.Download(ctx, live.File, io.Discard)
	expect("download", size, live.Size)
	expect("log", client.Log(ctx, "tested"), nil)
	_, err = client.Webhook(ctx, "none", "", "", "")
	expect("webhook", reasonOf(err), "webhook-unknown")
	_, err = client.Redeem(ctx, live.Username, live.Licenses[0])
	expect("used key", reasonOf(err), "key-used")
	expect("logout", client.Logout(ctx), nil)
	_, err = client.Check(ctx)
	expect("after logout", reasonOf(err), "not-signed-in")
	_, err = client.Login(ctx, live.Username, "wrong", "")
	expect("wrong password", reasonOf(err), "bad-credentials")
	expect("login", nameOf(client.Login(ctx, live.Username, password, "")), live.Username)
	expect("license", nameOf(client.License(ctx, live.Licenses[2], "")), live.Licenses[2])
	expect("ban", client.Ban(ctx, "tested"), nil)
	_, err = client.Login(ctx, live.Licenses[2], live.Licenses[2], "")
	expect("banned", reasonOf(err), "banned")
}
