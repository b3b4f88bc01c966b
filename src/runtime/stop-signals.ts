/** Obeys signals to stop from the first moment of the process: the kernel drops those that a PID 1 does not handle. */

type Stop = (signal: NodeJS.Signals) => void;

/** A second signal within this time counts as the same signal. */
const SAME_SIGNAL_MS = 500;

let stoppingSince: number | undefined;
let stop: Stop = exitBeforeReady;

/** Exits with status 0: a server that is not ready yet was asked to stop. */
export function exitBeforeReady(signal: NodeJS.Signals): never {
  process.stdout.write(`Stopped by ${signal} before the server was ready.\n`);
  process.exit(0);
}

/** Sets what a signal does from now on. Until the first call, it exits at once. */
export function onStop(handler: Stop): void {
  stop = handler;
}

/** Stops the process as a signal does. A second signal exits at once, with status 1. */
export function requestStop(signal: NodeJS.Signals): void {
  if (stoppingSince === undefined) {
    stoppingSince = performance.now();
    stop(signal);
    return;
  }
  // Ctrl-C under `npm start` arrives twice: from the terminal, and forwarded by npm.
  if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, requestStop);
