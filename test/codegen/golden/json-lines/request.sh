curl 'http://playground.test:8080/things' \
  -H 'Content-Type: application/json' \
  -d '{
  "name": "Ada",
  "nested": {
    "a": [1, 2]
  }
}
'
