// Package latchkey is a verified client of a Latchkey license service.
//
// Each answer is verified before it is parsed: its Ed25519 signature over the raw bytes, then that
// it belongs to this request, this operation and this application. docs/protect.md shows its use.
package latchkey

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	mathrand "math/rand"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

const (
	maxBody        = 1 << 20
	maxLine        = 64 << 10
	maxPass        = 16_384
	maxPassSeconds = 168 * 3600
	freshSeconds   = 120
	behindSeconds  = 300
	passDomain     = "latchkey-pass-v1\n"
)

var (
	addressForm   = regexp.MustCompile(`\A(https://[^/?#@\s\\:]+(:\d+)?|http://(127\.0\.0\.1|\[::1\])(:\d+)?)(/[^?#\s\\]*)?\z`)
	keyForm       = regexp.MustCompile(`\A[0-9a-fA-F]{64}\z`)
	signatureForm = regexp.MustCompile(`\A[0-9a-fA-F]{128}\z`)
	timestampForm = regexp.MustCompile(`\A[0-9]{1,13}\z`)
	secondsForm   = regexp.MustCompile(`\A-?[0-9]{1,15}(\.[0-9]+)?\z`)
	pathForm      = regexp.MustCompile(`\A/[^/\\]`)
)

// Kind says what a program may do after an error. Only Network may let it continue offline.
// errors.Is(err, latchkey.Network) tests for one.
type Kind string

const (
	Refused   Kind = "refused"   // the service said no
	Network   Kind = "network"   // no service answered
	Signature Kind = "signature" // an answer, pass or file that must not be used
	Clock     Kind = "clock"     // this computer's clock is wrong
	Line      Kind = "line"      // the program was not started by its loader
)

func (k Kind) Error() string { return string(k) }

// Error is every error of this package, except errors of options and of a context.
type Error struct {
	Kind       Kind
	Reason     string        // stable, such as "bad-credentials"
	Message    string        // the service's text for people
	RetryAfter time.Duration // zero if not reported
	Cause      error
}

func (e *Error) Error() string {
	if e.Message != "" {
		return e.Reason + ": " + e.Message
	}
	return e.Reason
}

func (e *Error) Unwrap() error { return e.Cause }

func (e *Error) Is(target error) bool {
	kind, ok := target.(Kind)
	return ok && kind == e.Kind
}

// Options of a client. HTTPClient and Now may be left out.
type Options struct {
	Address    string // https, or http for 127.0.0.1 and [::1]
	Name       string
	OwnerID    string
	Version    string
	PublicKeys []string // 64 hex characters each
	DeviceID   string
	// TimeOnly is for services that echo no challenge: then the clock proves freshness.
	TimeOnly   bool
	Timeout    time.Duration // 15 s by default; of a download, for each read
	HTTPClient *http.Client
	Now        func() time.Time
}

// Subscription is active. Expires is zero if the end is unknown.
type Subscription struct {
	Name, Level string
	Expires     time.Time
}

// Account is the signed-in user. OfflineUntil is set if no service answered and a pass decided.
type Account struct {
	Username      string
	Subscriptions []Subscription
	OfflineUntil  time.Time
	Features      Features
}

// Features are what the user has, by name. A value is a bool, a float64 or a string.
type Features map[string]any

// Has reports whether the feature is included: not no, and not 0. A missing one is not.
func (f Features) Has(name string) bool {
	value, exists := f[name]
	return exists && value != false && value != 0.0
}

// File is offered by the service. Path is relative to its address.
type File struct {
	Size         int64
	SHA256, Path string
}

// Pass is the content of an offline pass.
type Pass struct {
	Username, DeviceID string
	Subscriptions      []Subscription
	Issued, Until      time.Time
	Features           Features // those at the time of the check
}

// Client holds one session. Several goroutines may use it.
type Client struct {
	options         Options
	keys            []ed25519.PublicKey
	keyIDs          string
	newChallenge    func() string
	mutex           sync.Mutex
	session         string
	newest          atomic.Int64
	launchedOffline bool
	pass            string
	choices         map[string]string
	features        Features
}

// New opens no connection.
func New(options Options) (*Client, error) {
	if !addressForm.MatchString(options.Address) {
		return nil, errors.New("latchkey: Address must be an https:// address without query; http:// only for 127.0.0.1 and [::1]")
	}
	client := &Client{options: options, newChallenge: randomChallenge}
	client.options.Address = strings.TrimRight(options.Address, "/")
	var ids []string
	for _, text := range options.PublicKeys {
		key, err := hex.DecodeString(text)
		if err != nil || !keyForm.MatchString(text) {
			return nil, errors.New("latchkey: PublicKeys must be keys of 64 hex characters")
		}
		if isSmallOrder(key) {
			return nil, errors.New("latchkey: PublicKeys has a key with which anyone can sign, such as zeros")
		}
		id := sha256.Sum256(key)
		client.keys, ids = append(client.keys, key), append(ids, hex.EncodeToString(id[:8]))
	}
	if len(client.keys) == 0 {
		return nil, errors.New("latchkey: PublicKeys is empty")
	}
	client.keyIDs = strings.Join(ids[:min(3, len(ids))], ",")
	if options.Timeout == 0 {
		client.options.Timeout = 15 * time.Second
	}
	if options.Now == nil {
		client.options.Now = time.Now
	}
	client.options.HTTPClient = withoutRedirects(options.HTTPClient)
	return client, nil
}

// FromLoader returns a client with the session of the loader's line, which it reads from input,
// usually os.Stdin. Reasons of kind Line: "no-line" and "other-service".
func FromLoader(input io.Reader, options Options) (*Client, error) {
	client, err := New(options)
	if err != nil {
		return nil, err
	}
	if file, ok := input.(*os.File); ok && isTerminal(file) {
		return nil, &Error{Kind: Line, Reason: "no-line"}
	}
	line, err := io.ReadAll(io.LimitReader(input, maxLine+1))
	if err != nil || len(line) > maxLine {
		return nil, &Error{Kind: Line, Reason: "no-line", Cause: err}
	}
	return client, client.takeLine(line)
}

// isTerminal reports whether a person would have to type the line.
func isTerminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Choices are what the user chose in the loader. Check each value: anyone can write the line.
func (c *Client) Choices() map[string]string { return c.choices }

// LineFeatures are those in the loader's line, before the first check. Anyone can write the line.
func (c *Client) LineFeatures() Features { return c.features }

// Login signs in. The reason "code-needed" asks for a one-time code; otherwise code is empty.
func (c *Client) Login(ctx context.Context, username, password, code string) (*Account, error) {
	return c.signIn(ctx, "login", url.Values{"username": {username}, "pass": {password}, "code": {code}})
}

// License signs in with a license key alone. Its first use creates the user.
func (c *Client) License(ctx context.Context, key, code string) (*Account, error) {
	return c.signIn(ctx, "license", url.Values{"key": {key}, "code": {code}})
}

// Register creates a user with an unused key. The e-mail may be empty.
func (c *Client) Register(ctx context.Context, username, password, key, email string) (*Account, error) {
	return c.signIn(ctx, "register", url.Values{"username": {username}, "pass": {password}, "key": {key}, "email": {email}})
}

// Trial creates a user with the free trial of the application, once for each computer.
func (c *Client) Trial(ctx context.Context, username, password string) (*Account, error) {
	return c.signIn(ctx, "trial", url.Values{"username": {username}, "pass": {password}})
}

// Redeem adds a key's time to a user, and returns the new end if it is known.
func (c *Client) Redeem(ctx context.Context, username, key string) (time.Time, error) {
	answer, err := c.call(ctx, "upgrade", url.Values{"username": {username}, "key": {key}}, true)
	if err != nil {
		return time.Time{}, err
	}
	redeemed, _ := answer["redeemed"].(map[string]any)
	for _, given := range []any{redeemed["until"], answer["expiry"]} {
		if until, ok := seconds(given); ok && !until.IsZero() {
			return until, nil
		}
	}
	return time.Time{}, nil
}

// Check returns the signed-in user. If nothing answers, the loader's offline pass decides.
func (c *Client) Check(ctx context.Context) (*Account, error) {
	answer, err := c.call(ctx, "check", nil, false)
	if errors.Is(err, Network) && c.pass != "" {
		pass, err := c.VerifyPass(c.pass)
		if err != nil {
			return nil, err
		}
		return &Account{pass.Username, pass.Subscriptions, pass.Until, pass.Features}, nil
	}
	if err != nil {
		return nil, err
	}
	if account, err := accountOf(answer); err == nil {
		return account, nil
	}
	return &Account{}, nil
}

// Logout ends the session.
func (c *Client) Logout(ctx context.Context) error {
	_, err := c.call(ctx, "logout", nil, false)
	if err == nil {
		c.forget("")
	}
	return err
}

// Variable returns a variable of the application.
func (c *Client) Variable(ctx context.Context, name string) (string, error) {
	return c.callText(ctx, "var", url.Values{"varid": {name}}, "message")
}

// UserVariable returns a variable of the signed-in user.
func (c *Client) UserVariable(ctx context.Context, name string) (string, error) {
	return c.callText(ctx, "getvar", url.Values{"var": {name}}, "response")
}

// SetUserVariable changes a variable of the signed-in user.
func (c *Client) SetUserVariable(ctx context.Context, name, value string) error {
	_, err := c.call(ctx, "setvar", url.Values{"var": {name}, "data": {value}}, false)
	return err
}

// Log writes a line to the application's log.
func (c *Client) Log(ctx context.Context, message string) error {
	_, err := c.call(ctx, "log", url.Values{"message": {message}}, false)
	return err
}

// Webhook calls a webhook of the seller. Only id is required.
func (c *Client) Webhook(ctx context.Context, id, params, body, contentType string) (string, error) {
	return c.callText(ctx, "webhook", url.Values{"webid": {id}, "params": {params}, "body": {body}, "conttype": {contentType}}, "response")
}

// Ban bans the signed-in user, and this computer if it is bound to the user.
func (c *Client) Ban(ctx context.Context, reason string) error {
	_, err := c.call(ctx, "ban", url.Values{"reason": {reason}, "hwid": {c.options.DeviceID}}, false)
	return err
}

// File returns what the service offers under the id.
func (c *Client) File(ctx context.Context, id string) (*File, error) {
	answer, err := c.call(ctx, "file", url.Values{"fileid": {id}}, false)
	if err != nil {
		return nil, err
	}
	size, isNumber := answer["size"].(float64)
	hash, hasHash := answer["sha256"].(string)
	path, hasPath := answer["download"].(string)
	if !isNumber || size < 0 || size != math.Trunc(size) || size > 1<<53 || !hasHash || !hasPath {
		return nil, badReply(nil)
	}
	return &File{int64(size), hash, path}, nil
}

// Download writes a file to w and returns its size. The content is verified at the end: discard
// what was written if the error is not nil.
func (c *Client) Download(ctx context.Context, id string, w io.Writer) (int64, error) {
	file, err := c.File(ctx, id)
	if err != nil {
		return 0, err
	}
	if !pathForm.MatchString(file.Path) {
		return 0, badReply(nil)
	}
	return c.fetch(ctx, file, w)
}

// VerifyPass returns the content of an offline pass for this application, computer and time.
func (c *Client) VerifyPass(text string) (*Pass, error) {
	first, second, found := strings.Cut(text, ".")
	content, signature := fromBase64URL(first), fromBase64URL(second)
	if !found || len(text) > maxPass || len(content) == 0 || len(signature) != ed25519.SignatureSize {
		return nil, badPass()
	}
	if !c.verifies(append([]byte(passDomain), content...), signature) {
		return nil, badPass()
	}
	now := c.options.Now()
	pass := readPass(parse(content), c.options.Name, c.options.OwnerID, now)
	if pass == nil {
		return nil, badPass()
	}
	switch {
	case c.options.DeviceID != "" && pass.DeviceID != c.options.DeviceID:
		return nil, &Error{Kind: Signature, Reason: "other-device"}
	case !now.Before(pass.Until):
		return nil, &Error{Kind: Refused, Reason: "pass-expired"}
	case now.Before(pass.Issued.Add(-behindSeconds * time.Second)):
		return nil, &Error{Kind: Clock, Reason: "clock-behind"}
	}
	return pass, nil
}

// Watch checks until the context ends, and calls report after each check. Start it with go. The
// interval varies by a fifth, so that programs do not ask together.
func (c *Client) Watch(ctx context.Context, every time.Duration, report func(*Account, error)) {
	for {
		timer := time.NewTimer(time.Duration(float64(every) * (0.8 + 0.4*mathrand.Float64())))
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
		account, err := c.Check(ctx)
		if ctx.Err() != nil {
			return
		}
		report(account, err)
	}
}

func (c *Client) signIn(ctx context.Context, operation string, fields url.Values) (*Account, error) {
	fields.Set("hwid", c.options.DeviceID)
	answer, err := c.call(ctx, operation, fields, true)
	if err != nil {
		return nil, err
	}
	return accountOf(answer)
}

func (c *Client) callText(ctx context.Context, operation string, fields url.Values, name string) (string, error) {
	answer, err := c.call(ctx, operation, fields, false)
	if err != nil {
		return "", err
	}
	if text, ok := answer[name].(string); ok {
		return text, nil
	}
	return "", badReply(nil)
}

// A sign-in whose session is gone is sent once more, in a new session.
func (c *Client) call(ctx context.Context, operation string, fields url.Values, signsIn bool) (map[string]any, error) {
	if c.launchedOffline {
		return nil, &Error{Kind: Network, Reason: "unreachable"}
	}
	for attempt := 0; ; attempt++ {
		session, err := c.open(ctx)
		if err != nil {
			return nil, err
		}
		answer, err := c.exchange(ctx, operation, fields, session)
		var failure *Error
		if !errors.As(err, &failure) || failure.Reason != "session-gone" {
			return answer, err
		}
		c.forget(session)
		if !signsIn || attempt > 0 {
			return nil, err
		}
	}
}

// forget drops the session, unless another one was opened meanwhile.
func (c *Client) forget(session string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if session == "" || c.session == session {
		c.session = ""
	}
}

func (c *Client) open(ctx context.Context) (string, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.session == "" {
		answer, err := c.exchange(ctx, "init", url.Values{"ver": {c.options.Version}}, "")
		if err != nil {
			return "", err
		}
		session, _ := answer["sessionid"].(string)
		if session == "" || len(session) > 200 {
			return "", badReply(nil)
		}
		c.session = session
	}
	return c.session, nil
}

func randomChallenge() string {
	random := make([]byte, 32)
	if _, err := rand.Read(random); err != nil {
		panic(fmt.Sprintf("latchkey: the system has no random numbers: %v", err))
	}
	return base64.RawURLEncoding.EncodeToString(random)
}

func (c *Client) verifies(message, signature []byte) bool {
	for _, key := range c.keys {
		if ed25519.Verify(key, message, signature) {
			return true
		}
	}
	return false
}

func seconds(given any) (time.Time, bool) {
	switch value := given.(type) {
	case nil:
		return time.Time{}, true
	case float64:
		return time.Unix(int64(value), 0), true
	case string:
		number, err := strconv.ParseFloat(value, 64)
		return time.Unix(int64(number), 0), err == nil && secondsForm.MatchString(value)
	}
	return time.Time{}, false
}

// parse returns the JSON object, or nil.
func parse(body []byte) map[string]any {
	body = bytes.TrimPrefix(body, []byte("\ufeff"))
	if strings.TrimSpace(string(body)) == "KeyAuth_Invalid" {
		return map[string]any{"success": false, "reason": "app-unknown"}
	}
	var answer map[string]any
	if !utf8.Valid(body) || json.Unmarshal(body, &answer) != nil {
		return nil
	}
	return answer
}
