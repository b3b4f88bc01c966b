curl 'http://playground.test:8080/things' \
  -m 5 \
  -k \
  --compressed \
  -H 'Content-Type: application/json' \
  -d '{"a":1}'
