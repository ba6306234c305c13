package latchkey

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func badSignature() *Error          { return &Error{Kind: Signature, Reason: "bad-signature"} }
func badPass() *Error               { return &Error{Kind: Signature, Reason: "pass-invalid"} }
func badDownload() *Error           { return &Error{Kind: Signature, Reason: "bad-download"} }
func badReply(cause error) *Error   { return &Error{Kind: Signature, Reason: "bad-reply", Cause: cause} }
func unavailable(word string) error { return &Error{Kind: Network, Reason: word} }

func (c *Client) exchange(ctx context.Context, operation string, fields url.Values, session string) (map[string]any, error) {
	form := url.Values{"type": {operation}, "name": {c.options.Name}, "ownerid": {c.options.OwnerID}, "keys": {c.keyIDs}}
	for name, values := range fields {
		if values[0] != "" || name == "data" {
			form[name] = values
		}
	}
	if session != "" {
		form.Set("sessionid", session)
	}
	challenge := ""
	if !c.options.TimeOnly {
		challenge = c.newChallenge()
		form.Set("challenge", challenge)
	}
	notBefore := c.newest.Load()
	limited, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(limited, http.MethodPost, c.options.Address+"/api/1.3/", strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := c.options.HTTPClient.Do(request)
	if err != nil {
		return nil, faultOf(ctx, limited, err)
	}
	defer response.Body.Close()
	if isRedirect(response) {
		return nil, unavailable("captive-portal")
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxBody+1))
	if err != nil {
		return nil, faultOf(ctx, limited, err)
	}
	if len(body) > maxBody {
		return nil, badReply(nil)
	}
	return c.read(operation, challenge, notBefore, response, body)
}

// SECURITY: signature over the raw bytes first, then JSON, freshness, application and content.
func (c *Client) read(operation, challenge string, notBefore int64, response *http.Response, body []byte) (map[string]any, error) {
	timestamps, signatures := response.Header["X-Signature-Timestamp"], response.Header["X-Signature-Ed25519"]
	if len(timestamps) == 0 || len(signatures) == 0 {
		return nil, unsigned(response, body)
	}
	timestamp := timestamps[0]
	if !timestampForm.MatchString(timestamp) || !signatureForm.MatchString(signatures[0]) {
		return nil, badSignature()
	}
	signature, _ := hex.DecodeString(signatures[0])
	if !c.verifies(append([]byte(timestamp), body...), signature) {
		return nil, badSignature()
	}
	signedAt, _ := strconv.ParseInt(timestamp, 10, 64)
	answer := parse(body)
	if response.StatusCode >= 500 {
		return nil, unavailable("server-down")
	}
	if challenge != "" {
		if answer["challenge"] != challenge || answer["type"] != operation || answer["name"] != c.options.Name {
			return nil, badSignature()
		}
	} else if now := c.options.Now().Unix(); now-signedAt > freshSeconds || signedAt-now > freshSeconds {
		return nil, &Error{Kind: Clock, Reason: "clock-skew"}
	} else if signedAt < notBefore {
		return nil, badSignature()
	}
	c.newest.Store(max(notBefore, signedAt))
	return c.content(answer)
}

func (c *Client) content(answer map[string]any) (map[string]any, error) {
	given, hasSuccess := answer["success"]
	success, isBool := given.(bool)
	limited := !hasSuccess && answer["status"] == false
	owner, hasOwner := answer["ownerid"]
	_, isText := owner.(string)
	if !isBool && !limited || hasOwner && !isText {
		return nil, badReply(nil)
	}
	if hasOwner && owner != c.options.OwnerID {
		return nil, badSignature()
	}
	if success && !hasOwner {
		return nil, badReply(nil)
	}
	if success {
		return answer, nil
	}
	failure := &Error{Kind: Refused, Reason: "refused"}
	if limited {
		failure.Reason = "rate-limited"
	}
	if reason, _ := answer["reason"].(string); reason != "" {
		failure.Reason = reason
	}
	failure.Message, _ = answer["message"].(string)
	if wait, ok := answer["retryAfter"].(float64); ok {
		failure.RetryAfter = time.Duration(min(max(wait, 0), 86_400) * float64(time.Second))
	}
	return nil, failure
}

// SECURITY: nothing in an unsigned answer is trusted; it only helps to name the fault.
func unsigned(response *http.Response, body []byte) error {
	status := response.StatusCode
	start := strings.TrimSpace(string(body[:min(512, len(body))]))
	isPage := strings.HasPrefix(start, "<") || strings.Contains(response.Header.Get("Content-Type"), "text/html")
	switch {
	case status == 407:
		return unavailable("proxy-auth")
	case status == 511:
		return unavailable("captive-portal")
	case status == 429 || status >= 500:
		return unavailable("server-down")
	case strings.HasPrefix(start, "{") || strings.HasPrefix(start, "KeyAuth_"):
		return badSignature()
	case isPage && status >= 200 && status < 300:
		return unavailable("captive-portal")
	}
	return badReply(nil)
}

func (c *Client) fetch(ctx context.Context, file *File, w io.Writer) (int64, error) {
	reading, cancel := context.WithCancel(ctx)
	defer cancel()
	timer := time.AfterFunc(c.options.Timeout, cancel)
	defer timer.Stop()
	request, err := http.NewRequestWithContext(reading, http.MethodGet, c.options.Address+file.Path, nil)
	if err != nil {
		return 0, badReply(err)
	}
	request.Header.Set("Accept-Encoding", "identity")
	response, err := c.options.HTTPClient.Do(request)
	if err != nil {
		return 0, faultOf(ctx, reading, err)
	}
	defer response.Body.Close()
	switch {
	case isRedirect(response):
		return 0, unavailable("captive-portal")
	case response.StatusCode >= 500:
		return 0, unavailable("server-down")
	case response.StatusCode != http.StatusOK:
		return 0, badDownload()
	}
	hash, size, buffer := sha256.New(), int64(0), make([]byte, 64<<10)
	for {
		count, readErr := response.Body.Read(buffer)
		timer.Reset(c.options.Timeout)
		if size += int64(count); size > file.Size {
			return 0, badDownload()
		}
		hash.Write(buffer[:count])
		if _, err := w.Write(buffer[:count]); err != nil {
			return 0, err
		}
		if readErr == io.EOF {
			break
		}
		if readErr != nil {
			return 0, faultOf(ctx, reading, readErr)
		}
	}
	if size != file.Size || hex.EncodeToString(hash.Sum(nil)) != strings.ToLower(file.SHA256) {
		return 0, badDownload()
	}
	return size, nil
}

// faultOf names a fault of the network. An error of the caller's context is returned as it is.
func faultOf(caller, limited context.Context, err error) error {
	if caller.Err() != nil {
		return caller.Err()
	}
	reason := ""
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var authority x509.UnknownAuthorityError
	var operation *net.OpError
	var timeout net.Error
	switch {
	case limited.Err() != nil || errors.As(err, &timeout) && timeout.Timeout():
		reason = "timeout"
	case errors.As(err, &certificate) || errors.As(err, &record) || errors.As(err, &authority) || errors.Is(err, http.ErrSchemeMismatch):
		reason = "tls"
	case errors.As(err, &operation) && operation.Op == "dial":
		reason = "unreachable"
	case operation != nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET):
		reason = "interrupted"
	default:
		return badReply(errors.Unwrap(err))
	}
	// SECURITY: the error of the standard library names the URL, so only its cause is passed on.
	return &Error{Kind: Network, Reason: reason, Cause: errors.Unwrap(err)}
}

func isRedirect(response *http.Response) bool {
	return response.StatusCode >= 300 && response.StatusCode <= 399 && response.Header.Get("Location") != ""
}

// withoutRedirects copies the client. The default ignores proxies, as the loader does.
func withoutRedirects(given *http.Client) *http.Client {
	client := http.Client{Transport: &http.Transport{ForceAttemptHTTP2: true, IdleConnTimeout: time.Minute}}
	if given != nil {
		client = *given
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client
}

func accountOf(answer map[string]any) (*Account, error) {
	info, _ := answer["info"].(map[string]any)
	username, hasName := info["username"].(string)
	listed, isList := info["subscriptions"].([]any)
	if one, isObject := info["subscriptions"].(map[string]any); isObject {
		listed, isList = []any{one}, true
	}
	if !hasName || !isList {
		return nil, badReply(nil)
	}
	account := &Account{Username: username, Features: featuresOf(info["features"])}
	for _, given := range listed {
		one, _ := given.(map[string]any)
		name, hasName := one["subscription"].(string)
		expires, hasEnd := seconds(one["expiry"])
		level, hasLevel := "", true
		switch value := one["level"].(type) {
		case nil:
		case string:
			level = value
		case float64:
			level = strconv.FormatFloat(value, 'f', -1, 64)
		default:
			hasLevel = false
		}
		if !hasName || !hasEnd || !hasLevel {
			return nil, badReply(nil)
		}
		account.Subscriptions = append(account.Subscriptions, Subscription{name, level, expires})
	}
	return account, nil
}

// featuresOf returns none for malformed features.
func featuresOf(given any) Features {
	values, _ := given.(map[string]any)
	features := Features{}
	for name, value := range values {
		switch value.(type) {
		case bool, float64, string:
			features[name] = value
		default:
			return Features{}
		}
	}
	return features
}

// featuresAt: features of a pass can end before it does.
func featuresAt(found map[string]any, now int64) Features {
	features := featuresOf(found["features"])
	given, exists := found["featureChanges"]
	changes, isList := given.([]any)
	if exists && !isList {
		return Features{}
	}
	for _, one := range changes {
		change, _ := one.(map[string]any)
		from, hasTime := passTime(change["from"])
		values, isObject := change["features"].(map[string]any)
		next := featuresOf(change["features"])
		if !hasTime || !isObject || len(next) != len(values) {
			return Features{}
		}
		if from <= now {
			features = next
		}
	}
	return features
}

func readPass(found map[string]any, name, owner string, now time.Time) *Pass {
	username, hasUser := found["username"].(string)
	device, _ := found["hwid"].(string)
	issued, hasIssued := passTime(found["issued"])
	until, hasUntil := passTime(found["until"])
	_, hasSequence := passTime(found["sequence"])
	listed, isList := found["subscriptions"].([]any)
	isValid := found["v"] == 1.0 && hasUser && device != "" && hasIssued && hasUntil && hasSequence && isList
	// SECURITY: one key signs for all applications of a service.
	if !isValid || until-issued > maxPassSeconds || found["name"] != name || found["ownerid"] != owner {
		return nil
	}
	pass := &Pass{Username: username, DeviceID: device, Issued: time.Unix(issued, 0), Until: time.Unix(until, 0), Features: featuresAt(found, now.Unix())}
	for _, given := range listed {
		one, _ := given.(map[string]any)
		subscription, hasName := one["subscription"].(string)
		level, hasLevel := one["level"].(string)
		expires, hasEnd := passTime(one["expiry"])
		if !hasName || !hasLevel || !hasEnd {
			return nil
		}
		pass.Subscriptions = append(pass.Subscriptions, Subscription{subscription, level, time.Unix(expires, 0)})
	}
	return pass
}

func passTime(given any) (int64, bool) {
	value, isNumber := given.(float64)
	return int64(value), isNumber && value >= 0 && value < 1<<53 && value == math.Trunc(value)
}

// fromBase64URL refuses padding and unused bits, because one pass has one spelling.
func fromBase64URL(text string) []byte {
	if strings.ContainsAny(text, "\r\n") {
		return nil
	}
	content, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil
	}
	return content
}

// isSmallOrder finds keys with which anyone can sign. The highest bit is the sign of x.
func isSmallOrder(key []byte) bool {
	masked := append([]byte(nil), key...)
	masked[31] &= 0x7f
	text := hex.EncodeToString(masked)
	switch text[2:] {
	case strings.Repeat("00", 31):
		return text[:2] == "00" || text[:2] == "01"
	case strings.Repeat("ff", 30) + "7f":
		return text[:2] == "ec" || text[:2] == "ed" || text[:2] == "ee"
	}
	return text == "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05" ||
		text == "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"
}

func (c *Client) takeLine(text []byte) error {
	line := parse(text)
	if strings.HasPrefix(string(text), "\ufeff") || !isLine(line) {
		return &Error{Kind: Line, Reason: "no-line"}
	}
	sharesKey := false
	if first, hasKey := line["publicKey"].(string); hasKey {
		more, _ := line["publicKeys"].([]any)
		for _, offered := range append([]any{first}, more...) {
			for _, key := range c.keys {
				sharesKey = sharesKey || strings.EqualFold(offered.(string), hex.EncodeToString(key))
			}
		}
	}
	isSame := strings.TrimRight(line["baseUrl"].(string), "/") == c.options.Address &&
		line["name"] == c.options.Name && line["ownerid"] == c.options.OwnerID && line["challenge"] == "required"
	if !isSame || !sharesKey {
		return &Error{Kind: Line, Reason: "other-service"}
	}
	c.session, _ = line["sessionid"].(string)
	c.launchedOffline = c.session == ""
	c.pass, _ = line["offline"].(string)
	c.choices = map[string]string{}
	c.features = featuresOf(line["features"])
	options, _ := line["options"].(map[string]any)
	for name, value := range options {
		c.choices[name] = value.(string)
	}
	return nil
}

func isLine(line map[string]any) bool {
	isText := func(value any) bool { text, ok := value.(string); return ok && text != "" }
	isKey := func(value any) bool { text, ok := value.(string); return ok && keyForm.MatchString(text) }
	session, hasSession := line["sessionid"]
	offline, hasPass := line["offline"]
	key, hasKey := line["publicKey"]
	address, _ := line["baseUrl"].(string)
	isHTTP := strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://")
	isValid := line["v"] == 1.0 && isHTTP && isText(line["name"]) && isText(line["ownerid"]) &&
		hasSession && (isText(session) || session == nil && hasPass) && (!hasPass || isText(offline)) &&
		hasKey && (key == nil || isKey(key)) &&
		(line["challenge"] == "required" || line["challenge"] == "off") &&
		(line["method"] == "GET" || line["method"] == "POST")
	if given, exists := line["publicKeys"]; exists {
		keys, isList := given.([]any)
		isValid = isValid && isList
		for _, one := range keys {
			isValid = isValid && isKey(one)
		}
	}
	if given, exists := line["options"]; exists {
		options, isObject := given.(map[string]any)
		isValid = isValid && isObject
		for _, one := range options {
			_, isString := one.(string)
			isValid = isValid && isString
		}
	}
	return isValid
}
