<?php

// An array in CURLOPT_POSTFIELDS cannot express these parts.
$boundary = bin2hex(random_bytes(16));
$body = "--$boundary\r\n"
    . "Content-Disposition: form-data; name=\"a\"\r\n\r\n"
    . '1' . "\r\n";
$body .= "--$boundary\r\n"
    . "Content-Disposition: form-data; name=\"a\"\r\n\r\n"
    . '2' . "\r\n";
is_readable('photo.png') || throw new RuntimeException('Cannot read photo.png');
$body .= "--$boundary\r\n"
    . "Content-Disposition: form-data; name=\"photo\"; filename=\"photo.png\"\r\n"
    . "Content-Type: image/png\r\n\r\n"
    . file_get_contents('photo.png') . "\r\n";
$body .= "--$boundary\r\n"
    . "Content-Disposition: form-data; name=\"meta\"\r\n"
    . "Content-Type: application/json\r\n\r\n"
    . '{"a":1}' . "\r\n";
$body .= "--$boundary\r\n"
    . "Content-Disposition: form-data; name=\"last\"\r\n\r\n"
    . 'x' . "\r\n";
$body .= "--$boundary--\r\n";

$curl = curl_init('http://playground.test:8080/a/path/that/is/so/long/that/a/formatter/breaks/the/line/before/it');
curl_setopt_array($curl, [
    CURLOPT_POSTFIELDS => $body,
    CURLOPT_HTTPHEADER => [
        'Content-Type: multipart/form-data; boundary=' . $boundary,
    ],
    CURLOPT_RETURNTRANSFER => true,
]);

$response = curl_exec($curl);
if ($response === false) {
    fwrite(STDERR, curl_error($curl) . PHP_EOL);
    exit(1);
}

echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), PHP_EOL, $response, PHP_EOL;
