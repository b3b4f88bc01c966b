use std::collections::hash_map::RandomState;
use std::error::Error;
use std::fs;
use std::hash::BuildHasher;

use reqwest::blocking::Client;
use reqwest::redirect::Policy;

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::builder()
        .redirect(Policy::none())
        .http1_title_case_headers()
        .build()?;
    let boundary = format!("{:016x}", RandomState::new().hash_one(0));
    let mut body = Vec::new();
    write_part(
        &mut body,
        &boundary,
        "Content-Disposition: form-data; name=\"title\"",
        "Tea".as_bytes(),
    );
    let content = fs::read("photo.png")?;
    let headers = "Content-Disposition: form-data; name=\"photo\"; filename=\"photo.png\"\r\nContent-Type: image/png";
    write_part(&mut body, &boundary, headers, &content);
    body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    let content_type = format!("multipart/form-data; boundary={boundary}");
    let response = client
        .post("http://playground.test:8080/upload")
        .header("Content-Type", &content_type)
        .body(body)
        .send()?;

    println!("{}", response.status().as_u16());
    println!("{}", response.text()?);
    Ok(())
}

fn write_part(body: &mut Vec<u8>, boundary: &str, headers: &str, content: &[u8]) {
    body.extend_from_slice(format!("--{boundary}\r\n{headers}\r\n\r\n").as_bytes());
    body.extend_from_slice(content);
    body.extend_from_slice(b"\r\n");
}
