/**
 * Loaded into the server: on SIGUSR2 it prints for how many milliseconds the event loop was held at most since the last
 * time. In CPU time of the thread, which other work on the machine does not change (Node 23.9 or later), else as the clock
 * has it.
 */
const now =
  process.threadCpuUsage === undefined
    ? () => performance.now()
    : () => {
        const { user, system } = process.threadCpuUsage();
        return (user + system) / 1000;
      };

let last = now();
let longest = 0;
setInterval(() => {
  const at = now();
  longest = Math.max(longest, at - last);
  last = at;
}, 1).unref();

process.on('SIGUSR2', () => {
  // After what is under way.
  setTimeout(() => {
    process.stdout.write(`held for ${longest.toFixed()} ms\n`);
    longest = 0;
  }, 5);
});
