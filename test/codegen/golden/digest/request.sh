curl --digest 'http://playground.test:8080/private' \
  -u 'ada:love"lace'
