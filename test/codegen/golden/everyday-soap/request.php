<?php

$curl = curl_init('http://playground.test:8080/ws');
curl_setopt_array($curl, [
    CURLOPT_POSTFIELDS => '<?xml version="1.0"?><Envelope><Body>1</Body></Envelope>',
    CURLOPT_HTTPHEADER => [
        'Content-Type: text/xml; charset=utf-8',
        'SOAPAction: "urn:Get"',
    ],
    CURLOPT_RETURNTRANSFER => true,
]);

$response = curl_exec($curl);
if ($response === false) {
    fwrite(STDERR, curl_error($curl) . PHP_EOL);
    exit(1);
}

echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), PHP_EOL, $response, PHP_EOL;
