/** The registry of languages, in the order of the API's documentation: adding one is its file and its line here. */
import type { Emitter } from './emitter.ts';
import { csharp } from './languages/csharp.ts';
import { curl } from './languages/curl.ts';
import { go } from './languages/go.ts';
import { java } from './languages/java.ts';
import { javascript } from './languages/javascript.ts';
import { php } from './languages/php.ts';
import { python } from './languages/python.ts';
import { ruby } from './languages/ruby.ts';
import { rust } from './languages/rust.ts';

export const EMITTERS = { python, javascript, curl, go, ruby, php, java, csharp, rust } satisfies Readonly<
  Record<string, Emitter>
>;

export type Language = keyof typeof EMITTERS;

export const LANGUAGES = Object.keys(EMITTERS) as readonly Language[]; // an object literal has no other keys
