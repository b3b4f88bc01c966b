curl 'http://playground.test:8080/upload' \
  -F 'a=b;type=text/plain;headers="X-Part: one";headers="X-Other: two"'
