<?php
// The round of strangers, with openapi-generator for PHP: php openapi_generator.php <the folder lib of the client>.
require 'GuzzleHttp/autoload.php';

use OpenAPI\Client\Api\{CodeApi, TestsApi};
use OpenAPI\Client\{ApiException, Configuration};
use OpenAPI\Client\Model\{ErrorResponse, GenerateCodeRequest, ParseCurlRequest};

spl_autoload_register(function (string $class) use ($argv): void {
    $file = $argv[1] . '/' . strtr(substr($class, strlen('OpenAPI\Client\\')), '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});

$configuration = (new Configuration())->setHost(getenv('PLAYGROUNDS_BASE_URL'))->setAccessToken(getenv('PLAYGROUNDS_API_KEY'));
$code = new CodeApi(config: $configuration);
$tests = new TestsApi(config: $configuration);
$parse = fn($curl) => $code->parseCurl(new ParseCurlRequest(['curl' => $curl]));
$check = fn($fine, $seen) => $fine || throw new Exception(print_r($seen, true));

$target = getenv('TARGET_URL');
foreach (["curl -m 3000000 -u ada:secret $target -d name=Ada", "curl $target"] as $command) {
    $parsed = $parse($command);
    $run = $tests->executeTest($parsed);
    $check($run->getResponse()->getStatus() === 200, $run);
    $program = $code->generateCode(new GenerateCodeRequest(['parsed' => $parsed, 'language' => 'php']));
    $check(str_contains($program->getCode(), 'curl_init'), $program);
}
try {
    $parse('curl --no-such-option x');
    throw new Exception('400 expected');
} catch (ApiException $e) {
    $refused = $e->getResponseObject();
    $check($refused instanceof ErrorResponse && $refused->getError()->getDetails()[0]->getOffset() === 5, $e);
}
echo "ok\n";
