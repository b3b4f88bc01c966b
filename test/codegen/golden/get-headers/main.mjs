try {
  const url = "http://playground.test:8080/users";
  const response = await fetch(url, {
    headers: {
      Accept: "application/json",
      "X-Api-Key": "abc123",
      "x-lower-case": "yes",
    },
    redirect: "manual",
  });
  console.log(response.status, response.statusText);
  console.log(await response.text());
} catch (error) {
  console.error("Request failed:", error.cause ?? error);
  process.exitCode = 1;
}
