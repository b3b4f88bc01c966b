use std::error::Error;

use reqwest::blocking::multipart::{Form, Part};
use reqwest::blocking::Client;
use reqwest::header::{HeaderMap, HeaderName};
use reqwest::redirect::Policy;

fn main() -> Result<(), Box<dyn Error>> {
    let form = Form::new().part(
        "a",
        Part::text("b")
            .mime_str("text/plain")?
            .headers(HeaderMap::from_iter([(HeaderName::from_bytes(b"X-Part")?, "one".parse()?), (HeaderName::from_bytes(b"X-Other")?, "two".parse()?)])),
    );
    let client = Client::builder()
        .redirect(Policy::none())
        .timeout(None)
        .build()?;
    let response = client
        .post("http://playground.test:8080/upload")
        .multipart(form)
        .send()?;

    println!("{}", response.status());
    println!("{}", response.text()?);
    Ok(())
}
