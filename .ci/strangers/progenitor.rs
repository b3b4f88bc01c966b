//! The round of strangers, with progenitor.
use std::env::var;

progenitor::generate_api!("api.json");

#[tokio::main]
async fn main() {
    let mut headers = reqwest::header::HeaderMap::new();
    let key = format!("Bearer {}", var("PLAYGROUNDS_API_KEY").unwrap());
    headers.insert("authorization", key.parse().unwrap());
    let http = reqwest::Client::builder().default_headers(headers).build().unwrap();
    let client = Client::new_with_client(&var("PLAYGROUNDS_BASE_URL").unwrap(), http);
    let command = format!("curl -m 3000000 -u ada:secret {} -d name=Ada", var("TARGET_URL").unwrap());

    let wanted = |curl: &str| types::ParseCurlRequest { curl: curl.parse().unwrap() };
    let parsed = client.parse_curl(&wanted(&command)).await.unwrap().into_inner();
    let run = client.execute_test(None, &parsed).await.unwrap().into_inner();
    // The 3.0 document says twice that there may be none, once at the type itself.
    assert_eq!(run.response.unwrap().0.unwrap().status, 200);
    let request = types::GenerateCodeRequest {
        parsed: Some(parsed),
        language: types::Language::Rust,
        curl: None,
        library: None,
        playground_id: None,
        style: None,
    };
    assert!(client.generate_code(&request).await.unwrap().into_inner().code.contains("reqwest"));
    match client.parse_curl(&wanted("curl --no-such-option x")).await {
        Err(progenitor::progenitor_client::Error::ErrorResponse(answer)) => {
            assert_eq!(answer.status(), 400);
            assert_eq!(answer.into_inner().error.details[0].offset, Some(5));
        }
        other => panic!("{other:?}"),
    }
    println!("ok");
}
