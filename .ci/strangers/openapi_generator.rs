//! The round of strangers, with openapi-generator for Rust.
use std::env::var;
use stranger_api::apis::code_api::{generate_code, parse_curl, ParseCurlError};
use stranger_api::apis::{configuration::Configuration, tests_api::execute_test, Error};
use stranger_api::models::{GenerateCodeRequest, Language, ParseCurlRequest};

#[tokio::main]
async fn main() {
    let client = Configuration {
        base_path: var("PLAYGROUNDS_BASE_URL").unwrap(),
        bearer_access_token: Some(var("PLAYGROUNDS_API_KEY").unwrap()),
        ..Configuration::default()
    };
    let command = format!("curl -m 3000000 -u ada:secret {} -d name=Ada", var("TARGET_URL").unwrap());
    let parsed = parse_curl(&client, ParseCurlRequest::new(command)).await.unwrap();
    let run = execute_test(&client, parsed.clone(), None).await.unwrap();
    assert_eq!(run.response.unwrap().unwrap().status, 200);
    let wanted = GenerateCodeRequest {
        parsed: Some(Box::new(parsed)),
        ..GenerateCodeRequest::new(Language::Rust)
    };
    assert!(generate_code(&client, wanted).await.unwrap().code.contains("reqwest"));
    let refused = parse_curl(&client, ParseCurlRequest::new("curl --no-such-option x".into())).await;
    let Err(Error::ResponseError(answer)) = refused else { panic!("{refused:?}") };
    let Some(ParseCurlError::Status400(body)) = answer.entity else { panic!("{answer:?}") };
    assert_eq!(body.error.details.unwrap()[0].offset, Some(5));
    println!("ok");
}
