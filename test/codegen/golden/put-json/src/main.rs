use std::error::Error;

use reqwest::blocking::Client;
use reqwest::redirect::Policy;
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::builder()
        .redirect(Policy::none())
        .timeout(None)
        .build()?;
    let response = client
        .put("http://playground.test:8080/things")
        .json(&json!({"a": 1}))
        .send()?;

    println!("{}", response.status());
    println!("{}", response.text()?);
    Ok(())
}
