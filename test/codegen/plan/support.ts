/** A library that can do all but what a test takes from it. */
import { Capabilities } from '../../../src/codegen/plan/capabilities.ts';

export const ABLE = new Capabilities({
  name: 'lib',
  repeatedHeaders: 'all',
  fixedHeaders: ['host'],
  removableHeaders: { 'user-agent': 'off' },
  multipart: { ownType: true },
  schemes: { digest: { package: 'lib-digest' } },
  redirects: {
    limit: true,
    toGet: { 301: 'post', 302: 'post', 303: 'others' },
    keepsBody: true,
    drops: [],
    dropsElsewhere: ['authorization', 'cookie'],
    once: [],
  },
  proxies: { http: 'own', socks5: { package: 'lib-socks' } },
  versions: { '1.1': 'default', '2': 'option' },
  ipVersion: true,
});
