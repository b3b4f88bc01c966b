use std::error::Error;

use reqwest::blocking::Client;
use reqwest::redirect::Policy;

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::builder().redirect(Policy::none()).build()?;
    let response = client
        .put("http://playground.test:8080/things")
        .header("Content-Type", "application/json")
        .body("{\"a\":1}")
        .send()?;

    println!("{}", response.status());
    println!("{}", response.text()?);
    Ok(())
}
