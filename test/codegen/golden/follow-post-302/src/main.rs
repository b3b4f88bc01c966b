use std::error::Error;

use reqwest::blocking::Client;
use reqwest::redirect::Policy;

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::builder()
        .redirect(Policy::limited(50))
        .referer(false)
        .http1_title_case_headers()
        .build()?;
    let response = client
        .post("http://playground.test:8080/things")
        .header("Content-Type", "application/x-www-form-urlencoded")
        .body("a=1")
        .send()?;

    println!("{}", response.status().as_u16());
    println!("{}", response.text()?);
    Ok(())
}
