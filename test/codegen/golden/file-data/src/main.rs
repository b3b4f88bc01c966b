use std::error::Error;
use std::fs;

use reqwest::blocking::Client;
use reqwest::redirect::Policy;

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::builder()
        .redirect(Policy::none())
        .http1_title_case_headers()
        .build()?;
    let mut body = fs::read("notes.txt")?;
    body.retain(|byte| !matches!(byte, b'\r' | b'\n' | 0));
    let response = client
        .post("http://playground.test:8080/things")
        .header("Content-Type", "application/x-www-form-urlencoded")
        .body(body)
        .send()?;

    println!("{}", response.status().as_u16());
    println!("{}", response.text()?);
    Ok(())
}
