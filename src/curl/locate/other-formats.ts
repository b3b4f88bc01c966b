/** Locate pass: names what a text without a curl command is, and what to copy instead. */

const COPY = 'Copy it as cURL instead';

export type OtherFormat =
  | 'output'
  | 'installation'
  | 'yaml'
  | 'program'
  | 'fetch'
  | 'powershell'
  | 'wget'
  | 'httpie'
  | 'http'
  | 'url';

/** The first that matches counts. */
const FORMATS: readonly (readonly [format: OtherFormat, pattern: RegExp, message: string])[] = [
  [
    'output',
    /^curl: \(\d+\)|^[<>*] (?:HTTP\/|Trying |Connected to )|^HTTP\/[\d.]+ \d{3}\b/m,
    'The text is what curl printed. Paste the command that printed it.',
  ],
  [
    'installation',
    /\b(?:apt|apt-get|apk|brew|choco|dnf|npm|pacman|pip3?|scoop|winget|yum|zypper) +(?:-\w+ +){0,5}(?:install|add|in|-S\w*)\b[^\n]{0,200}\bcurl\b/,
    'The text installs curl. Paste a command that runs it, such as `curl https://example.com`.',
  ],
  [
    'yaml',
    /^[ \t]*- ["']?(?:curl|-[A-Za-z]|--[a-z][a-z-]{0,40})["']?[ \t]*\r?\n[ \t]*- |\[ *curl *,/m,
    'The text is a YAML list of the arguments of curl. Write them as one command: `curl -f URL`.',
  ],
  [
    'fetch',
    /\bfetch\(/,
    `The text is a JavaScript fetch(…) call. ${COPY}: the browser offers both in its network panel.`,
  ],
  [
    'powershell',
    /(?:^|[\s=(;|])(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\s/i,
    `The text is a PowerShell command. ${COPY}: the browser offers both in its network panel.`,
  ],
  [
    'wget',
    /(?:^|[|&;]|\b(?:RUN|CMD))[ \t]*(?:\$ )?(?:sudo )?wget\s/m,
    'The text is a wget command. Write it for curl, such as `curl -O URL`.',
  ],
  [
    'httpie',
    /(?:^|\|)[ \t]*(?:\$ )?https? +(?:[A-Z]+ +|-|:|https?:|\w[\w.-]*[/:.])/m,
    'The text is an HTTPie command. Write it for curl, such as `curl --json \'{"name": "value"}\' URL`.',
  ],
  [
    'http',
    /^[ \t]*(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) +\S+(?: +HTTP\/[\d.]+)?[ \t]*$/m,
    'The text is an HTTP request. Write it for curl: `curl -X METHOD URL -H "Name: value"`.',
  ],
  [
    'program',
    /["'`]curl[ "'`]/,
    'The text is code that builds a curl command. Paste the command itself, as a shell would run it.',
  ],
  ['url', /^\s*https?:\/\/\S+\s*$/, 'The text is a URL. Put `curl` before it, and quotes around it.'],
];

/** What the text is, and where that shows (an index into it); undefined for what is not recognised. */
export function otherFormat(
  text: string,
): { readonly format: OtherFormat; readonly at: number; readonly message: string } | undefined {
  for (const [format, pattern, message] of FORMATS) {
    const at = text.search(pattern);
    if (at >= 0) return { format, at, message };
  }
  return undefined;
}
