/**
 * The requests that every language's programs are run for. `playground.test:8080` stands for the server.
 */
import type { RequestShape } from '../../../src/schemas/request-shape.ts';
import { addEveryday } from './cases/everyday.ts';
import { addExact, addExamined } from './cases/examined.ts';
import { addHeaders, addOptions, addTargets } from './cases/fields.ts';
import { addCombined, addFound } from './cases/found.ts';
import { addHostile } from './cases/hostile.ts';
import { cases } from './cases/make.ts';
import { addAuth, addFiles, addForms, addOrdinary } from './cases/ordinary.ts';
import { addRedirects } from './cases/redirects.ts';
import { addReviewed } from './cases/reviewed.ts';
import { addVariables } from './cases/variables.ts';

export { ENVIRONMENT, FILES, HOSTILE, PLACEHOLDER } from './cases/make.ts';

/**
 * How the server answers: 200 at once, a redirect, two (302; 301 and 302) first, a relative path as Location,
 * one that leads to another name of the server, or a challenge first: Digest or Basic.
 */
export type Scenario =
  | 'ok'
  | 'digest'
  | 'basic'
  | `redirect-${301 | 302 | 303 | 307 | 308}`
  | 'redirect-twice'
  | 'redirect-relative'
  | 'redirect-both'
  | 'redirect-away';

export interface Case {
  name: string;
  request: RequestShape;
  scenario: Scenario;
}

addOrdinary();
addFiles();
addForms();
addHeaders();
addAuth();
addTargets();
addOptions();
addRedirects();
addVariables();
addExamined();
addFound();
addExact();
addCombined();
addHostile();
addEveryday();
addReviewed();

export const CASES: readonly Case[] = cases;
