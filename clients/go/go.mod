module github.com/playgrounds-api/playgrounds-go

go 1.24.0
