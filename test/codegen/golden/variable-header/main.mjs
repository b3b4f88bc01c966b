/** The value of an environment variable. */
function environment(name) {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

const token = environment("TOKEN");

try {
  const url = "http://playground.test:8080/v";
  const response = await fetch(url, {
    headers: {
      Authorization: `Bearer ${token}`,
    },
    redirect: "manual",
  });
  console.log(response.status, response.statusText);
  console.log(await response.text());
} catch (error) {
  console.error("Request failed:", error.cause ?? error);
  process.exitCode = 1;
}
