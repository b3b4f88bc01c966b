use std::error::Error;

use reqwest::blocking::Client;
use reqwest::redirect::Policy;

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::builder()
        .redirect(Policy::none())
        .timeout(None)
        .build()?;
    let response = client
        .post("http://playground.test:8080/ws")
        .header("Content-Type", "text/xml; charset=utf-8")
        .header("SOAPAction", "\"urn:Get\"")
        .body("<?xml version=\"1.0\"?><Envelope><Body>1</Body></Envelope>")
        .send()?;

    println!("{}", response.status());
    println!("{}", response.text()?);
    Ok(())
}
