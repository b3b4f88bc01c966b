/** No forbidden address is dialled, in a network where a dial to any address is seen. */
import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { notInstalled } from '../support/installed.ts';
import { INSIDE, OUTSIDE } from './canary/vectors.ts';
import type { Report } from './canary/world.ts';

/** As root a namespace can be had at once, else with a user namespace where the kernel gives one. */
const NAMESPACES = [['-n'], ['-r', '-n']];

function usableNamespace(): string[] | undefined {
  return NAMESPACES.find((flags) => {
    const tried = spawnSync('unshare', [...flags, 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' });
    return tried.status === 0;
  });
}

const flags = usableNamespace();
const skip = flags === undefined && notInstalled('network namespaces');

t.test('in a network namespace with a canary on every address', { skip }, async (t) => {
  const world = fileURLToPath(new URL('./canary/world.ts', import.meta.url));
  const printed = execFileSync('unshare', [...(flags ?? []), process.execPath, '--import=tsx', world], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  const report: Report = JSON.parse(printed);
  t.strictSame(
    report.selfTest,
    ['169.254.169.254', '10.0.0.1', '::1', 'fd00:ec2::254'],
    'the canary sees dials',
  );
  t.equal(report.tried, INSIDE.length * 5);
  t.strictSame(report.dialled, [], `no forbidden dial in ${report.tried} tries`);
  t.strictSame(report.notRefused, [], 'each of them is told as refused');
  t.strictSame(report.falselyRefused, [], `${report.reached} public destinations are reached`);
  t.equal(report.reached, OUTSIDE.length * 2);
});
