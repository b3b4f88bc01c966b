use std::error::Error;

use reqwest::blocking::multipart::Form;
use reqwest::blocking::Client;
use reqwest::redirect::Policy;

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::builder()
        .redirect(Policy::none())
        .http1_title_case_headers()
        .build()?;
    let form = Form::new()
        .text("title", "Tea")
        .file("photo", "photo.png")?;
    let response = client
        .post("http://playground.test:8080/upload")
        .multipart(form)
        .send()?;

    println!("{}", response.status().as_u16());
    println!("{}", response.text()?);
    Ok(())
}
