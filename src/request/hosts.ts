/** Origins of pages and hosts of destinations, exact or with `*.` for all subdomains of a domain. */

/** Stricter than URL, which accepts `;` and `*` in a host. A domain behind `*.` has at least two labels. */
const HOST = /^(?:\*\.(?=[a-z0-9-]+\.[a-z0-9]))?([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/;

/** Whether a text is a host as URL serialises it, with or without a port. */
export function isHostRule(text: string): boolean {
  const [, host, port = '1'] = HOST.exec(text) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return false;
  return URL.canParse(`http://${host}`) && new URL(`http://${host}`).hostname === host;
}

/** Whether a text is an origin as browsers serialise it. @param wildcard whether its host may begin with `*.` */
export function isOriginRule(text: string, wildcard: boolean): boolean {
  const [scheme, host = ''] = text.split(/(?<=^https?:\/\/)/);
  if (!isHostRule(host) || (host.startsWith('*') && !wildcard)) return false;
  // The port of the scheme is left out.
  return new URL(scheme + host.replace('*.', '')).origin === scheme + host.replace('*.', '');
}

/** Whether a rule is this text, or stands for it with `*`. */
function covers(rule: string, text: string): boolean {
  const [start = '', end] = rule.split('*');
  if (end === undefined) return rule === text;
  return (
    text.startsWith(start) && text.endsWith(end) && /^[^/:@]+$/.test(text.slice(start.length, -end.length))
  );
}

/** Whether one of the rules covers an origin. */
export const coversOrigin = (rules: readonly string[], origin: string): boolean =>
  rules.some((rule) => covers(rule, origin));

/** Whether one of the rules covers the host of a URL. A rule without a port stands for the port of the scheme. */
export function coversHost(rules: readonly string[], url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, hostname, port } = new URL(url);
  const withPort = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  return rules.some((rule) => covers(rule, host) || covers(rule, withPort));
}

/** Says that a run may not reach the host of a URL. */
export const notAHost = (url: string): string =>
  `The host ${URL.canParse(url) ? new URL(url).host : url} is not one of those that this site may reach.`;
