<?php

$curl = curl_init('http://playground.test:8080/things');
curl_setopt_array($curl, [
    CURLOPT_POSTFIELDS => json_encode([
        'name' => 'Ada',
        'age' => 36,
        'tags' => ['a', 'b'],
        'ok' => true,
    ]),
    CURLOPT_HTTPHEADER => ['Content-Type: application/json'],
    CURLOPT_RETURNTRANSFER => true,
]);

$response = curl_exec($curl);
if ($response === false) {
    fwrite(STDERR, curl_error($curl) . PHP_EOL);
    exit(1);
}

echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), PHP_EOL, $response, PHP_EOL;
