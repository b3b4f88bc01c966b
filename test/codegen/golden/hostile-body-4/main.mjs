const response = await fetch("http://playground.test:8080/things", {
  method: "POST",
  headers: { "Content-Type": "text/plain" },
  body: "$HOME ${HOME} $(id) `id` #{1 + 1} #$0 #@x",
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
