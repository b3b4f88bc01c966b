use std::error::Error;
use std::time::Duration;

use reqwest::blocking::Client;
use reqwest::redirect::Policy;

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::builder()
        .redirect(Policy::none())
        .http1_title_case_headers()
        .danger_accept_invalid_certs(true)
        .timeout(Duration::from_secs(5))
        .build()?;
    let response = client
        .post("http://playground.test:8080/things")
        .header("Content-Type", "application/json")
        .header("Accept-Encoding", "deflate, gzip, br, zstd")
        .body("{\"a\":1}")
        .send()?;

    println!("{}", response.status().as_u16());
    println!("{}", response.text()?);
    Ok(())
}
