import t from 'tap';
import { runLanguage } from '../support/run-language.ts';

// The recording is curl 8.23's. Older ones, which most machines have, cut a file at a NUL for -d, and refuse a part's
// type that is empty or has no slash.
const OLDER_CURL = [
  'bodies: curl -d @binary.dat http://api.example.com/',
  `multipart: curl -F 'a=b;type="text/plain"' http://h.example/`,
  `multipart: curl -F 'a=x;type="text/plain"' http://api.example.com/`,
  "multipart: curl -F 'a=@file.txt;type=' http://h.example/",
  "multipart: curl -F 'a=@file.txt;type=text' http://h.example/",
  "multipart: curl -F 'a=x;type=' http://api.example.com/",
  "multipart: curl -F 'f=@file.txt;type=;filename=x' http://h.example/f",
  'multipart: form type no subtype',
  'fresh: -F without content-type guess',
];

await runLanguage(
  t,
  'curl',
  {
    body_changed: [
      'multipart-value-with-known-name',
      'multipart-empty-type',
      'multipart-written-lower-type',
      'multipart-written-variable',
    ],
  },
  { ignored: OLDER_CURL },
);
