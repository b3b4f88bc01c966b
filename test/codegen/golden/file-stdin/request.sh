curl 'http://playground.test:8080/things' \
  -H 'Content-Type: application/json' \
  --data-binary '@-'
