/** The picture of a public playground that previews of links show (`og:image`). */
import { createRequire } from 'node:module';
import type { Resvg } from '@resvg/resvg-js';
import { renderToString } from 'preact-render-to-string';
import { pooled } from '../runtime/pool.ts';
import type { Shared } from './views/fields.tsx';
import { hostOf, pathOf } from './views/playground.tsx';
import { plain } from './views/visible-text.tsx';

/** What previews expect: 1.91 to 1. */
export const PICTURE = { width: 1200, height: 630 };

const MARGIN = 72;
/** The one font is monospaced: a character is 0.6 of its size wide. */
const WIDTH = 0.6;
const TITLE = { size: 48, lines: 2 };
/** Of the sizes of the command the largest at which all of it is there, else the smallest. */
const CODE_SIZES = [36, 30, 24] as const;

const METHODS = new Map([
  ['GET', '#6cc3ef'],
  ['HEAD', '#6cc3ef'],
  ['OPTIONS', '#6cc3ef'],
  ['POST', '#5fd394'],
  ['PUT', '#efb659'],
  ['PATCH', '#efb659'],
  ['DELETE', '#ff8f92'],
]);

type Pictured = Pick<Shared, 'name' | 'command' | 'request'>;

/** A line without what XML has no place for. */
const drawn = (line: string): string =>
  plain(line.replaceAll('\t', '  '))
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, '');

/** Cuts a text into lines of at most so many characters, at blanks where it can; what is beyond the last line is an ellipsis. */
function linesOf(text: string, columns: number, most: number): string[] {
  const all = text
    .slice(0, columns * most * 4)
    .split('\n')
    .flatMap(
      (line) => drawn(line).match(new RegExp(`.{1,${columns}}(?=\\s|$)|.{1,${columns}}`, 'gsu')) ?? [''],
    );
  if (all.length <= most) return all;
  return [
    ...all.slice(0, most - 1),
    `${[...(all[most - 1] ?? '')]
      .slice(0, columns - 2)
      .join('')
      .trimEnd()} …`,
  ];
}

const columnsOf = (size: number, width: number) => Math.floor(width / (size * WIDTH));

function Picture({ name, command, request }: Pictured) {
  const { width, height } = PICTURE;
  const inner = width - 2 * MARGIN;
  const title = linesOf(name, columnsOf(TITLE.size, inner), TITLE.lines);
  const top = 150 + title.length * 60;
  const room = height - MARGIN - top - 56;
  const inSize = (size: number, most: number) => linesOf(command, columnsOf(size, inner - 64), most);
  const size =
    CODE_SIZES.find((one) => inSize(one, 99).length <= Math.floor(room / (1.5 * one))) ?? CODE_SIZES[2];
  const code = inSize(size, Math.floor(room / (1.5 * size)));
  const host = request === undefined ? '' : hostOf(request.url);
  const path = request === undefined ? '' : pathOf(request.url);
  const method = plain(request?.method ?? 'cURL').slice(0, 12);
  return (
    <svg
      {...{ xmlns: 'http://www.w3.org/2000/svg', width, height, 'xml:space': 'preserve' }}
      role="img"
      aria-label={plain(name)}
    >
      <rect width={width} height={height} fill="#0c0d10" />
      <text x={MARGIN} y={104} font-size={28} font-weight={700} fill={METHODS.get(method) ?? '#abb1bd'}>
        {method}
      </text>
      <text x={MARGIN + (method.length + 1) * 28 * WIDTH} y={104} font-size={28} fill="#abb1bd">
        {linesOf(path === host ? host : host + path, 46, 1)[0]}
      </text>
      {title.map((line, at) => (
        <text x={MARGIN} y={180 + at * 60} font-size={TITLE.size} fill="#eceef2">
          {line.trimStart()}
        </text>
      ))}
      <rect
        {...{ x: MARGIN, y: top, width: inner, height: height - MARGIN - top, rx: 12 }}
        fill="#121418"
        stroke="#323741"
      />
      {code.map((line, at) => (
        <text x={MARGIN + 32} y={top + 28 + 1.1 * size + at * 1.5 * size} font-size={size} fill="#c9ced8">
          {line}
        </text>
      ))}
      <text x={width - MARGIN} y={104} font-size={24} fill="#8b929f" text-anchor="end">
        Playgrounds
      </text>
    </svg>
  );
}

const require = createRequire(import.meta.url);
const FONT = '@expo-google-fonts/jetbrains-mono/400Regular/JetBrainsMono_400Regular.ttf';

/** Draws the picture of a playground, as readers see it, as PNG. Characters that the font lacks are left out. */
export const drawPicture = pooled(
  'picture',
  (shared: Pictured): Uint8Array => {
    // Loaded when the first picture is drawn.
    const resvg = require('@resvg/resvg-js') as { Resvg: typeof Resvg };
    const font = {
      fontFiles: [require.resolve(FONT)],
      loadSystemFonts: false,
      defaultFontFamily: 'JetBrains Mono',
      monospaceFamily: 'JetBrains Mono',
      sansSerifFamily: 'JetBrains Mono',
    };
    return new resvg.Resvg(renderToString(<Picture {...shared} />), { font }).render().asPng();
  },
  { size: () => Number.POSITIVE_INFINITY },
);
