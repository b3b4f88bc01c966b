//! The flow that every client goes through, live: cargo run (see clients/live.mjs for the environment).

use playgrounds::apis::configuration::Configuration;
use playgrounds::apis::{code_api, keys_api, playgrounds_api, tests_api, usage_api, Error};
use playgrounds::models::*;
use std::env::var;

fn configuration(base_path: &str, key: &str) -> Configuration {
    let (base_path, bearer_access_token) = (base_path.to_owned(), Some(key.to_owned()));
    Configuration {
        base_path,
        bearer_access_token,
        ..Configuration::default()
    }
}

/// The code of a response that refuses, and the first wrong field and its offset.
fn refused<T: std::fmt::Debug, E: std::fmt::Debug>(
    status: u16,
    result: Result<T, Error<E>>,
) -> (String, ErrorDetails) {
    let Err(Error::ResponseError(answer)) = result else {
        panic!("{status} expected, not {result:?}")
    };
    assert_eq!(answer.status.as_u16(), status);
    let body: serde_json::Value = serde_json::from_str(&answer.content).unwrap();
    let error = &body["error"];
    assert!(!error["request_id"].as_str().unwrap().is_empty());
    let detail = &error["details"][0];
    let found = (
        detail["field"].as_str().unwrap_or_default().to_owned(),
        detail["offset"].as_i64().unwrap_or(-1),
    );
    (error["code"].as_str().unwrap().to_owned(), found)
}

type ErrorDetails = (String, i64);

/// Asks again, once, after the second that the flow's proxy wants.
fn again<T, E>(call: impl Fn() -> Result<T, Error<E>>) -> Result<T, Error<E>> {
    match call() {
        Err(Error::ResponseError(answer)) if answer.status == 503 => {
            std::thread::sleep(std::time::Duration::from_secs(1));
            call()
        }
        other => other,
    }
}

/// All playgrounds of a name, newest first, page by page.
fn list(client: &Configuration, search: &str) -> Vec<Playground> {
    let (mut found, mut cursor) = (vec![], None::<String>);
    loop {
        let page = playgrounds_api::list_playgrounds(
            client,
            None,
            cursor.as_deref(),
            Some(2),
            None,
            None,
            Some(search),
            None,
        )
        .unwrap();
        found.extend(page.data);
        cursor = page.pagination.next_cursor;
        if cursor.is_none() {
            return found;
        }
    }
}

fn main() {
    let target = var("TARGET_URL").unwrap();
    let base = var("PLAYGROUNDS_BASE_URL").unwrap();
    let mark = format!("rust-{}", std::process::id());
    let client = configuration(&base, &var("PLAYGROUNDS_API_KEY").unwrap());

    assert_eq!(
        refused(
            401,
            usage_api::get_usage(&configuration(&base, "pgk_wrong"))
        )
        .0,
        "unauthorized"
    );

    let create = |client: &Configuration, name: String, key: Option<&str>| {
        let request = CreatePlaygroundRequest {
            name: Some(name),
            ..CreatePlaygroundRequest::new(format!("curl {target}"))
        };
        playgrounds_api::create_playground(client, request, key)
    };
    let made: Vec<Playground> = (0..3)
        .map(|n| create(&client, format!("{mark} {n}"), None).unwrap())
        .collect();
    let ids = |all: &[Playground]| all.iter().map(|one| one.id.clone()).collect::<Vec<_>>();
    let mut listed = ids(&list(&client, &mark));
    listed.reverse();
    assert_eq!(listed, ids(&made));

    // Headers of responses are not given: the entity tag has to be asked for by hand.
    let url = format!("{base}/api/playgrounds/{}", made[0].id);
    let answer = client
        .client
        .get(url)
        .bearer_auth(client.bearer_access_token.as_ref().unwrap())
        .send()
        .unwrap();
    let etag = answer.headers()["etag"].to_str().unwrap().to_owned();
    let change = |name: String| {
        let request = UpdatePlaygroundRequest {
            name: Some(name),
            ..UpdatePlaygroundRequest::new()
        };
        playgrounds_api::update_playground(&client, &made[0].id, request, Some(&etag))
    };
    assert_eq!(
        change(format!("{mark} changed")).unwrap().name,
        format!("{mark} changed")
    );
    assert_eq!(refused(412, change(mark.clone())).0, "precondition_failed");

    let parse = |client: &Configuration, curl: &str| {
        code_api::parse_curl(client, ParseCurlRequest::new(curl.to_owned()))
    };
    let parsed = parse(
        &client,
        &format!("curl -m 3000000 -u ada:secret {target}users -d name=Ada"),
    )
    .unwrap();
    assert_eq!(parsed.method.as_deref(), Some("POST"));
    assert_eq!(
        parsed.options.as_ref().unwrap().timeout_ms,
        Some(3_000_000_000)
    );
    let run = tests_api::execute_test(&client, parsed.clone(), None).unwrap();
    assert_eq!(
        (
            run.status.as_str(),
            run.response.as_ref().unwrap().as_ref().unwrap().status
        ),
        ("completed", 200)
    );
    let own = RequestShape {
        playground_id: Some(Some(made[0].id.clone())),
        ..RequestShape::new()
    };
    let own = tests_api::execute_test(&client, own, None).unwrap();
    let history = tests_api::list_tests(&client, None, None, None, Some(&made[0].id)).unwrap();
    assert_eq!(
        history.data.iter().map(|one| &one.id).collect::<Vec<_>>(),
        [&own.id]
    );
    assert_eq!(
        tests_api::get_test(&client, &run.id, None)
            .unwrap()
            .response
            .unwrap()
            .unwrap()
            .body,
        run.response.unwrap().unwrap().body
    );
    let request = GenerateCodeRequest {
        parsed: Some(parsed),
        ..GenerateCodeRequest::new(Language::Rust)
    };
    assert!(code_api::generate_code(&client, request)
        .unwrap()
        .code
        .contains("reqwest"));
    tests_api::delete_test(&client, &run.id, None).unwrap();

    let (code, detail) = refused(400, parse(&client, "curl --no-such-option x"));
    assert_eq!(
        (code.as_str(), detail),
        ("invalid_request", ("/curl".to_owned(), 5))
    );
    assert_eq!(
        refused(404, playgrounds_api::get_playground(&client, "0", None)).0,
        "not_found"
    );
    let limited = configuration(&base, &var("LIMITED_KEY").unwrap());
    assert_eq!(
        refused(429, parse(&limited, "curl x")).0,
        "rate_limit_exceeded"
    );

    let flaky = configuration(
        &var("FLAKY_URL").unwrap(),
        &var("PLAYGROUNDS_API_KEY").unwrap(),
    );
    let once = format!("{mark} once");
    again(|| create(&flaky, once.clone(), Some(&mark))).unwrap();
    assert_eq!(list(&client, &once).len(), 1);

    let request = CreateApiKeyRequest {
        scopes: Some(vec![Scope::UsageColonRead]),
        ..CreateApiKeyRequest::new("flow".into())
    };
    let key = keys_api::create_key(&client, request, None).unwrap();
    assert_eq!(
        usage_api::get_usage(&configuration(&base, &key.key))
            .unwrap()
            .plan,
        "pro"
    );
    keys_api::revoke_key(&client, &key.id, None).unwrap();

    for playground in list(&client, &mark) {
        playgrounds_api::delete_playground(&client, &playground.id, None).unwrap();
    }
    assert_eq!(
        refused(
            404,
            playgrounds_api::get_playground(&client, &made[0].id, None)
        )
        .0,
        "not_found"
    );
    println!("ok");
}
