/** Texts that are meant to make the service work for long, grown from what each format is made of. */
import fc from 'fast-check';

type Part = (index: number) => string;

interface Format {
  /** What comes before and after the parts. */
  start: string;
  end: string;
  /** Parts that can be repeated, next to each other and, with `{}` for the rest, inside each other. */
  parts: readonly Part[];
}

const fixed = (...texts: string[]): Part[] => texts.map((text) => () => text);

/** The formats, by name. */
export const FORMATS: Readonly<Record<string, Format>> = {
  curl: {
    start: 'curl http://a.example/ ',
    end: '',
    parts: [
      ...fixed(
        "-d 'a' ",
        '"$a" ',
        '`{}`',
        '$({})',
        '"${a:-{}}"',
        "$'\\x41'",
        '{a,{}}',
        '[1-99999999]',
        '<<E ',
        '\\\n',
        '(',
        '| ',
        '--next http://b.example ',
        '{{a}}',
        '%41',
        '\u{1f600}',
      ),
      (index) => `-H 'X-${index}: v' `,
      (index) => `-F 'f${index}=v;type=a/b' `,
      (index) => `$V${index} `,
      (index) => `--data-urlencode a${index}=%${index} `,
    ],
  },
  shell: {
    start: '',
    end: 'curl "http://a.example/$a9"',
    parts: [
      ...fixed(
        'a=$(<a> {})\n',
        '# $ curl\n',
        'export ',
        'a=`{}`;',
        '((',
        "'",
        '"',
        'if true; then {}\nfi\n',
        'curl -d @- <<E\n',
      ),
      (index) => `a${index + 1}="$a${index}$a${index}"\n`,
    ],
  },
  fetch: {
    start: 'const a0 = "x";',
    end: 'fetch("http://a.example/" + a9, { method: "POST", body: JSON.stringify({ a: a9 }) })',
    parts: [
      ...fixed('[{}]', '{"a":{}}', '(', '`${{}}`', '"a"+', '/*', '1e309,', 'a?.b['),
      (index) => `const a${index + 1} = a${index} + a${index};`,
      (index) => `"k${index}": "v",`,
    ],
  },
  powershell: {
    start: '$a0 = "x"\n',
    end: 'Invoke-RestMethod -Uri "http://a.example/$a9" -Body (@{a=$a9} | ConvertTo-Json)',
    parts: [
      ...fixed('@{a={}}', '$({})', '@(', '`"', "@'\n", '[a]::b('),
      (index) => `$a${index + 1} = "$a${index}$a${index}"\n`,
      (index) => `-Headers @{"A${index}"="b"} `,
    ],
  },
  httpie: {
    start: 'http POST a.example ',
    end: '',
    parts: [
      ...fixed('a[b]=c ', 'a[][]{}:=1 ', "a:='{}' ", 'a@b '),
      (index) => `k${index}:=${index} `,
      (index) => `a[${index}][b]=c `,
    ],
  },
  wget: {
    start: 'wget http://a.example ',
    end: '',
    parts: [...fixed("--header='a: {}' ", '--post-data=a '), (index) => `--header=a${index}:b `],
  },
  http: {
    start: '@a0 = x\n',
    end: 'GET http://a.example/{{a9}}\n\n',
    parts: [
      ...fixed('###\n', '{{{}}}', '# @name a\n', '< ./a\n', 'GET http://a\n'),
      (index) => `@a${index + 1} = {{a${index}}}{{a${index}}}\n`,
      (index) => `A${index}: b\n`,
    ],
  },
  json: {
    start: '{"a":',
    end: '',
    parts: [
      ...fixed('[{}]', '{"a":{}}', '0,', '1e999,', '"\\"', '"\\u0000",', '[],'),
      (index) => `"k${index}":${index},`,
    ],
  },
  names: {
    start: '{"a":{',
    end: '"z":0}}',
    parts: [(index) => `"${index}":0,`, (index) => `"k${index}":"v",`],
  },
  values: {
    start: '{"a":[',
    end: '0]}',
    parts: [...fixed('0,', '[],', '{ },', '"",', '{"a":[1]},'), (index) => `{"k${index}":1},`],
  },
  form: {
    start: 'a=',
    end: '',
    parts: [
      ...fixed('&', '%', '=', 'a=b&', '+', 'a[]={}&', '{{a}}', '$a', '${a:-{}}'),
      (index) => `k${index}=v&`,
    ],
  },
  markdown: {
    start: '# A\n',
    end: '\n```sh\ncurl http://a.example\n```\n',
    parts: fixed(
      '```\n{}```\n',
      '> ',
      '[a](',
      '| a ',
      '- ',
      '`',
      '~~~\n',
      '<!--',
      '    curl http://b.example\n',
    ),
  },
};

/** One way of growing a text. */
export interface Growth {
  format: string;
  parts: readonly number[];
  how: 'beside' | 'inside';
}

/** Ways of growing texts of some formats. */
export const growth = (formats: readonly string[] = Object.keys(FORMATS)): fc.Arbitrary<Growth> =>
  fc.record({
    format: fc.constantFrom(...formats),
    parts: fc.array(fc.nat(50), { minLength: 1, maxLength: 3 }),
    how: fc.constantFrom('beside' as const, 'beside' as const, 'inside' as const),
  });

/** Grows a text to a number of characters. */
export function grown({ format, parts, how }: Growth, length: number): string {
  const { start, end, parts: known } = FORMATS[format] ?? { start: '', end: '', parts: [] };
  const chosen = parts.map((index) => known[index % known.length] ?? (() => ''));
  const before: string[] = [start];
  const after: string[] = [end];
  let left = length - start.length - end.length - 50;
  for (let index = 0; left > 0; index += 1) {
    const part = chosen[index % chosen.length]?.(Math.floor(index / chosen.length)) ?? '';
    const [head = '', ...tail] = how === 'inside' ? part.split('{}') : [part.replace('{}', 'x')];
    before.push(head);
    if (tail.length > 0) after.push(tail.join('x'));
    left -= Math.max(1, part.length);
  }
  return before.join('') + after.reverse().join('');
}
