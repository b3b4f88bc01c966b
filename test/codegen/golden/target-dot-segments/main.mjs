const response = await fetch("http://playground.test:8080/a/../b/./c", {
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
