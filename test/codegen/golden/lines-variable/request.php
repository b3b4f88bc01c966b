<?php

$userName = getenv('USER_NAME') ?: throw new RuntimeException('USER_NAME is not set');
$id = getenv('id') ?: throw new RuntimeException('id is not set');

$curl = curl_init('http://playground.test:8080/things');
curl_setopt_array($curl, [
    CURLOPT_POSTFIELDS => <<<TEXT
        <a id="#{1}">
          <b>{$userName}</b>
        {$id}
        TEXT,
    CURLOPT_HTTPHEADER => ['Content-Type: application/xml'],
    CURLOPT_RETURNTRANSFER => true,
]);

$response = curl_exec($curl);
if ($response === false) {
    fwrite(STDERR, curl_error($curl) . PHP_EOL);
    exit(1);
}

echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), PHP_EOL, $response, PHP_EOL;
