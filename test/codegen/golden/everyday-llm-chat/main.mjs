const token = process.env.TOKEN;
if (token === undefined) throw new Error("TOKEN is not set");

const url = "http://playground.test:8080/v1/chat/completions";

const response = await fetch(url, {
  method: "POST",
  headers: {
    "Content-Type": "application/json",
    Authorization: `Bearer ${token}`,
  },
  body: JSON.stringify({
    model: "gpt-x",
    messages: [{ role: "user", content: "Say this is a test!" }],
    temperature: 0.7,
  }),
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
