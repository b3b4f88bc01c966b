<?php

$curl = curl_init('http://playground.test:8080/private');
curl_setopt_array($curl, [
    CURLOPT_USERPWD => 'ada:lovelace',
    CURLOPT_RETURNTRANSFER => true,
]);

$response = curl_exec($curl);
if ($response === false) {
    fwrite(STDERR, curl_error($curl) . PHP_EOL);
    exit(1);
}

echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), PHP_EOL, $response, PHP_EOL;
