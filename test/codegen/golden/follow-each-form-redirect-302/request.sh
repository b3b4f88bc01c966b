curl 'http://playground.test:8080/things' \
  -L \
  -d 'a=1'
