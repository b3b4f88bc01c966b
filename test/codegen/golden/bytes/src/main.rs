use std::error::Error;

use reqwest::blocking::Client;
use reqwest::redirect::Policy;

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::builder()
        .redirect(Policy::none())
        .timeout(None)
        .build()?;
    let response = client
        .post("http://playground.test:8080/things")
        .header("Content-Type", "application/octet-stream")
        .body(b"\0\x01\xff\xfe\n\r'\"".to_vec())
        .send()?;

    println!("{}", response.status());
    println!("{}", response.text()?);
    Ok(())
}
