module latchkey

go 1.21
