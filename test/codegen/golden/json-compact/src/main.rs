use std::error::Error;

use reqwest::blocking::Client;
use reqwest::redirect::Policy;

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::builder()
        .redirect(Policy::none())
        .http1_title_case_headers()
        .build()?;
    let response = client
        .post("http://playground.test:8080/things")
        .header("Content-Type", "application/json")
        .body(r#"{"name":"Ada","age":36,"tags":["a","b"],"ok":true}"#)
        .send()?;

    println!("{}", response.status().as_u16());
    println!("{}", response.text()?);
    Ok(())
}
