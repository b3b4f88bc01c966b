<?php

is_readable('notes.txt') || throw new RuntimeException('Cannot read notes.txt');

$curl = curl_init('http://playground.test:8080/things');
curl_setopt_array($curl, [
    CURLOPT_POSTFIELDS => str_replace(["\r", "\n", "\0"], '', file_get_contents('notes.txt')) /* as curl -d does */,
    CURLOPT_RETURNTRANSFER => true,
]);

$response = curl_exec($curl);
if ($response === false) {
    fwrite(STDERR, curl_error($curl) . PHP_EOL);
    exit(1);
}

echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), PHP_EOL, $response, PHP_EOL;
