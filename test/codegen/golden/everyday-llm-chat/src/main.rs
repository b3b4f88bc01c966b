use std::env;
use std::error::Error;

use reqwest::blocking::Client;
use reqwest::redirect::Policy;
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let token = env::var("TOKEN").map_err(|_| "TOKEN is not set")?;
    let client = Client::builder()
        .redirect(Policy::none())
        .timeout(None)
        .build()?;
    let response = client
        .post("http://playground.test:8080/v1/chat/completions")
        .bearer_auth(&token)
        .json(&json!({
            "model": "gpt-x",
            "messages": [{"role": "user", "content": "Say this is a test!"}],
            "temperature": 0.7,
        }))
        .send()?;

    println!("{}", response.status());
    println!("{}", response.text()?);
    Ok(())
}
