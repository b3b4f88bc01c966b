curl 'http://playground.test:8080/h' \
  -H 'X-A: 1' \
  -H 'X-B: b' \
  -H 'X-A: 2'
