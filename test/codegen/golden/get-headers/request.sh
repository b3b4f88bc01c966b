curl 'http://playground.test:8080/users' \
  -H 'Accept: application/json' \
  -H 'X-Api-Key: abc123' \
  -H 'x-lower-case: yes'
