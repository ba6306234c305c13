module example

go 1.21

require latchkey v0.0.0

replace latchkey => ../../sdks/go
