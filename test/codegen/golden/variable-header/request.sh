: "${TOKEN:?}"
curl 'http://playground.test:8080/v' \
  -H "Authorization: Bearer $TOKEN"
