// A protected program: without arguments for its loader, with a license key by hand. See
// docs/protect.md.
package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"latchkey"
)

func main() {
	if err := run(context.Background()); err != nil {
		if errors.Is(err, latchkey.Line) {
			err = errors.New("start this program with its loader, or with a license key")
		}
		fmt.Fprintln(os.Stderr, "Not licensed:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	client, account, err := open(ctx)
	if err != nil {
		return err
	}
	fmt.Println("Hello", account.Username)
	if !account.OfflineUntil.IsZero() {
		return nil
	}
	secret, err := client.Variable(ctx, "secret")
	if err != nil {
		return err
	}
	fmt.Println("The secret:", secret)
	return nil
}

func open(ctx context.Context) (*latchkey.Client, *latchkey.Account, error) {
	if len(os.Args) < 2 {
		client, err := latchkey.FromLoader(os.Stdin, service)
		if err != nil {
			return nil, nil, err
		}
		account, err := client.Check(ctx)
		return client, account, err
	}
	options, err := withDevice(service)
	if err != nil {
		return nil, nil, err
	}
	client, err := latchkey.New(options)
	if err != nil {
		return nil, nil, err
	}
	account, err := client.License(ctx, os.Args[1], "")
	return client, account, err
}

// withDevice adds a random text that stays the same on this computer.
func withDevice(options latchkey.Options) (latchkey.Options, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return options, err
	}
	file := filepath.Join(home, ".my-app-device")
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		random := make([]byte, 32)
		if _, err := rand.Read(random); err != nil {
			return options, err
		}
		text = []byte(hex.EncodeToString(random))
		err = os.WriteFile(file, text, 0o600)
	}
	options.DeviceID = string(text)
	return options, err
}
