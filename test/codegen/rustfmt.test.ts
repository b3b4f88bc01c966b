/** The Rust programs are laid out as rustfmt does it, at every width of what stands in them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { generateCode } from '../../src/codegen/index.ts';
import type { HttpRequest } from '../../src/schemas/http-request.ts';
import { CASES } from './support/cases.ts';
import { missingCommand } from './support/runners.ts';

/** Every place whose width decides about a line break, at every width around the limits. */
function* widths(): Generator<HttpRequest> {
  const url = 'https://api.example.com/things';
  const follow_redirects = true;
  for (let width = 0; width <= 110; width += 1) {
    const text = (width % 2 === 0 ? 'x' : '\u6f22"').repeat(width).slice(0, width);
    const variables = [{ name: 'ID', text: '$ID' }];
    yield { url: `${url}/${'x'.repeat(width)}` };
    yield { url: `${url}/${'x'.repeat(width)}/$ID`, variables };
    yield { url, headers: { 'X-Text': text, 'X-Short': 'x' } };
    yield { url, headers: { 'X-Text': `${text}$ID` }, variables };
    yield { url, body: text, options: { follow_redirects, keep_method_on: [301] } };
    yield { url, body: `${text}\n${text}$ID`, variables };
    yield { url, body_file: `${'x'.repeat(width)}.txt`, headers: { Authorization: `Bearer ${text}` } };
    yield { url, auth: { scheme: 'basic', username: '$ID', password: text }, variables };
    yield {
      method: 'PUT',
      url: `${url}/${'x'.repeat(width)}`,
      headers: { Authorization: text, Cookie: 'a=b' },
      body: 'x',
      options: { follow_redirects, custom_method: true },
    };
    yield {
      url: `${url}/${'x'.repeat(width)}`,
      headers: { 'X-API-Key': text, Cookie: text },
      body: text,
      options: { follow_redirects },
    };
    // Longer names than any variable has are laid out in other ways still.
    const name = `A${'B'.repeat(Math.min(width, 33))}`;
    yield { url: `${url}/$ID`, variables: [{ name, text: '$ID' }] };
    yield { url, method: name, options: { proxy: `http://a${'x'.repeat(width)}:80`, timeout_ms: 1500 } };
    yield { url, auth: { scheme: 'digest', username: name, password: name }, body: text };
    yield { url, body_base64: btoa('x'.repeat(width)), options: { chunked: true } };
    yield { url, body_file: name, options: { strip_newlines: true } };
    yield { url: `http://a${'x'.repeat(width)}/`, headers: { 'x-A': text, 'X-b': '$ID' }, variables };
    yield { url, form: [{ name: '$ID', value: `$ID${text}`, headers: [`X-Text: ${name}`] }], variables };
    yield {
      url,
      form: [
        { name: text, value: text },
        { name: 'f', file: `${'x'.repeat(width)}y`, filename: text, content_type: 'text/plain' },
      ],
    };
  }
}

const missing = missingCommand('rustfmt', '--version');
if (missing !== undefined) t.pass(`layout is not checked: ${missing}`, { skip: missing });
else {
  const folder = mkdtempSync(join(tmpdir(), 'playgrounds-rustfmt-'));
  try {
    const requests = [...CASES.map(({ request }) => request), ...widths()];
    const files = requests.map((request, index) => {
      const path = join(folder, `p${index}.rs`);
      writeFileSync(path, generateCode(request, 'rust').code);
      return path;
    });
    const { status, stdout, stderr } = spawnSync('rustfmt', ['--edition', '2021', '--check', ...files], {
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    t.equal(status, 0, `rustfmt changes nothing in ${files.length} programs`);
    t.equal((stdout + stderr).slice(0, 3000), '', 'rustfmt has nothing to say');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
