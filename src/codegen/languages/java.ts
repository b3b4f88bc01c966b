/** Java programs with java.net.http and with OkHttp. */
import highlighter from 'highlight.js/lib/languages/java';
import type { Emitter } from '../emitter.ts';
import { httpClient } from './java/http-client.ts';
import { javaLiteral } from './java/java-program.ts';
import { okHttp } from './java/okhttp.ts';

// JDK 17 reads sources in the system's encoding.
const RUN = 'java -Dfile.encoding=UTF-8';

export const java: Emitter = {
  title: 'Java',
  filename: 'Main.java',
  run: `${RUN} Main.java`,
  highlighter,
  stop: (sentence) => `public class Main {
    public static void main(String[] args) {
        System.err.println(${javaLiteral(sentence)});
        System.exit(1);
    }
}
`,
  libraries: [
    { name: 'java.net.http', requires: 'JDK 17', install: () => null, clients: [httpClient] },
    {
      name: 'OkHttp',
      requires: 'JDK 17, OkHttp 5.3, Maven 3.6',
      install: () => 'mvn dependency:copy-dependencies -DoutputDirectory=lib',
      run: `${RUN} -cp "lib/*" Main.java`,
      files: (_, code) => [{ name: 'pom.xml', content: code.includes('okhttp3.tls') ? POM : WITHOUT_TLS }],
      warnings: (code) =>
        code.includes('okhttp3.tls.He') ? [{ code: 'option_unsupported', message: FORMS }] : [],
      clients: [okHttp],
    },
  ],
};

const FORMS = 'OkHttp reads one certificate of a file, and a key in PKCS #8 ("BEGIN PRIVATE KEY").';
const POM = `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>main</groupId>
  <artifactId>main</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>com.squareup.okhttp3</groupId>
      <artifactId>okhttp-jvm</artifactId>
      <version>5.3.2</version>
    </dependency>
    <dependency>
      <groupId>com.squareup.okhttp3</groupId>
      <artifactId>okhttp-tls</artifactId>
      <version>5.3.2</version>
    </dependency>
  </dependencies>
</project>
`;
const WITHOUT_TLS = POM.replace(/(?<=<\/dependency>)\s*<dependency>.*<\/dependency>/s, '');
