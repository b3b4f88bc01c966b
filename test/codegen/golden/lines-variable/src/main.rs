use std::env;
use std::error::Error;

use reqwest::blocking::Client;
use reqwest::redirect::Policy;

fn main() -> Result<(), Box<dyn Error>> {
    let user_name = env::var("USER_NAME").map_err(|_| "USER_NAME is not set")?;
    let id = env::var("id").map_err(|_| "id is not set")?;
    let client = Client::builder()
        .redirect(Policy::none())
        .timeout(None)
        .build()?;
    let response = client
        .post("http://playground.test:8080/things")
        .header("Content-Type", "application/xml")
        .body(format!(
            r##"<a id="#{{1}}">
  <b>{user_name}</b>
{id}"##
        ))
        .send()?;

    println!("{}", response.status());
    println!("{}", response.text()?);
    Ok(())
}
