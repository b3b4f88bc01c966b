use std::error::Error;
use std::io;
use std::io::BufRead;
use std::io::BufReader;
use std::io::Read;
use std::io::Write;
use std::net::TcpStream;

// On a socket, since reqwest would not send the request exactly as it stands.
fn main() -> Result<(), Box<dyn Error>> {
    let mut head = String::new();
    head += "GET /a/../b/./c HTTP/1.1\r\n";
    head += "Host: playground.test:8080\r\n";
    head += "Accept: */*\r\n";
    head += "Connection: close\r\n";
    head += "\r\n";
    let mut stream = TcpStream::connect("playground.test:8080")?;
    stream.write_all(head.as_bytes())?;
    let (status, _, body) = receive(stream, false)?;

    println!("{status}");
    println!("{}", String::from_utf8_lossy(&body));
    Ok(())
}

/// Status, header lines and body.
type Answer = (u16, Vec<String>, Vec<u8>);

/// Reads a response (RFC 9112), its body after transfer decoding.
fn receive(stream: TcpStream, is_head: bool) -> Result<Answer, Box<dyn Error>> {
    let mut reader = BufReader::new(stream);
    let mut status = 100;
    let mut headers = Vec::new();
    // Interim responses come before the final one.
    while status < 200 {
        let line = read_line(&mut reader)?;
        let Some(code) = line.split(' ').nth(1) else {
            return Err("the server sent no response".into());
        };
        status = code.parse()?;
        headers.clear();
        loop {
            let line = read_line(&mut reader)?;
            if line.is_empty() {
                break;
            }
            headers.push(line);
        }
    }
    let mut body = Vec::new();
    if is_head || status == 204 || status == 304 {
        return Ok((status, headers, body));
    }
    if header(&headers, "Transfer-Encoding").is_some() {
        loop {
            let line = read_line(&mut reader)?;
            let size = u64::from_str_radix(line.split(';').next().unwrap_or("").trim(), 16)?;
            if size == 0 {
                break;
            }
            reader.by_ref().take(size).read_to_end(&mut body)?;
            read_line(&mut reader)?;
        }
    } else if let Some(length) = header(&headers, "Content-Length") {
        reader.take(length.parse()?).read_to_end(&mut body)?;
    } else {
        reader.read_to_end(&mut body)?;
    }
    Ok((status, headers, body))
}

fn read_line(reader: &mut impl BufRead) -> io::Result<String> {
    let mut line = Vec::new();
    reader.read_until(b'\n', &mut line)?;
    Ok(String::from_utf8_lossy(&line).trim_end().to_string())
}

fn header<'a>(headers: &'a [String], name: &str) -> Option<&'a str> {
    headers.iter().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.eq_ignore_ascii_case(name).then(|| value.trim())
    })
}
