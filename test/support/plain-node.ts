/**
 * A command that runs Node without the loaders that tap puts into NODE_OPTIONS of every process it sees started: they
 * make starts slow, and the compiler does not stand them.
 */
export function plainNode(args: readonly string[]): [program: string, args: string[]] {
  return withoutLoaders(process.execPath, args);
}

/** The same for a command that may be Node or start it. */
export function withoutLoaders(command: string, args: readonly string[]): [program: string, args: string[]] {
  return process.platform === 'win32'
    ? [command, [...args]]
    : ['env', ['-u', 'NODE_OPTIONS', command, ...args]];
}
