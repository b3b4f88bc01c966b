<?php

$token = getenv('TOKEN') ?: throw new RuntimeException('TOKEN is not set');

$curl = curl_init('http://playground.test:8080/v1/chat/completions');
curl_setopt_array($curl, [
    CURLOPT_POSTFIELDS => json_encode([
        'model' => 'gpt-x',
        'messages' => [['role' => 'user', 'content' => 'Say this is a test!']],
        'temperature' => 0.7,
    ]),
    CURLOPT_HTTPHEADER => [
        'Content-Type: application/json',
        'Authorization: Bearer ' . $token,
    ],
    CURLOPT_RETURNTRANSFER => true,
]);

$response = curl_exec($curl);
if ($response === false) {
    fwrite(STDERR, curl_error($curl) . PHP_EOL);
    exit(1);
}

echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), PHP_EOL, $response, PHP_EOL;
