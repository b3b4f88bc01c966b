<?php

// An array in CURLOPT_POSTFIELDS cannot express these parts.
$boundary = bin2hex(random_bytes(16));
$body = "--$boundary\r\n"
    . "Content-Disposition: form-data; name=\"a\"\r\n"
    . "Content-Type: text/plain\r\n"
    . "X-Part: one\r\n"
    . "X-Other: two\r\n\r\n"
    . 'b' . "\r\n";
$body .= "--$boundary--\r\n";

$curl = curl_init('http://playground.test:8080/upload');
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
