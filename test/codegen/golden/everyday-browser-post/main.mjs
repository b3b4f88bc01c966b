const response = await fetch("http://playground.test:8080/api/items", {
  method: "POST",
  headers: {
    "content-type": "application/json",
    origin: "https://www.example.com",
    accept:
      "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
    "accept-language": "en-GB,en;q=0.9,de;q=0.8",
    "cache-control": "no-cache",
    cookie: "session=abc%3D; theme=dark; _ga=GA1.2.3.4567890",
    dnt: "1",
    pragma: "no-cache",
    referer: "https://www.example.com/items",
    "sec-ch-ua":
      '"Chromium";v="130", "Google Chrome";v="130", "Not?A_Brand";v="99"',
    "sec-ch-ua-mobile": "?0",
    "sec-ch-ua-platform": '"macOS"',
    "sec-fetch-dest": "document",
    "sec-fetch-site": "same-origin",
    "upgrade-insecure-requests": "1",
    "user-agent":
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
  },
  body: JSON.stringify({ filter: { tags: ["a", "b"] }, limit: 50 }),
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
