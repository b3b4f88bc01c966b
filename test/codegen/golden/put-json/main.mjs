try {
  const url = "http://playground.test:8080/things";
  const response = await fetch(url, {
    method: "PUT",
    headers: {
      "Content-Type": "application/json",
    },
    body: JSON.stringify({
      a: 1,
    }),
    redirect: "manual",
  });
  console.log(response.status, response.statusText);
  console.log(await response.text());
} catch (error) {
  console.error("Request failed:", error.cause ?? error);
  process.exitCode = 1;
}
