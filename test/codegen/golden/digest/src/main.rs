use std::collections::hash_map::RandomState;
use std::error::Error;
use std::hash::BuildHasher;

use reqwest::blocking::Client;
use reqwest::blocking::Response;
use reqwest::header::WWW_AUTHENTICATE;
use reqwest::redirect::Policy;
use reqwest::StatusCode;

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::builder()
        .redirect(Policy::none())
        .http1_title_case_headers()
        .build()?;
    let request = client.get("http://playground.test:8080/private");
    let challenged = request
        .try_clone()
        .ok_or("the request cannot be repeated")?;
    let mut response = challenged.send()?;
    if response.status() == StatusCode::UNAUTHORIZED {
        let username = "ada";
        let password = "love\"lace";
        let authorization = authorize(&response, "GET", username, password);
        let authorization = authorization.ok_or("the server does not offer Digest")?;
        response = request.header("Authorization", authorization).send()?;
    }

    println!("{}", response.status().as_u16());
    println!("{}", response.text()?);
    Ok(())
}

/// The answer to a Digest challenge (RFC 7616), if there is one.
fn authorize(response: &Response, method: &str, user: &str, password: &str) -> Option<String> {
    let offers = response.headers().get_all(WWW_AUTHENTICATE);
    let challenge = offers.iter().find_map(|offer| {
        let (scheme, challenge) = offer.to_str().ok()?.split_once(' ')?;
        scheme.eq_ignore_ascii_case("digest").then_some(challenge)
    })?;
    let names = ["realm", "nonce", "opaque", "algorithm", "qop", "userhash"];
    let values = names.map(|name| parameter(challenge, name));
    let [realm, nonce, opaque, algorithm, qop, userhash] = values;
    let mut uri = response.url().path().to_string();
    if let Some(query) = response.url().query() {
        uri += &format!("?{query}");
    }
    let scheme = algorithm.to_uppercase();
    let hash = if scheme.starts_with("SHA-256") {
        sha256
    } else {
        md5
    };
    let cnonce = format!("{:016x}", RandomState::new().hash_one(0));
    let mut secret = hash(&format!("{user}:{realm}:{password}"));
    if scheme.ends_with("-SESS") {
        secret = hash(&format!("{secret}:{nonce}:{cnonce}"));
    }
    let what = hash(&format!("{method}:{uri}"));
    let mut proof = nonce.clone();
    if !qop.is_empty() {
        proof += &format!(":00000001:{cnonce}:auth");
    }
    let answer = hash(&format!("{secret}:{proof}:{what}"));
    let user = if userhash == "true" {
        hash(&format!("{user}:{realm}"))
    } else {
        user.to_string()
    };
    let (user, realm, nonce) = (quoted(&user), quoted(&realm), quoted(&nonce));
    let mut authorization = format!("Digest username={user}, realm={realm}, nonce={nonce}");
    authorization += &format!(", uri=\"{uri}\"");
    if !qop.is_empty() {
        authorization += &format!(", cnonce=\"{cnonce}\", nc=00000001, qop=auth");
    }
    authorization += &format!(", response=\"{answer}\"");
    if !opaque.is_empty() {
        authorization += &format!(", opaque={}", quoted(&opaque));
    }
    if !algorithm.is_empty() {
        authorization += &format!(", algorithm={algorithm}");
    }
    if userhash == "true" {
        authorization += ", userhash=true";
    }
    Some(authorization)
}

fn parameter(challenge: &str, name: &str) -> String {
    let mut chars = challenge.chars();
    loop {
        let key: String = chars.by_ref().take_while(|&char| char != '=').collect();
        let mut value = String::new();
        let mut is_quoted = false;
        while let Some(char) = chars.next() {
            match char {
                '"' => is_quoted = !is_quoted,
                '\\' if is_quoted => value.extend(chars.next()),
                ',' if !is_quoted => break,
                _ => value.push(char),
            }
        }
        if key.is_empty() || key.trim().eq_ignore_ascii_case(name) {
            return value;
        }
    }
}

fn quoted(text: &str) -> String {
    let text = text.replace('\\', r"\\").replace('"', r#"\""#);
    format!("\"{text}\"")
}

/// MD5 (RFC 1321) in hexadecimal.
fn md5(text: &str) -> String {
    let shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
    let mut state = [0x67452301u32, 0xefcdab89, 0x98badcfe, 0x10325476];
    for block in padded(text, u64::to_le_bytes).chunks(64) {
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| block[at * 4 + byte]));
        let [mut a, mut b, mut c, mut d] = state;
        for i in 0..64 {
            let (mixed, at) = match i / 16 {
                0 => ((b & c) | (!b & d), i),
                1 => ((d & b) | (!d & c), (5 * i + 1) % 16),
                2 => (b ^ c ^ d, (3 * i + 5) % 16),
                _ => (c ^ (b | !d), 7 * i % 16),
            };
            let constant = (((i + 1) as f64).sin().abs() * 4294967296.0) as u32;
            let terms = [mixed, constant, word(at)];
            let sum = terms.into_iter().fold(a, u32::wrapping_add);
            let turned = sum.rotate_left(shifts[i / 16 * 4 + i % 4]);
            (a, d, c, b) = (d, c, b, b.wrapping_add(turned));
        }
        for (total, value) in state.iter_mut().zip([a, b, c, d]) {
            *total = total.wrapping_add(value);
        }
    }
    let bytes = state.iter().flat_map(|word| word.to_le_bytes());
    bytes.map(|byte| format!("{byte:02x}")).collect()
}

/// SHA-256 (FIPS 180-4) in hexadecimal.
fn sha256(text: &str) -> String {
    let is_prime = |number: &u32| (2..*number).all(|divisor| number % divisor != 0);
    let primes: Vec<f64> = (2..312).filter(is_prime).map(f64::from).collect();
    let fraction = |root: f64| (root.fract() * 4294967296.0) as u32;
    let mut state = [0, 1, 2, 3, 4, 5, 6, 7].map(|at: usize| fraction(primes[at].sqrt()));
    for block in padded(text, u64::to_be_bytes).chunks(64) {
        let word = |at: usize| u32::from_be_bytes([0, 1, 2, 3].map(|byte| block[at * 4 + byte]));
        let mut words: Vec<u32> = (0..16).map(word).collect();
        let mut values = state;
        for i in 0..64 {
            if i >= 16 {
                let (a, b) = (words[i - 15], words[i - 2]);
                let a = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
                let b = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
                let terms = [a, words[i - 7], b];
                words.push(terms.into_iter().fold(words[i - 16], u32::wrapping_add));
            }
            let [a, b, c, _, e, f, g, h] = values;
            let sum = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let choice = (e & f) ^ (!e & g);
            let terms = [sum, choice, fraction(primes[i].cbrt()), words[i]];
            let first = terms.into_iter().fold(h, u32::wrapping_add);
            let sum = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let second = sum.wrapping_add((a & b) ^ (a & c) ^ (b & c));
            values.rotate_right(1);
            values[4] = values[4].wrapping_add(first);
            values[0] = first.wrapping_add(second);
        }
        for (total, value) in state.iter_mut().zip(values) {
            *total = total.wrapping_add(value);
        }
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

fn padded(text: &str, to_bytes: fn(u64) -> [u8; 8]) -> Vec<u8> {
    let mut message = text.as_bytes().to_vec();
    message.push(0x80);
    message.resize((message.len() + 8).div_ceil(64) * 64 - 8, 0);
    message.extend(to_bytes(text.len() as u64 * 8));
    message
}
