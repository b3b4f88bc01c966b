/**
 * Writes the models of the Python, JavaScript, Go and Ruby libraries from the OpenAPI document, one file a language:
 *   node clients/models.mjs
 * The libraries check each response against them. Request bodies other than the request shape are arguments of methods, so
 * only JavaScript and Go have types for those.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('.', import.meta.url);
const document = JSON.parse(readFileSync(new URL('../openapi/openapi.json', root), 'utf8'));
const { schemas } = document.components;
/** Enums of fields of which libraries have a type. */
const ENUMS = new Set(['Language', 'ProgramStyle', 'Scope', 'Theme']);
const FROM = 'Written by clients/models.mjs from openapi/openapi.json. Do not edit.';

/** What libraries have by themselves: errors, pages, the arguments of one method. */
const LEFT_OUT =
  /^(ErrorResponse|ErrorBody|ErrorDetail|Health|GeneratedProgramList|LanguageList|\w+Page|ParseCurlRequest|ImportRequest|GenerateCode\w*Request)$/;
const REQUESTS = /^(Create|Update)\w+Request$/;

/** A schema as libraries need it: {kind, of?, nullable?, values?, ref?}. */
function typeOf(schema) {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1);
    // A name for "this object or null" is that object.
    return isObject(schemas[name]) || ENUMS.has(name) ? { kind: 'ref', name } : typeOf(schemas[name]);
  }
  const choices = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null');
  if (choices?.length === 1) return { ...typeOf(choices[0]), nullable: true };
  const types = [schema.type ?? []].flat();
  const nullable = types.includes('null');
  const [type] = types.filter((one) => one !== 'null');
  if (type === 'array') return { kind: 'list', of: typeOf(schema.items ?? {}), nullable };
  if (type === 'object') return { kind: 'map', of: typeOf(schema.additionalProperties ?? {}), nullable };
  if (type === 'string' && schema.enum) return { kind: 'string', values: schema.enum, nullable };
  if (type === 'string' && !schema.format) return { kind: 'string', nullable, maybeEmpty: !schema.minLength };
  if (type === 'string' && schema.format === 'date-time') return { kind: 'time', nullable };
  return { kind: type ?? 'any', nullable };
}
function isObject(schema) {
  return schema.type === 'object' && schema.properties !== undefined;
}

function fieldsOf(schema) {
  return Object.entries(schema.properties).map(([name, one]) => ({
    name,
    type: typeOf(one),
    required: schema.required?.includes(name) ?? false,
    text: summary(one.description ?? enumOf(one)?.description),
  }));
}
/** The enum that a field refers to, which describes it. */
function enumOf({ $ref }) {
  const found = schemas[$ref?.split('/').at(-1)];
  return found?.enum === undefined ? undefined : found;
}
/** The first sentence of a description. */
function summary(description = '') {
  const [line] = description.split('\n');
  const end = line.search(/[.:] /);
  return end === -1 ? line : `${line.slice(0, end)}.`;
}

const models = Object.entries(schemas)
  .filter(([name, schema]) => isObject(schema) && !LEFT_OUT.test(name))
  .map(([name, schema]) => ({
    name,
    fields: fieldsOf(schema),
    text: summary(schema.description),
    isRequest: REQUESTS.test(name),
  }));
/** Event of a stream → the model of its data. The event `error` is raised, not handed out. */
const { error: _, ...streamed } =
  document.paths['/api/tests/stream'].post.responses[200].content['text/event-stream'].schema['x-event-data'];
const events = Object.entries(streamed).map(([event, { $ref }]) => ({ event, name: $ref.split('/').at(-1) }));
const enums = {
  Language: schemas.Language.enum,
  Scope: schemas.Scope.enum,
  ProgramStyle: schemas.ProgramStyle.enum,
  Theme: schemas.Theme.enum,
  Sort: schemas.PlaygroundSort.enum,
};
/** What is sent back to the service as it came: fields that are not known yet are kept. */
const echoed = new Set();
(function echo(name) {
  if (echoed.has(name)) return;
  echoed.add(name);
  for (const { type } of models.find((one) => one.name === name).fields)
    for (const { kind, name: inner } of [type, type.of ?? {}]) if (kind === 'ref') echo(inner);
})('RequestShape');

const responses = models.filter(({ isRequest }) => !isRequest);
const isSecret = (model, field) => model === 'CreatedApiKey' && field === 'key';

// --- Python ---------------------------------------------------------------------------------------------------------
function python() {
  const type = (one) => {
    const base = {
      ref: () => (enums[one.name] ? 'str' : one.name),
      list: () => `list[${type(one.of)}]`,
      map: () => `dict[str, ${type(one.of)}]`,
      string: () => 'str',
      integer: () => 'int',
      number: () => 'float',
      boolean: () => 'bool',
      time: () => 'datetime',
      any: () => 'Any',
    }[one.kind]();
    return one.nullable ? `${base} | None` : base;
  };
  const optional = (text) => (text === 'Any' || text.endsWith('| None') ? text : `${text} | None`);
  const lines = [
    `"""The objects of the API. ${FROM}"""`,
    '',
    'from __future__ import annotations',
    '',
    'from dataclasses import dataclass, field',
    'from datetime import datetime',
    'from typing import Any, Literal, Union',
    '',
    'from ._model import Model',
    '',
    ...Object.entries(enums).map(
      ([name, values]) => `${name} = Literal[${values.map((one) => `"${one}"`).join(', ')}]`,
    ),
  ];
  for (const { name, fields, text } of responses) {
    lines.push('', '', '@dataclass(kw_only=True)', `class ${name}(Model):`, `    """${text || name}"""`, '');
    for (const one of fields) {
      const wanted = one.required ? type(one.type) : optional(type(one.type));
      const hidden = isSecret(name, one.name) ? 'repr=False' : '';
      if (hidden) lines.push(`    ${one.name}: ${wanted} = field(${hidden})`);
      else lines.push(`    ${one.name}: ${wanted}${one.required ? '' : ' = None'}`);
    }
  }
  lines.push('', '');
  lines.push(`TestStreamEvent = Union[${events.map(({ name }) => name).join(', ')}]`);
  lines.push('TEST_STREAM_EVENTS: dict[str, type[TestStreamEvent]] = {');
  lines.push(...events.map(({ event, name }) => `    "${event}": ${name},`), '}');
  return `${lines.join('\n')}\n`;
}

// --- JavaScript -----------------------------------------------------------------------------------------------------
function comment(text, indent = '') {
  return text === '' ? [] : [`${indent}/** ${text.replaceAll('*/', '* /')} */`];
}
function declarations() {
  const type = (one, isSent) => {
    const base = {
      ref: () => (enums[one.name] && !isSent ? 'string' : one.name),
      list: () => {
        const inner = type(one.of, isSent);
        return inner.includes('|') ? `(${inner})[]` : `${inner}[]`;
      },
      map: () => `Record<string, ${type(one.of, isSent)}>`,
      string: () => (one.values && isSent ? one.values.map((value) => `'${value}'`).join(' | ') : 'string'),
      integer: () => 'number',
      number: () => 'number',
      boolean: () => 'boolean',
      time: () => 'string',
      any: () => 'unknown',
    }[one.kind]();
    return one.nullable ? `${base} | null` : base;
  };
  const lines = [`/** The objects of the API. ${FROM} */`];
  for (const [name, values] of Object.entries(enums))
    lines.push(`export type ${name} = ${values.map((value) => `'${value}'`).join(' | ')};`);
  for (const { name, fields, text, isRequest } of models) {
    lines.push('', ...comment(text), `export interface ${name} {`);
    for (const one of fields)
      lines.push(
        ...comment(one.text, '  '),
        `  ${one.name}${one.required ? '' : '?'}: ${type(one.type, isRequest)};`,
      );
    lines.push('}');
  }
  lines.push('', '/** An event of a stream: what it is, and its data. More events may be added. */');
  lines.push('export type TestStreamEvent =');
  lines.push(...events.map(({ event, name }) => `  | { event: '${event}'; data: ${name} }`));
  lines[lines.length - 1] += ';';
  return `${lines.join('\n')}\n`;
}
function shapes() {
  const type = (one) => {
    const text = {
      ref: () => (enums[one.name] ? "'string'" : `'${one.name}'`),
      list: () => `[${type(one.of)}]`,
      map: () => `{ '*': ${type(one.of)} }`,
      time: () => "'string'",
    }[one.kind]?.();
    return text ?? `'${one.kind}'`;
  };
  const lines = [
    `/** What fields of responses are; those with ? may be absent, those with | may be null. ${FROM} */`,
    'export const SHAPES = {',
  ];
  for (const { name, fields } of responses) {
    lines.push(`  ${name}: {`);
    for (const one of fields) {
      const key = `${one.name}${one.required ? '' : '?'}${one.type.nullable ? '|' : ''}`;
      lines.push(`    ${/^\w+$/.test(key) ? key : `'${key}'`}: ${type(one.type)},`);
    }
    lines.push('  },');
  }
  lines.push('};', '', '/** Event of a stream: the shape of its data. */', 'export const EVENTS = {');
  lines.push(...events.map(({ event, name }) => `  ${event}: '${name}',`), '};');
  return `${lines.join('\n')}\n`;
}

// --- Go -------------------------------------------------------------------------------------------------------------
const INITIALS = {
  id: 'ID',
  ids: 'IDs',
  url: 'URL',
  http: 'HTTP',
  ip: 'IP',
  ms: 'MS',
  tls: 'TLS',
  dns: 'DNS',
  tcp: 'TCP',
  te: 'TE',
};
function goName(name) {
  return name
    .split(/[_:]/)
    .map((part) => INITIALS[part] ?? part[0].toUpperCase() + part.slice(1))
    .join('')
    .replace('ApiKey', 'APIKey');
}
function go() {
  const type = (one, isSent) =>
    ({
      ref: () => (enums[one.name] && !isSent ? 'string' : goName(one.name)),
      list: () => `[]${type(one.of, isSent)}`,
      map: () => `map[string]${type(one.of, isSent)}`,
      string: () => 'string',
      integer: () => 'int64',
      number: () => 'float64',
      boolean: () => 'bool',
      time: () => 'time.Time',
      any: () => 'any',
    })[one.kind]();
  const lines = [
    `// ${FROM.replace('Written', 'Code generated').replace('Do not edit.', 'DO NOT EDIT.')}`,
    '',
  ];
  lines.push('package playgrounds', '', 'import (', '"encoding/json"', '"time"', ')');
  for (const [name, values] of Object.entries(enums)) {
    lines.push(
      '',
      `// ${name} is one of these values; the service may know more.`,
      `type ${name} string`,
      '',
      'const (',
    );
    for (const value of values) {
      const word = value.startsWith('-') ? `${value.slice(1)}_descending` : value;
      lines.push(`${name}${goName(word)} ${name} = "${value}"`);
    }
    lines.push(')');
  }
  for (const { name, fields, text, isRequest } of models) {
    const struct = goName(name);
    lines.push('', `// ${struct}: ${text || name}`, `type ${struct} struct {`);
    for (const one of fields) {
      const base = type(one.type, isRequest);
      const plain = /^(\[\]|map|any)/.test(base);
      // Empty is absent, but where a request is sent back as it came, and where a change may set it. What is false or 0 may be meant.
      const isSetEmpty = one.type.maybeEmpty && /^Update/.test(name);
      const isText = base === 'string' && !echoed.has(name) && !isSetEmpty;
      const pointer = !plain && (one.type.nullable || (!one.required && !isText));
      // A change can set a field to null, which a pointer to nil says.
      const isCleared = one.type.nullable && /^Update/.test(name);
      const absent = isRequest && base.startsWith('[]') ? ',omitzero' : ',omitempty';
      const tag = `${one.name}${one.required ? '' : absent}`;
      if (one.text !== '') lines.push(`// ${one.text}`);
      lines.push(`${goName(one.name)} ${isCleared ? '*' : ''}${pointer ? '*' : ''}${base} \`json:"${tag}"\``);
    }
    if (echoed.has(name)) {
      lines.push(
        '// Extra has the fields that this version does not know.',
        'Extra map[string]json.RawMessage `json:"-"`',
      );
    }
    lines.push('}');
    if (!echoed.has(name)) continue;
    lines.push(
      '',
      '// UnmarshalJSON keeps unknown fields in Extra.',
      `func (v *${struct}) UnmarshalJSON(data []byte) error {`,
      `type plain ${struct}`,
      `return unmarshalWithExtra(data, (*plain)(v), &v.Extra)`,
      '}',
      '',
      '// MarshalJSON writes the fields of Extra, too.',
      `func (v ${struct}) MarshalJSON() ([]byte, error) {`,
      `type plain ${struct}`,
      'return marshalWithExtra(plain(v), v.Extra)',
      '}',
    );
  }
  lines.push(
    '',
    `// TestStreamEvent is one of ${events.map(({ name }) => `*${name}`).join(', ')}.`,
    'type TestStreamEvent interface{ isTestStreamEvent() }',
    '',
    ...events.map(({ name }) => `func (*${name}) isTestStreamEvent() {}`),
    '',
    'func newTestStreamEvent(name string) TestStreamEvent {',
    'switch name {',
    ...events.map(({ event, name }) => `case "${event}": return new(${name})`),
    '}',
    'return nil',
    '}',
  );
  return execFileSync('gofmt', { input: `${lines.join('\n')}\n`, encoding: 'utf8' });
}

// --- Ruby -----------------------------------------------------------------------------------------------------------
function ruby() {
  const type = (one) =>
    ({
      ref: () => (enums[one.name] ? 'String' : `:${one.name}`),
      list: () => `[${type(one.of)}]`,
      map: () => `{ "*" => ${type(one.of)} }`,
      string: () => 'String',
      integer: () => 'Integer',
      number: () => 'Numeric',
      boolean: () => ':boolean',
      time: () => 'Time',
      any: () => ':any',
    })[one.kind]();
  const lines = [`# The objects of the API. ${FROM}`, 'require_relative "model"', '', 'module Playgrounds'];
  for (const [name, values] of Object.entries(enums))
    lines.push(`  ${name.toUpperCase()}S = %w[${values.join(' ')}].freeze`);
  for (const { name, fields, text } of responses) {
    lines.push('', `  # ${text || name}`, `  class ${name} < Model`);
    for (const one of fields) {
      const options = [
        ...(one.required ? [] : ['optional: true']),
        ...(one.type.nullable ? ['nullable: true'] : []),
        ...(isSecret(name, one.name) ? ['secret: true'] : []),
      ];
      lines.push(`    ${[`field :${one.name}`, type(one.type), ...options].join(', ')}`);
    }
    lines.push('  end');
  }
  lines.push('', '  # Event of a stream: the model of its data.', '  TEST_STREAM_EVENTS = {');
  lines.push(...events.map(({ event, name }) => `    "${event}" => :${name},`));
  lines[lines.length - 1] = lines.at(-1).replace(/,$/, '');
  lines.push('  }.freeze', 'end');
  return `${lines.join('\n')}\n`;
}

for (const [path, text] of Object.entries({
  'python/src/playgrounds/models.py': python(),
  'javascript/src/models.d.ts': declarations(),
  'javascript/src/shapes.js': shapes(),
  'go/models.go': go(),
  'ruby/lib/playgrounds/models.rb': ruby(),
}))
  writeFileSync(new URL(path, root), text);
