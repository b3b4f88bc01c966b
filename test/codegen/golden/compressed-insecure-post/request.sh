curl -k --compressed -m 5 'http://playground.test:8080/things' \
  -H 'Content-Type: application/json' \
  -d '{"a":1}'
