curl 'http://playground.test:8080/things' \
  -d 'name=Ada' \
  -d 'role=admin'
