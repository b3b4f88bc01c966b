/** The page that shows our programs for everyday commands. */
import { generateCode, type Language } from '../codegen/index.ts';
import { parseCurl } from '../curl/index.ts';

/** The page with our program in each marked place, for the command that stands above it. */
export function withPrograms(text: string): string {
  return text
    .split(/^(?=## )/m)
    .map((section) => {
      const command = /^```sh\n([\s\S]*?)\n```$/m.exec(section)?.[1];
      if (command === undefined) return section;
      const request = parseCurl(command);
      return section.replace(
        /<!-- program:(\w+):start -->\n[\s\S]*?<!-- program:\1:end -->/g,
        // The page names languages of the registry.
        (_all, language: Language) =>
          `<!-- program:${language}:start -->\n\`\`\`${language}\n${generateCode(request, language).code}\`\`\`\n<!-- program:${language}:end -->`,
      );
    })
    .join('');
}
