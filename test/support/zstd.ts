/** Node decodes Zstandard from 22.15 on; before, such a body is kept as it is. */
import zlib from 'node:zlib';

/** Why tests of decoding Zstandard are skipped. */
export const zstdMissing: string | false =
  'createZstdDecompress' in zlib ? false : 'Zstandard (Node 22.15 or later)';
