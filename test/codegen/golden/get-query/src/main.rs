use std::error::Error;

use reqwest::blocking::Client;
use reqwest::redirect::Policy;

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::builder().redirect(Policy::none()).build()?;
    let url = "http://playground.test:8080/search?q=tea&page=2&sort=name";
    let response = client.get(url).send()?;

    println!("{}", response.status().as_u16());
    println!("{}", response.text()?);
    Ok(())
}
