import t from 'tap';
import { runLanguage } from '../support/run-language.ts';

// The recording is curl 8.23's. Older ones, which most machines have, cut a file at a NUL for -d, add the file's
// name to a path although there is a query, and refuse a part's type that is empty or has no slash.
const OLDER_CURL = [
  'bodies: curl -d @binary.dat http://api.example.com/',
  "bodies: curl -T file.txt 'http://api.example.com/?x=1'",
  `multipart: curl -F 'a=b;type="text/plain"' http://h.example/`,
  "multipart: curl -F 'a=@file.txt;type=' http://h.example/",
  `multipart: curl -F 'a=x;type="text/plain"' http://api.example.com/`,
  "multipart: curl -F 'a=x;type=' http://api.example.com/",
  'multipart: form type no subtype',
  "bodies: curl -T file.txt 'http://h.example/a/?x=/'",
  "bodies: curl -T file.txt 'https://h.example?x=1'",
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
  OLDER_CURL,
);
