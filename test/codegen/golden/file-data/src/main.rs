use std::error::Error;
use std::fs;

use reqwest::blocking::Client;
use reqwest::redirect::Policy;

fn main() -> Result<(), Box<dyn Error>> {
    // Like curl -d @file, without NUL bytes and line ends.
    let mut body = fs::read("notes.txt")?;
    body.retain(|byte| !b"\r\n\0".contains(byte));
    let client = Client::builder()
        .redirect(Policy::none())
        .timeout(None)
        .build()?;
    let response = client
        .post("http://playground.test:8080/things")
        .header("Content-Type", "application/x-www-form-urlencoded")
        .body(body)
        .send()?;

    println!("{}", response.status());
    println!("{}", response.text()?);
    Ok(())
}
