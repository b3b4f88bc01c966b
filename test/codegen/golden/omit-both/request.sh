curl 'http://playground.test:8080/h' \
  -H 'X-A: b' \
  -H 'User-Agent:' \
  -H 'Accept:'
