curl 'http://playground.test:8080/upload' \
  -F 'title=Tea' \
  -F 'photo=@photo.png'
