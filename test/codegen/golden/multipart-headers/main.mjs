const form = new FormData();
form.append("a", new File(["b"], "", { type: "text/plain" }));

const response = await fetch("http://playground.test:8080/upload", {
  method: "POST",
  body: form,
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
