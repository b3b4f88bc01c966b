curl 'http://playground.test:8080/things' \
  -H 'Content-Type: application/json' \
  -d '{"name":"Ada","age":36,"tags":["a","b"],"ok":true}'
