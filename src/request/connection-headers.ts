/** Lists the connection and message framing headers, which the sender of a request sets (RFC 9110, section 7.6.1). Pure. */

interface ConnectionHeader {
  /** Why a caller cannot set it, or which option sets it instead. */
  readonly remedy: string;
  /** HTTP/2 must not carry it (RFC 9113, section 8.2.2). */
  readonly isHttp1Only?: true;
}

/** By name in lower case. */
export const CONNECTION_HEADERS: ReadonlyMap<string, ConnectionHeader> = new Map<string, ConnectionHeader>([
  ['connection', { remedy: 'use options.connection', isHttp1Only: true }],
  ['content-length', { remedy: 'the service sends the length of the body' }],
  ['expect', { remedy: 'use options.expect_continue' }],
  ['http2-settings', { remedy: 'protocol upgrades are not possible' }],
  ['keep-alive', { remedy: 'it is between two hops only', isHttp1Only: true }],
  ['proxy-authenticate', { remedy: 'it is for proxies' }],
  ['proxy-authorization', { remedy: 'it is for proxies' }],
  ['proxy-connection', { remedy: 'it is for proxies', isHttp1Only: true }],
  ['te', { remedy: 'use options.te' }],
  ['trailer', { remedy: 'trailers cannot be sent' }],
  ['transfer-encoding', { remedy: 'use options.chunked', isHttp1Only: true }],
  ['upgrade', { remedy: 'protocol upgrades are not possible', isHttp1Only: true }],
]);
