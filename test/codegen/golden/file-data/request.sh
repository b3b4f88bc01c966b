curl 'http://playground.test:8080/things' \
  -d '@notes.txt'
