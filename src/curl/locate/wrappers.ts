/** Locate pass: the programs that run another command, as data. To add one, add its row. */

/** How a program says which command it runs. */
export interface Wrapper {
  /** Its options that take a value of their own; letters may stand together (`-nu bob`). */
  readonly values?: readonly string[];
  /** How many words come before the command: a host, a container, a number of seconds. */
  readonly operands?: number;
  /** `NAME=value` may come before the command. */
  readonly assigns?: true;
  /** Options whose value is shell text. */
  readonly scripts?: readonly string[];
  /** The command is shell text: all words joined with blanks, or the first. */
  readonly joins?: 'all' | 'first';
  /** Without a command, standard input is shell text. */
  readonly stdin?: true;
  /** Options that ask about the command without running it. */
  readonly asks?: readonly string[];
  /** Its options begin with a slash. */
  readonly slashes?: true;
  /** The words that say what it does, with what follows them. */
  readonly verbs?: Readonly<Record<string, Wrapper>>;
  /** The command is run in an image, which may be one of curl: the first operand, or the value of `--image`. */
  readonly image?: 'operand' | 'option';
  /** It runs the command once for each item that it reads. */
  readonly items?: 'xargs' | 'parallel' | 'find';
}

const SHELL: Wrapper = { scripts: ['-c'], values: ['-o', '-O', '--rcfile'], stdin: true };
const LATER: Wrapper = { operands: 9, values: ['-f', '-q', '-t'], stdin: true };
const SUDO: Wrapper = {
  values: ['-u', '-g', '-h', '-p', '-C', '-D', '-R', '-r', '-t', '-T', '-U', '--user', '--group'],
  assigns: true,
};
const RUN_VALUES = [
  ...['-e', '-v', '-p', '-u', '-w', '-h', '-l', '-m', '-c'],
  ...['--env', '--volume', '--name', '--network', '--net', '--publish', '--user', '--workdir', '--add-host'],
  ...[
    '--hostname',
    '--platform',
    '--label',
    '--mount',
    '--env-file',
    '--dns',
    '--memory',
    '--cpus',
    '--pull',
    '--ulimit',
  ],
  ...[
    '--entrypoint',
    '--link',
    '--ip',
    '--cap-add',
    '--cap-drop',
    '--restart',
    '--tmpfs',
    '--index',
    '--gpus',
    '--log-driver',
  ],
];
const EXEC: Wrapper = { operands: 1, values: RUN_VALUES };
const COMPOSE: Wrapper = {
  values: ['-f', '-p', '--file', '--project-name', '--profile', '--env-file'],
  verbs: { exec: EXEC, run: { operands: 1, values: RUN_VALUES } },
};
const CONTAINERS: Wrapper = {
  values: ['--context', '-c', '-H', '--host'],
  verbs: {
    exec: EXEC,
    run: { values: RUN_VALUES, image: 'operand' },
    container: { verbs: { exec: EXEC, run: { values: RUN_VALUES, image: 'operand' } } },
    compose: COMPOSE,
  },
};
const POD_VALUES = [
  '-c',
  '-n',
  '--container',
  '--namespace',
  '--context',
  '--image',
  '--restart',
  '--overrides',
  '--kubeconfig',
  '-l',
];
const PODS: Wrapper = {
  values: POD_VALUES,
  verbs: {
    exec: { operands: 1, values: POD_VALUES },
    run: { operands: 1, values: POD_VALUES, image: 'option' },
    debug: { operands: 1, values: POD_VALUES, image: 'option' },
  },
};
const SSH_VALUES = ['-p', '-i', '-l', '-o', '-F', '-J', '-L', '-R', '-D', '-b', '-c', '-E', '-m', '-S', '-W'];

const ROWS: Readonly<Record<string, Wrapper>> = {
  sudo: SUDO,
  doas: SUDO,
  env: { values: ['-u', '-C', '--unset', '--chdir'], assigns: true },
  time: { values: ['-f', '-o'] },
  command: { asks: ['-v', '-V'] },
  exec: { values: ['-a'] },
  eval: { joins: 'all' },
  nice: { values: ['-n', '--adjustment'] },
  ionice: { values: ['-c', '-n', '-p'] },
  timeout: { operands: 1, values: ['-s', '-k', '--signal', '--kill-after'] },
  gtimeout: { operands: 1, values: ['-s', '-k'] },
  stdbuf: { values: ['-i', '-o', '-e'] },
  strace: { values: ['-e', '-o', '-p', '-s', '-u'] },
  ltrace: { values: ['-e', '-o', '-p', '-s', '-u'] },
  proxychains: { values: ['-f'] },
  proxychains4: { values: ['-f'] },
  chroot: { operands: 1, values: ['--userspec', '--groups'] },
  flock: { operands: 1, values: ['-w', '-E', '--timeout'], scripts: ['-c'] },
  'systemd-run': { values: ['-p', '-u', '--unit', '-E', '--on-active', '--on-calendar'] },
  ip: { verbs: { netns: { verbs: { exec: { operands: 1 } } } } },
  watch: { joins: 'all', values: ['-n', '--interval'] },
  hyperfine: { joins: 'first', values: ['-w', '-r', '--warmup', '--runs', '-n', '-p'] },
  retry: { values: ['-t', '-d', '-m', '--times', '--delay', '--until'] },
  script: { scripts: ['-c', '--command'] },
  su: { scripts: ['-c', '--command'], operands: 1 },
  runuser: { scripts: ['-c', '--command'], values: ['-u', '--user'] },
  ssh: { operands: 1, values: SSH_VALUES, joins: 'all', stdin: true },
  vagrant: { verbs: { ssh: { scripts: ['-c', '--command'], operands: 1 } } },
  multipass: { verbs: { exec: { operands: 1 } } },
  lxc: { verbs: { exec: { operands: 1 } } },
  heroku: { verbs: { run: { values: ['-a', '--app', '-r'], joins: 'all' } } },
  gcloud: {
    verbs: {
      compute: { verbs: { ssh: { operands: 1, scripts: ['--command'], values: ['--zone', '--project'] } } },
    },
  },
  fly: { verbs: { ssh: { verbs: { console: { scripts: ['-C', '--command'], values: ['-a', '--app'] } } } } },
  adb: { values: ['-s'], verbs: { shell: { joins: 'all' } } },
  'nix-shell': { scripts: ['--run', '--command'], values: ['-p', '-I'], operands: 9 },
  tmux: {
    values: ['-L', '-S', '-f'],
    verbs: {
      new: { values: ['-s', '-n', '-c'], joins: 'all' },
      'new-session': { values: ['-s', '-n', '-c'], joins: 'all' },
    },
  },
  screen: { values: ['-S', '-t', '-L'] },
  docker: CONTAINERS,
  podman: CONTAINERS,
  nerdctl: CONTAINERS,
  'docker-compose': COMPOSE,
  kubectl: PODS,
  oc: PODS,
  xargs: {
    values: [
      '-I',
      '-n',
      '-P',
      '-L',
      '-d',
      '-s',
      '-a',
      '-E',
      '--max-args',
      '--max-procs',
      '--delimiter',
      '--max-lines',
      '--arg-file',
    ],
    items: 'xargs',
  },
  gxargs: { values: ['-I', '-n', '-P', '-L', '-d', '-s', '-a', '-E'], items: 'xargs' },
  parallel: {
    values: ['-j', '-a', '-n', '-N', '-L', '--jobs', '--colsep', '--delay', '--arg-file'],
    items: 'parallel',
  },
  find: { items: 'find' },
  cmd: { slashes: true },
  'cmd.exe': { slashes: true },
  start: { slashes: true },
  call: { slashes: true },
  wsl: { values: ['-d', '-u', '--distribution', '--user'] },
};
/** They take no option with a value. */
const PLAIN = [
  ...[
    'nohup',
    'builtin',
    'setsid',
    'torsocks',
    'torify',
    'unbuffer',
    'chronic',
    'caffeinate',
    'noglob',
    'nocorrect',
  ],
  ...['firejail', 'busybox', 'winpty', 'xvfb-run'],
];
const SHELLS = ['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish'];

/** The programs by their base names. */
export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ...Object.entries(ROWS),
  ...PLAIN.map((name) => [name, {}] as const),
  ...SHELLS.map((name) => [name, SHELL] as const),
  ...['at', 'batch'].map((name) => [name, LATER] as const),
]);

/** Whether a program is a shell, whatever image it runs in. */
export function isShell(name: string): boolean {
  return SHELLS.includes(name);
}
