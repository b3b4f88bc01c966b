try {
  const url = "http://playground.test:8080/things";
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": "text/plain",
    },
    body: "$HOME ${HOME} $(id) `id` #{1 + 1} #$0 #@x",
    redirect: "manual",
  });
  console.log(response.status, response.statusText);
  console.log(await response.text());
} catch (error) {
  console.error("Request failed:", error.cause ?? error);
  process.exitCode = 1;
}
