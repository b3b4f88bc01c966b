/**
 * A command that runs Node without the loaders that tap puts into NODE_OPTIONS of every process it sees started: they
 * make starts slow, and the compiler does not stand them.
 */
export function plainNode(args: readonly string[]): [program: string, args: string[]] {
  return process.platform === 'win32'
    ? [process.execPath, [...args]]
    : ['env', ['-u', 'NODE_OPTIONS', process.execPath, ...args]];
}
