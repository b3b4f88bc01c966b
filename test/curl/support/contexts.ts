/**
 * The contexts in which commands stand on real pages: each embeds any command mechanically, by the rules of the format
 * that it belongs to. `embed` answers undefined where a page could not have the command in that context.
 */

export interface Context {
  name: string;
  embed(command: string): string | undefined;
}

/** Puts a text before each line: `first` before the first one, `rest` before the others, nothing before empty ones. */
const prefix =
  (first: string, rest = first, empty = '') =>
  (command: string): string =>
    command
      .split('\n')
      .map((line, at) => (line === '' ? empty : (at === 0 ? first : rest) + line))
      .join('\n');

const oneLine = (command: string): boolean => !command.includes('\n');
/** Nothing but one simple command: no here-document, list, pipe, redirection, comment or assignment. */
const simple = (command: string): boolean => !/[;&|<>#`()]/.test(withoutQuoted(command));
const withoutQuoted = (command: string): string =>
  command.replace(/\\[\s\S]|\$?'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/g, '_');

/** No quotes go on over a line end: for a shell, the indentation of a page is a part of what they hold. */
const unbroken =
  (embed: (command: string) => string) =>
  (command: string): string | undefined =>
    withoutQuoted(command).split('\n').length === command.split('\n').length ? embed(command) : undefined;

const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const singleQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const doubleQuoted = (text: string): string => `"${text.replace(/[\\"$`]/g, '\\$&')}"`;
const backslashed = (text: string, quote: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t');

/** Lines that a recipe of a Makefile, or an instruction of a Dockerfile, can have. */
const continued = (command: string): boolean =>
  command
    .split('\n')
    .slice(0, -1)
    .every((line) => line.endsWith('\\'));

export const CONTEXTS: readonly Context[] = [
  // Markdown
  { name: 'fence', embed: (command) => `\`\`\`\n${command}\n\`\`\`` },
  { name: 'fence with a language', embed: (command) => `\`\`\`bash\n${command}\n\`\`\`` },
  { name: 'fence of tildes', embed: (command) => `~~~sh\n${command}\n~~~` },
  {
    name: 'fence between prose',
    embed: (command) => `To call the API, run:\n\n\`\`\`shell\n${command}\n\`\`\`\n\nThe response has an id.`,
  },
  {
    name: 'fence in a list item',
    embed: (command) => `1. Call the API:\n\n${prefix('   ')(`\`\`\`bash\n${command}\n\`\`\``)}\n`,
  },
  { name: 'indented by four blanks', embed: unbroken(prefix('    ')) },
  { name: 'indented by a tab', embed: unbroken(prefix('\t')) },
  {
    name: 'indented by two blanks below prose',
    embed: unbroken((command) => `Then:\n\n${prefix('  ')(command)}`),
  },
  { name: 'block quote', embed: prefix('> ', '> ', '>') },
  {
    name: 'fence in a block quote',
    embed: (command) => prefix('> ', '> ', '>')(`\`\`\`bash\n${command}\n\`\`\``),
  },
  {
    name: 'fence in a nested list',
    embed: (command) => `- a\n  - b:\n${prefix('    ')(`\`\`\`sh\n${command}\n\`\`\``)}`,
  },
  {
    name: 'fence, and a response',
    embed: (command) =>
      `\`\`\`bash\n${command}\n\`\`\`\n\nResponse:\n\n\`\`\`json\n{"ok": true, "via": "curl"}\n\`\`\``,
  },
  { name: 'fence on its line', embed: (command) => `Try this:\n\`\`\`${command}\`\`\`` },
  {
    name: 'cell of a table',
    embed: (command) =>
      oneLine(command) && !/[`|]/.test(command)
        ? `| What | How |\n|---|---|\n| Create | \`${command}\` |`
        : undefined,
  },
  {
    name: 'reStructuredText',
    embed: unbroken((command) => `Example::\n\n${prefix('    ')(command)}\n\nMore text.`),
  },
  { name: 'AsciiDoc', embed: (command) => `[source,bash]\n----\n${command}\n----` },
  {
    name: 'line numbers',
    embed: (command) =>
      command
        .split('\n')
        .map((line, at) => `${at + 1}  ${line}`)
        .join('\n'),
  },
  { name: 'response after it', embed: (command) => `${command}\n\n{"ok":true,\n "id":1}\n` },
  { name: 'list item', embed: prefix('- ', '  ') },
  { name: 'numbered item', embed: prefix('1. ', '   ') },
  {
    name: 'inline code',
    embed: (command) =>
      oneLine(command) && !command.includes('`') ? `Run \`${command}\` to see it.` : undefined,
  },
  { name: 'after prose on its line', embed: (command) => `Run this: ${command}` },
  // Terminals
  { name: 'prompt $', embed: prefix('$ ', '> ', '> ') },
  { name: 'prompt with a host', embed: prefix('user@host:~$ ', '> ', '> ') },
  { name: 'prompt %', embed: prefix('% ', '> ', '> ') },
  { name: 'prompt of root', embed: prefix('# ', '> ', '> ') },
  { name: 'prompt of macOS', embed: prefix('MacBook-Pro:~ ada$ ', '> ', '> ') },
  { name: 'prompt with a branch', embed: prefix('➜  app git:(main) ✗ ', '> ', '> ') },
  { name: 'two prompts', embed: (command) => `$ cd /tmp\n${prefix('$ ', '> ', '> ')(command)}` },
  { name: 'CRLF', embed: (command) => command.replaceAll('\n', '\r\n') },
  { name: 'blank lines around', embed: (command) => `\n\n${command}\n\n` },
  // Comments
  { name: 'comment #', embed: prefix('# ', '# ', '#') },
  { name: 'comment ##', embed: prefix('## ', '## ', '##') },
  { name: 'comment //', embed: prefix('// ', '// ', '//') },
  { name: 'comment --', embed: prefix('-- ', '-- ', '--') },
  { name: 'comment #, no blank', embed: prefix('#', '#', '#') },
  { name: 'comment //, no blank', embed: prefix('//', '//', '//') },
  { name: 'comment #, indented', embed: prefix('  #   ', '  #   ', '  #') },
  {
    name: 'comment /** … */',
    embed: (command) =>
      command.includes('*/') ? undefined : `/**\n${prefix(' * ', ' * ', ' *')(command)}\n */`,
  },
  // YAML
  {
    name: 'YAML run: |',
    embed: (command) => `    - name: Call\n      run: |\n${prefix('        ')(command)}\n`,
  },
  { name: 'YAML - |', embed: (command) => `script:\n  - |\n${prefix('    ')(command)}\n` },
  {
    name: "YAML - '…'",
    embed: (command) => (oneLine(command) ? `script:\n  - '${command.replaceAll("'", "''")}'\n` : undefined),
  },
  {
    name: 'YAML - plain',
    embed: (command) =>
      oneLine(command) && !/: |:$| #/.test(command) ? `script:\n  - ${command}\n` : undefined,
  },
  {
    name: 'Kubernetes command list',
    embed: (command) => `command: ${JSON.stringify(['/bin/sh', '-c', command])}`,
  },
  // Strings of programs
  { name: 'JSON string', embed: (command) => JSON.stringify({ command }) },
  {
    name: 'package.json script',
    embed: (command) => `"scripts": {\n  "ping": ${JSON.stringify(command)}\n}`,
  },
  { name: "JavaScript '…'", embed: (command) => `const cmd = '${backslashed(command, "'")}';` },
  {
    name: 'JavaScript template string',
    embed: (command) => `exec(\`${command.replace(/[\\`]|\$\{/g, '\\$&')}\`);`,
  },
  {
    name: 'Python """…"""',
    embed: (command) =>
      command.includes('"""') || command.endsWith('"')
        ? undefined
        : `cmd = """${command.replaceAll('\\', '\\\\')}"""`,
  },
  { name: "Python '…'", embed: (command) => `os.system('${backslashed(command, "'")}')` },
  {
    name: 'Python "cd … && …"',
    embed: (command) => `os.system("cd /tmp && ${backslashed(command, '"')}")`,
  },
  {
    name: 'Python f"…"',
    embed: (command) => `os.system(f"${backslashed(command, '"').replace(/[{}]/g, '$&$&')}")`,
  },
  {
    name: "PHP shell_exec('…')",
    embed: (command) => `<?php\n$out = shell_exec('${command.replace(/[\\']/g, '\\$&')}');`,
  },
  { name: 'Java "…"', embed: (command) => `String cmd = "${backslashed(command, '"')}";` },
  {
    name: 'Go raw string',
    embed: (command) => (command.includes('`') ? undefined : `cmd := \`${command}\``),
  },
  // Markup
  { name: 'HTML', embed: (command) => `<pre><code class="language-bash">${html(command)}</code></pre>` },
  // Shells within shells
  { name: "sh -c '…'", embed: (command) => `sh -c ${singleQuoted(command)}` },
  { name: 'bash -c "…"', embed: (command) => `bash -c ${doubleQuoted(command)}` },
  { name: "ssh host '…'", embed: (command) => `ssh deploy@example.com ${singleQuoted(command)}` },
  { name: 'docker exec', embed: (command) => (simple(command) ? `docker exec web ${command}` : undefined) },
  {
    name: 'kubectl exec',
    embed: (command) => (simple(command) ? `kubectl exec -it pod/web -- ${command}` : undefined),
  },
  { name: 'time', embed: (command) => `time ${command}` },
  { name: 'sudo', embed: (command) => (simple(command) ? `sudo ${command}` : undefined) },
  { name: '$(…)', embed: (command) => (simple(command) ? `RESPONSE=$(${command})` : undefined) },
  {
    name: 'if',
    embed: (command) => (simple(command) ? `if ${command}; then\n  echo ok\nfi` : undefined),
  },
  { name: 'pipe after', embed: (command) => (simple(command) ? `${command} | jq .` : undefined) },
  {
    name: 'pipe before',
    embed: (command) =>
      simple(command) && !/@-|-T|-K|=-|-\s*$/.test(command) ? `yes | ${command}` : undefined,
  },
  { name: '&& after', embed: (command) => (simple(command) ? `${command} && echo done` : undefined) },
  { name: '&& before', embed: (command) => (simple(command) ? `cd /tmp && ${command}` : undefined) },
  { name: 'redirection', embed: (command) => (simple(command) ? `${command} > out.json` : undefined) },
  // Files of tools
  {
    name: 'Makefile recipe',
    embed: (command) =>
      continued(command) ? `ping:\n\t@${prefix('', '\t')(command.replaceAll('$', '$$$$'))}\n` : undefined,
  },
  {
    name: 'Dockerfile RUN',
    embed: (command) => (continued(command) ? `FROM alpine\nRUN ${command}\n` : undefined),
  },
  {
    name: 'Dockerfile CMD, sleep && …',
    embed: (command) => `CMD ${JSON.stringify(['/bin/sh', '-c', `sleep 5 && ${command}`])}`,
  },
  {
    name: 'crontab',
    embed: (command) => (oneLine(command) ? `*/5 * * * * ${command.replaceAll('%', '\\%')}` : undefined),
  },
  {
    name: 'systemd',
    embed: (command) =>
      oneLine(command) && simple(command) && !command.includes('$')
        ? `[Service]\nExecStart=/usr/bin/${command.replaceAll('%', '%%')}`
        : undefined,
  },
  { name: 'cloud-init', embed: (command) => `#cloud-config\nruncmd:\n  - ${JSON.stringify(command)}` },
  {
    name: 'Dockerfile CMD',
    embed: (command) => `CMD ${JSON.stringify(['sh', '-c', command])}`,
  },
];
