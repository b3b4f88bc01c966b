/** Cases of a body in chunks, which a library without a setting for it sends with its length. */
export const CHUNKED = [
  'chunked',
  'chunked-file',
  'chunked-nothing',
  'follow-chunked',
  'names-odd-chunked',
  'chunked-variable',
  'compressed-chunked-file',
];
