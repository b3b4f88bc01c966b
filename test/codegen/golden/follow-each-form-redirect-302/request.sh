curl -L 'http://playground.test:8080/things' \
  -d 'a=1'
