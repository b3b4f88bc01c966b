/** Request pass: IP addresses in the one way that curl sends them. */

/** `127.1`, `0x7f000001`, `2130706433`, `017700000001` → `127.0.0.1`; undefined for a name. */
export function normalIpv4(text: string): string | undefined {
  if (!/^\d/.test(text)) return undefined;
  const parts = text.replace(/\.$/, '').split('.');
  if (parts.length > 4) return undefined;
  const numbers = parts.map((part) => {
    if (/^0x[0-9a-fA-F]+$/.test(part)) return Number.parseInt(part.slice(2), 16);
    if (/^0[0-7]*$/.test(part)) return Number.parseInt(part, 8);
    return /^[1-9]\d*$/.test(part) ? Number(part) : Number.NaN;
  });
  const last = numbers.pop() ?? Number.NaN;
  if (numbers.some((number) => !(number <= 255)) || !(last < 256 ** (4 - numbers.length))) return undefined;
  const tail = [24, 16, 8, 0].slice(numbers.length).map((shift) => Math.floor(last / 2 ** shift) % 256);
  return [...numbers, ...tail].join('.');
}

/** The shortest form of an IPv6 address, as inet_ntop writes it; undefined when it is none. */
export function normalIpv6(text: string): string | undefined {
  let address = text;
  const embedded = /:(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (embedded !== null) {
    const [a = 256, b = 256, c = 256, d = 256] = embedded.slice(1).map(Number);
    if (Math.max(a, b, c, d) > 255) return undefined;
    address = `${text.slice(0, embedded.index + 1)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  }
  const halves = address.split('::');
  if (halves.length > 2) return undefined;
  const groupsOf = (half: string | undefined) => (half === undefined || half === '' ? [] : half.split(':'));
  const head = groupsOf(halves[0]);
  const tail = groupsOf(halves[1]);
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...new Array<string>(halves.length === 2 ? missing : 0).fill('0'), ...tail];
  if (!groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return undefined;
  return compressIpv6(groups.map((group) => Number.parseInt(group, 16)));
}

function compressIpv6(groups: readonly number[]): string {
  let best = { start: -1, length: 1 };
  for (let start = 0; start < 8; start += 1) {
    let end = start;
    while (end < 8 && groups[end] === 0) end += 1;
    if (end - start > best.length) best = { start, length: end - start };
  }
  const hex = (part: readonly number[]) => part.map((group) => group.toString(16)).join(':');
  const mapped = best.start === 0 && (best.length === 6 || (best.length === 5 && groups[5] === 0xffff));
  if (mapped) {
    const [high = 0, low = 0] = groups.slice(6);
    return `${best.length === 5 ? '::ffff:' : '::'}${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
  }
  if (best.start < 0) return hex(groups);
  return `${hex(groups.slice(0, best.start))}::${hex(groups.slice(best.start + best.length))}`;
}
