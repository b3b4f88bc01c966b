/** Writes our programs into docs/side-by-side.md. */
import { generateCode, LANGUAGES } from '../codegen/index.ts';
import { parseCurl } from '../curl/index.ts';

/** Returns the page with our program in each marked place, generated from the command above it. */
export function withPrograms(page: string): string {
  const written: string[] = [];
  const lines = page.split('\n');
  let command = '';
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    written.push(line);
    if (line === '```sh') command = lines[at + 1] ?? '';
    const language = LANGUAGES.find((name) => line === `<!-- program:${name}:start -->`);
    if (language === undefined) continue;
    written.push(`\`\`\`${language}`, `${generateCode(parseCurl(command), language).code}\`\`\``);
    while (at + 1 < lines.length && lines[at + 1] !== `<!-- program:${language}:end -->`) at += 1;
  }
  return written.join('\n');
}
