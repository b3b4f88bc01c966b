const response = await fetch("http://playground.test:8080/ws", {
  method: "POST",
  headers: {
    "Content-Type": "text/xml; charset=utf-8",
    SOAPAction: '"urn:Get"',
  },
  body: '<?xml version="1.0"?><Envelope><Body>1</Body></Envelope>',
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
