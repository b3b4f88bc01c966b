curl 'http://playground.test:8080/things' \
  -H 'Content-Type: text/plain' \
  -d '$HOME ${HOME} $(id) `id` #{1 + 1} #$0 #@x'
