curl 'http://playground.test:8080/private' \
  -u 'ada:lovelace'
