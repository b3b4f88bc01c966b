: "${USER_NAME:?}" "${id:?}"
curl 'http://playground.test:8080/things' \
  -H 'Content-Type: application/xml' \
  -d '<a id="#{1}">
  <b>'"$USER_NAME"'</b>
'"$id"
