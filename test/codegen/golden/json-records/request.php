<?php

$curl = curl_init('http://playground.test:8080/found');
curl_setopt_array($curl, [
    CURLOPT_POSTFIELDS => json_encode([
        'records' => [
            ['id' => 1, 'name' => 'a'],
            ['id' => 2, 'name' => 'b'],
        ],
        'pairs' => [
            [1, 2],
            [3, 4],
        ],
        'prompt' => 'A text that is as long as people write them for a model, all of it on one line.',
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
