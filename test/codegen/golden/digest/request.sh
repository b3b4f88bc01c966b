curl 'http://playground.test:8080/private' \
  --digest \
  -u 'ada:love"lace'
