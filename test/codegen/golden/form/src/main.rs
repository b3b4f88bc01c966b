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
        .form(&[("name", "Ada"), ("role", "admin")])
        .send()?;

    println!("{}", response.status());
    println!("{}", response.text()?);
    Ok(())
}
