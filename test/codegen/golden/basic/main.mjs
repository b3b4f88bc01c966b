try {
  const url = "http://playground.test:8080/private";
  const response = await fetch(url, {
    headers: {
      Authorization: "Basic YWRhOmxvdmVsYWNl",
    },
    redirect: "manual",
  });
  console.log(response.status, response.statusText);
  console.log(await response.text());
} catch (error) {
  console.error("Request failed:", error.cause ?? error);
  process.exitCode = 1;
}
