/**
 * Judges what IBM's validator says of a document: node ibm.mjs <name> <least score> < its JSON
 * Its rules are those of IBM's own cloud. What is found by a rule that is not explained here fails, and so does a
 * score of less than the least, which counts all rules.
 */
import { readFileSync } from 'node:fs';

const SPECIFIED = 'The specification decides it: paths, parameter, lists and errors are as it shows them.';
const NAMES =
  'Operations and schemas are called as clients in most languages call them, without the "api" of the path.';
const UNCHANGED = 'A request is sent back as it was parsed, with only what the command needs.';
const NULLS =
  'What is not there is null in answers, so that each field is always there; 3.1 says so with the type null.';
const ANY =
  'Bodies and parts may be any JSON, details of an event any facts; what excludes what stands where it belongs.';

const EXPLAINED = {
  'ibm-operationid-casing-convention': NAMES,
  'ibm-operationid-naming-convention': NAMES,
  'ibm-schema-naming-convention': NAMES,
  'ibm-path-segment-casing-convention': SPECIFIED,
  'ibm-no-ambiguous-paths': SPECIFIED,
  'ibm-parameter-casing-convention': SPECIFIED,
  'ibm-major-version-in-path': SPECIFIED,
  'ibm-pagination-style': SPECIFIED,
  'ibm-collection-array-property': SPECIFIED,
  'ibm-error-response-schemas': SPECIFIED,
  'ibm-patch-request-content-type': SPECIFIED,
  'ibm-resource-response-consistency': 'A key is shown once, when it is created.',
  'ibm-enum-casing-convention':
    "Scopes (playgrounds:read), HTTP versions (1.1), orders (-created_at) and curl's names (aws-sigv4) are no snake case.",
  'ibm-required-array-properties-in-response': UNCHANGED,
  'ibm-required-enum-properties-in-response': UNCHANGED,
  'ibm-no-nullable-properties': NULLS,
  'ibm-schema-type-format': NULLS,
  'ibm-avoid-inline-schemas': ANY,
  'ibm-well-defined-dictionaries': ANY,
  'ibm-avoid-repeating-path-parameters': 'The framework writes them for each operation.',
  'ibm-string-attributes':
    'Commands, programs and what other servers answer are texts without a pattern, which may be empty and whose length the operator decides. Those that have bounds say them.',
};

const [name, least] = process.argv.slice(2);
const report = JSON.parse(readFileSync(0, 'utf8'));
const found = ['error', 'warning'].flatMap((level) => report[level].results);
const open = found.filter(({ rule }) => !(rule in EXPLAINED));
for (const { rule, message, path } of open) console.log(`${name} ${path.join('.')}: ${message} (${rule})`);
const { overall, ...score } = report.impactScore.categorizedSummary;
console.log(
  `${name}: IBM's validator finds ${found.length}, ${open.length} of them not explained; of 100 ${overall} ${JSON.stringify(score)}`,
);
process.exit(open.length === 0 && overall >= Number(least) ? 0 : 1);
