use std::env;
use std::error::Error;

use reqwest::blocking::Client;
use reqwest::redirect::Policy;

fn main() -> Result<(), Box<dyn Error>> {
    let token = env::var("TOKEN").map_err(|_| "TOKEN is not set")?;
    let client = Client::builder()
        .redirect(Policy::none())
        .timeout(None)
        .build()?;
    let response = client
        .get("http://playground.test:8080/v")
        .bearer_auth(&token)
        .send()?;

    println!("{}", response.status());
    println!("{}", response.text()?);
    Ok(())
}
