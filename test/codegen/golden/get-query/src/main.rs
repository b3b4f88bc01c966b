use std::error::Error;

use reqwest::blocking::Client;
use reqwest::redirect::Policy;

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::builder()
        .redirect(Policy::none())
        .timeout(None)
        .build()?;
    let response = client
        .get("http://playground.test:8080/search")
        .query(&[("q", "tea"), ("page", "2"), ("sort", "name")])
        .send()?;

    println!("{}", response.status());
    println!("{}", response.text()?);
    Ok(())
}
