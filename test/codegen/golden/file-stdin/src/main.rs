use std::error::Error;
use std::io;

use reqwest::blocking::Client;
use reqwest::redirect::Policy;

fn main() -> Result<(), Box<dyn Error>> {
    let mut input = Vec::new();
    io::copy(&mut io::stdin(), &mut input)?;
    let client = Client::builder()
        .redirect(Policy::none())
        .timeout(None)
        .build()?;
    let response = client
        .post("http://playground.test:8080/things")
        .header("Content-Type", "application/json")
        .body(input)
        .send()?;

    println!("{}", response.status());
    println!("{}", response.text()?);
    Ok(())
}
