/** Java programs with the plain JDK: java.net.http, and HttpURLConnection where that has to answer a challenge. */
import highlighter from 'highlight.js/lib/languages/java';
import type { Emitter } from '../emitter.ts';
import { httpClient } from './java/http-client.ts';
import { urlConnection } from './java/url-connection.ts';

export const java: Emitter = {
  title: 'Java',
  filename: 'Main.java',
  // JDK 17 reads sources in the encoding of the system.
  run: 'java -Dfile.encoding=UTF-8 Main.java',
  highlighter,
  libraries: [
    {
      name: 'java.net.http',
      requires: 'JDK 17',
      install: () => null,
      clients: [httpClient, urlConnection],
    },
  ],
};
