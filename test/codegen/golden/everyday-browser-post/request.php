<?php

$curl = curl_init('http://playground.test:8080/api/items');
curl_setopt_array($curl, [
    CURLOPT_COOKIE => 'session=abc%3D; theme=dark; _ga=GA1.2.3.4567890',
    CURLOPT_REFERER => 'https://www.example.com/items',
    CURLOPT_USERAGENT => 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    CURLOPT_POSTFIELDS => json_encode(['filter' => ['tags' => ['a', 'b']], 'limit' => 50]),
    CURLOPT_ENCODING => '',
    CURLOPT_HTTPHEADER => [
        'content-type: application/json',
        'origin: https://www.example.com',
        'accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
        'accept-language: en-GB,en;q=0.9,de;q=0.8',
        'cache-control: no-cache',
        'dnt: 1',
        'pragma: no-cache',
        'sec-ch-ua: "Chromium";v="130", "Google Chrome";v="130", "Not?A_Brand";v="99"',
        'sec-ch-ua-mobile: ?0',
        'sec-ch-ua-platform: "macOS"',
        'sec-fetch-dest: document',
        'sec-fetch-mode: navigate',
        'sec-fetch-site: same-origin',
        'upgrade-insecure-requests: 1',
    ],
    CURLOPT_RETURNTRANSFER => true,
]);

$response = curl_exec($curl);
if ($response === false) {
    fwrite(STDERR, curl_error($curl) . PHP_EOL);
    exit(1);
}

echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), PHP_EOL, $response, PHP_EOL;
