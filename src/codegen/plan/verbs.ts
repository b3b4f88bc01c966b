import type { Verb } from './plan.ts';

/** The usual methods by their names. */
export const VERBS: ReadonlyMap<string, Verb> = new Map(
  (['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const).map((verb) => [verb, verb]),
);
