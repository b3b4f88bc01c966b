<?php
// The flow that every client goes through, live: php flow.php (see clients/live.mjs for the environment).
require 'vendor/autoload.php';

use Playgrounds\Api\{CodeApi, KeysApi, PlaygroundsApi, TestsApi, UsageApi};
use Playgrounds\{ApiException, Configuration};
use Playgrounds\Model\{CreateApiKeyRequest, CreatePlaygroundRequest, GenerateCodeRequest, Language, ParseCurlRequest};
use Playgrounds\Model\{RequestShape, Scope, UpdatePlaygroundRequest};

function client(string $api, ?string $key = null, ?string $base = null): object
{
    $configuration = (new Configuration())->setHost($base ?? getenv('PLAYGROUNDS_BASE_URL'));
    return new $api(config: $configuration->setAccessToken($key ?? getenv('PLAYGROUNDS_API_KEY')));
}

function check(bool $fine, mixed $seen = null): void
{
    $fine || throw new Exception('not as it should be: ' . var_export($seen, true));
}

/** The error of a response that refuses, with the seconds after which to try again. */
function refused(int $status, callable $call): stdClass
{
    try {
        $call();
    } catch (ApiException $e) {
        $error = json_decode($e->getResponseBody())->error;
        check($e->getCode() === $status && $error->request_id !== '', $e->getMessage());
        $error->retry_after = (int) ($e->getResponseHeaders()['retry-after'][0] ?? 0);
        return $error;
    }
    throw new Exception("$status expected");
}

/** Asks again, once, after the time that a 503 names. */
function again(callable $call): mixed
{
    try {
        return $call();
    } catch (ApiException $e) {
        check($e->getCode() === 503, $e->getMessage());
        sleep((int) $e->getResponseHeaders()['retry-after'][0]);
        return $call();
    }
}

/** All playgrounds of a name, newest first, page by page. */
function listed(string $search): Generator
{
    $cursor = null;
    do {
        $page = client(PlaygroundsApi::class)->listPlaygrounds(cursor: $cursor, limit: 2, search: $search);
        yield from $page->getData();
        $cursor = $page->getPagination()->getNextCursor();
    } while ($cursor !== null);
}

$ids = fn(iterable $all) => array_map(fn($one) => $one->getId(), [...$all]);
$target = getenv('TARGET_URL');
$mark = 'php-' . bin2hex(random_bytes(4));
[$playgrounds, $tests, $code, $keys] =
    array_map(client(...), [PlaygroundsApi::class, TestsApi::class, CodeApi::class, KeysApi::class]);

check(refused(401, fn() => client(UsageApi::class, 'pgk_wrong')->getUsage())->code === 'unauthorized');

$made = [];
foreach ([0, 1, 2] as $n) {
    $request = new CreatePlaygroundRequest(['curl_command' => "curl $target$n", 'name' => "$mark $n", 'is_public' => $n === 0]);
    $made[] = $playgrounds->createPlayground($request);
}
check($made[0]->getIsPublic() && $made[0]->getLanguages()[0] === 'python', $made[0]);
check($ids(listed($mark)) === array_reverse($ids($made)));

[$first, , $headers] = $playgrounds->getPlaygroundWithHttpInfo($made[0]->getId());
$etag = $headers['etag'][0] ?? $headers['ETag'][0];
$change = fn($name) => $playgrounds->updatePlayground($first->getId(), new UpdatePlaygroundRequest(['name' => $name]), $etag);
check($change("$mark changed")->getName() === "$mark changed");
check(refused(412, fn() => $change($mark))->code === 'precondition_failed');

$parse = fn($curl) => $code->parseCurl(new ParseCurlRequest(['curl' => $curl]));
$parsed = $parse("curl -m 3000000 -u ada:secret {$target}users -d name=Ada");
check($parsed->getMethod() === 'POST' && $parsed->getOptions()->getTimeoutMs() === 3_000_000_000, $parsed);
$run = $tests->executeTest($parsed);
check($run->getStatus() === 'completed' && $run->getResponse()->getStatus() === 200, $run);
$own = $tests->executeTest(new RequestShape(['playground_id' => $first->getId()]));
check($ids($tests->listTests(playground_id: $first->getId())->getData()) === [$own->getId()]);
check($tests->getTest($run->getId())->getResponse()->getBody() === $run->getResponse()->getBody());
$program = $code->generateCode(new GenerateCodeRequest(['parsed' => $parsed, 'language' => Language::PHP]));
check(str_contains($program->getCode(), 'curl_init'), $program);
// An empty map is sent as `[]`, which the service takes.
$bare = $parse("curl $target");
check($tests->executeTest($bare)->getResponse()->getStatus() === 200);
$tests->deleteTest($run->getId());

$error = refused(400, fn() => $parse('curl --no-such-option x'));
check($error->details[0]->field === '/curl' && $error->details[0]->offset === 5, $error);
check(refused(404, fn() => $playgrounds->getPlayground('0'))->code === 'not_found');
$limited = client(CodeApi::class, getenv('LIMITED_KEY'));
check(refused(429, fn() => $limited->parseCurl(new ParseCurlRequest(['curl' => 'curl x'])))->retry_after > 0);

$request = new CreatePlaygroundRequest(['curl_command' => "curl $target", 'name' => "$mark once"]);
$flaky = client(PlaygroundsApi::class, base: getenv('FLAKY_URL'));
again(fn() => $flaky->createPlayground($request, $mark));
check(count([...listed("$mark once")]) === 1);

$key = $keys->createKey(new CreateApiKeyRequest(['name' => 'flow', 'scopes' => [Scope::USAGE_READ]]));
check(client(UsageApi::class, $key->getKey())->getUsage()->getPlan() === 'pro');
$keys->revokeKey($key->getId());

foreach ([...listed($mark)] as $playground) {
    $playgrounds->deletePlayground($playground->getId());
}
check(refused(404, fn() => $playgrounds->getPlayground($first->getId()))->code === 'not_found');
echo "ok\n";
