use std::error::Error;

use reqwest::blocking::multipart::{Form, Part};
use reqwest::blocking::Client;
use reqwest::redirect::Policy;

fn main() -> Result<(), Box<dyn Error>> {
    let form = Form::new()
        .text("a", "1")
        .text("a", "2")
        .file("photo", "photo.png")?
        .part(
            "meta",
            Part::text("{\"a\":1}").mime_str("application/json")?,
        )
        .text("last", "x");
    let client = Client::builder()
        .redirect(Policy::none())
        .timeout(None)
        .build()?;
    let response = client
        .post("http://playground.test:8080/a/path/that/is/so/long/that/a/formatter/breaks/the/line/before/it")
        .multipart(form)
        .send()?;

    println!("{}", response.status());
    println!("{}", response.text()?);
    Ok(())
}
