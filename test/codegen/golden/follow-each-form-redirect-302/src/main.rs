use std::error::Error;

use reqwest::blocking::Client;

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::builder().referer(false).timeout(None).build()?;
    let response = client
        .post("http://playground.test:8080/things")
        .form(&[("a", "1")])
        .send()?;

    println!("{}", response.status());
    println!("{}", response.text()?);
    Ok(())
}
