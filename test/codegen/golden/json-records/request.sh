curl 'http://playground.test:8080/found' \
  -H 'Content-Type: application/json' \
  -d '{"records":[{"id":1,"name":"a"},{"id":2,"name":"b"}],"pairs":[[1,2],[3,4]],"prompt":"A text that is as long as people write them for a model, all of it on one line."}'
