curl 'http://playground.test:8080/a/path/that/is/so/long/that/a/formatter/breaks/the/line/before/it' \
  -F 'a=1' \
  -F 'a=2' \
  -F 'photo=@photo.png' \
  -F 'meta={"a":1};type=application/json' \
  -F 'last=x'
