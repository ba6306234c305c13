package main

import "latchkey"

// service is what this program believes. Fill it in before you give the program to anybody.
var service = latchkey.Options{
	Address:    "https://licenses.example.com",
	Name:       "My App",
	OwnerID:    "abcde12345",
	Version:    "1.0",
	PublicKeys: []string{"<64 hex characters>"},
}
