/** A thread that asks servers over and over, and reports how long each took at most since the last report. */
import { parentPort, workerData } from 'node:worker_threads';

const slowest = workerData.map(() => 0);

async function poll(url, index) {
  for (;;) {
    const start = performance.now();
    const ok = await fetch(url, { signal: AbortSignal.timeout(30_000) }).then(
      async (response) => response.ok && (await response.text()) !== '',
      () => false,
    );
    slowest[index] = Math.max(slowest[index], ok ? performance.now() - start : 30_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

workerData.forEach(poll);
parentPort.on('message', () => {
  parentPort.postMessage([...slowest]);
  slowest.fill(0);
});
