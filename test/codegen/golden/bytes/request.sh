printf '\000\001\377\376\012\015\047"' | curl 'http://playground.test:8080/things' \
  -H 'Content-Type: application/octet-stream' \
  --data-binary @-
