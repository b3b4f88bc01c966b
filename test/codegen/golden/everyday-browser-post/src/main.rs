use std::error::Error;

use reqwest::blocking::Client;
use reqwest::redirect::Policy;
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::builder()
        .redirect(Policy::none())
        .gzip(true)
        .timeout(None)
        .build()?;
    let response = client
        .post("http://playground.test:8080/api/items")
        .header("origin", "https://www.example.com")
        .header(
            "accept",
            "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
        )
        .header("accept-language", "en-GB,en;q=0.9,de;q=0.8")
        .header("cache-control", "no-cache")
        .header("cookie", "session=abc%3D; theme=dark; _ga=GA1.2.3.4567890")
        .header("dnt", "1")
        .header("pragma", "no-cache")
        .header("referer", "https://www.example.com/items")
        .header(
            "sec-ch-ua",
            r#""Chromium";v="130", "Google Chrome";v="130", "Not?A_Brand";v="99""#,
        )
        .header("sec-ch-ua-mobile", "?0")
        .header("sec-ch-ua-platform", "\"macOS\"")
        .header("sec-fetch-dest", "document")
        .header("sec-fetch-mode", "navigate")
        .header("sec-fetch-site", "same-origin")
        .header("upgrade-insecure-requests", "1")
        .header(
            "user-agent",
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
        )
        .json(&json!({"filter": {"tags": ["a", "b"]}, "limit": 50}))
        .send()?;

    println!("{}", response.status());
    println!("{}", response.text()?);
    Ok(())
}
