/** The languages, in the order of the API's documentation. Knows no emitter. */
export const LANGUAGES = [
  'python',
  'javascript',
  'curl',
  'go',
  'ruby',
  'php',
  'java',
  'csharp',
  'rust',
] as const;

export type Language = (typeof LANGUAGES)[number];
