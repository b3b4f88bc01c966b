use std::error::Error;
use std::time::Duration;

use reqwest::blocking::Client;
use reqwest::redirect::Policy;
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::builder()
        .redirect(Policy::none())
        .gzip(true)
        .tls_danger_accept_invalid_certs(true)
        .build()?;
    let response = client
        .post("http://playground.test:8080/things")
        .timeout(Duration::from_secs(5))
        .json(&json!({"a": 1}))
        .send()?;

    println!("{}", response.status());
    println!("{}", response.text()?);
    Ok(())
}
