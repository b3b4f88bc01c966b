curl 'http://playground.test:8080/ws' \
  -H 'Content-Type: text/xml; charset=utf-8' \
  -H 'SOAPAction: "urn:Get"' \
  -d '<?xml version="1.0"?><Envelope><Body>1</Body></Envelope>'
