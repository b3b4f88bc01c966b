const userName = process.env.USER_NAME;
if (userName === undefined) throw new Error("USER_NAME is not set");
const id = process.env.id;
if (id === undefined) throw new Error("id is not set");

const response = await fetch("http://playground.test:8080/things", {
  method: "POST",
  headers: { "Content-Type": "application/xml" },
  body: `<a id="#{1}">
  <b>${userName}</b>
${id}`,
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
