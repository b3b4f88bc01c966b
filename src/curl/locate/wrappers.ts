/** Locate pass: the programs that run another command, as data. To add one, add its row. */

/** How a program says which command it runs. Its options stand in one text, with blanks between them. */
export interface Wrapper {
  /** Its options that take a value of their own; letters may stand together (`-nu bob`). */
  readonly values?: string;
  /** How many words come before the command: a host, a container, a number of seconds. */
  readonly operands?: number;
  /** `NAME=value` may come before the command. */
  readonly assigns?: true;
  /** Options whose value is shell text. */
  readonly scripts?: string;
  /** The command is shell text: all words joined with blanks. */
  readonly joins?: true;
  /** Without a command, standard input is shell text. */
  readonly stdin?: true;
  /** Options that ask about the command without running it. */
  readonly asks?: string;
  /** Its options begin with a slash. */
  readonly slashes?: true;
  /** The words that say what it does, with what follows them. */
  readonly verbs?: Readonly<Record<string, Wrapper>>;
  /** The command is run in an image, which may be one of curl: the first operand, or the value of `--image`. */
  readonly image?: 'operand' | 'option';
  /** It runs the command once for each item that it reads. */
  readonly items?: 'xargs' | 'parallel' | 'find';
}

const SHELLS = ['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish'];
const SHELL: Wrapper = { scripts: '-c', values: '-o -O --rcfile', stdin: true };
const SUDO: Wrapper = { values: '-u -g -h -p -C -D -R -r -t -T -U --user --group', assigns: true };
const RUN_VALUES =
  '-e -v -p -u -w -h -l -m -c --env --volume --name --network --net --publish --user --workdir --add-host --hostname ' +
  '--platform --label --mount --env-file --dns --memory --cpus --pull --ulimit --entrypoint --link --ip --cap-add ' +
  '--cap-drop --restart --tmpfs --index --gpus --log-driver';
const EXEC: Wrapper = { operands: 1, values: RUN_VALUES };
const RUN: Wrapper = { values: RUN_VALUES, image: 'operand' };
const COMPOSE: Wrapper = {
  values: '-f -p --file --project-name --profile --env-file',
  verbs: { exec: EXEC, run: EXEC },
};
const CONTAINERS: Wrapper = {
  values: '--context -c -H --host',
  verbs: { exec: EXEC, run: RUN, container: { verbs: { exec: EXEC, run: RUN } }, compose: COMPOSE },
};
const POD_VALUES = '-c -n -l --container --namespace --context --image --restart --overrides --kubeconfig';
const POD: Wrapper = { operands: 1, values: POD_VALUES, image: 'option' };
const PODS: Wrapper = {
  values: POD_VALUES,
  verbs: { exec: { operands: 1, values: POD_VALUES }, run: POD, debug: POD },
};
const XARGS: Wrapper = {
  values: '-I -n -P -L -d -s -a -E --max-args --max-procs --delimiter --max-lines --arg-file',
  items: 'xargs',
};
const PLAIN: Wrapper = {};
const SLASHES: Wrapper = { slashes: true };

/** The programs by their base names. Those in one text are used alike. */
export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map(
  Object.entries<Wrapper>({
    'nohup builtin setsid torsocks unbuffer caffeinate noglob': PLAIN,
    'sudo doas': SUDO,
    env: { values: '-u -C --unset --chdir', assigns: true },
    time: { values: '-f -o' },
    command: { asks: '-v -V' },
    exec: { values: '-a' },
    eval: { joins: true },
    nice: { values: '-n --adjustment' },
    'timeout gtimeout': { operands: 1, values: '-s -k --signal --kill-after' },
    stdbuf: { values: '-i -o -e' },
    watch: { joins: true, values: '-n --interval' },
    retry: { values: '-t -d -m --times --delay --until' },
    su: { scripts: '-c --command', operands: 1 },
    ssh: { operands: 1, values: '-p -i -l -o -F -J -L -R -D -b -c -E -m -S -W', joins: true, stdin: true },
    'docker podman nerdctl': CONTAINERS,
    'docker-compose': COMPOSE,
    'kubectl oc': PODS,
    'xargs gxargs': XARGS,
    parallel: { values: '-j -a -n -N -L --jobs --colsep --delay --arg-file', items: 'parallel' },
    find: { items: 'find' },
    'nix-shell': { scripts: '--run --command', values: '-p -I', operands: 9 },
    'cmd cmd.exe start call': SLASHES,
    [SHELLS.join(' ')]: SHELL,
  }).flatMap(([names, wrapper]) => names.split(' ').map((name) => [name, wrapper])),
);

/** Whether a program is a POSIX shell. */
export function isShell(name: string): boolean {
  return SHELLS.includes(name);
}
