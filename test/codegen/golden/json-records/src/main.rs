use std::error::Error;

use reqwest::blocking::Client;
use reqwest::redirect::Policy;
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::builder()
        .redirect(Policy::none())
        .timeout(None)
        .build()?;
    let response = client
        .post("http://playground.test:8080/found")
        .json(&json!({
            "records": [
                {"id": 1, "name": "a"},
                {"id": 2, "name": "b"},
            ],
            "pairs": [
                [1, 2],
                [3, 4],
            ],
            "prompt": "A text that is as long as people write them for a model, all of it on one line.",
        }))
        .send()?;

    println!("{}", response.status());
    println!("{}", response.text()?);
    Ok(())
}
