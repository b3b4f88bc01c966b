/** The text of streams in the shapes of language models, and in shapes that nobody knows. */
import t from 'tap';
import { answerTextOf, streamTextOf } from '../../src/pages/views/stream-text.ts';

const read = (...events: unknown[]) =>
  streamTextOf(
    events.map((event, index) => ({ at: 100 * (index + 1), data: JSON.stringify(event) })),
    2,
    false,
  );

t.test('OpenAI: text, reasoning, calls, tokens', async (t) => {
  const delta = (delta: object, more = {}) => ({ id: 'c', choices: [{ index: 0, delta, ...more }] });
  const call = (index: number, fields: object) => ({ tool_calls: [{ index, function: fields }] });
  t.match(
    read(
      delta({ role: 'assistant', content: '' }),
      delta({ reasoning_content: 'Hm.' }),
      delta({ content: 'Hel' }),
      delta({ content: 'lo' }),
      delta(call(0, { name: 'weather', arguments: '' })),
      delta(call(0, { arguments: '{"city":' })),
      delta(call(0, { arguments: '"Vienna"}' })),
      delta(call(1, { name: 'time', arguments: '{}' })),
      { ...delta({}, { finish_reason: 'stop' }), usage: { prompt_tokens: 14, completion_tokens: 96 } },
    ),
    {
      text: 'Hello',
      reasoning: 'Hm.',
      tools: [
        { name: 'weather', arguments: '{"city":"Vienna"}' },
        { name: 'time', arguments: '{}' },
      ],
      tokens: { in: 14, out: 96 },
      finish: 'stop',
      firstAt: 200,
      lastAt: 400,
    },
  );
  t.match(
    read(
      { type: 'response.created', response: {} },
      { type: 'response.reasoning_summary_text.delta', item_id: 'r', delta: 'Hm.' },
      { type: 'response.output_text.delta', item_id: 'm', delta: 'Hel' },
      { type: 'response.output_text.delta', item_id: 'm', delta: 'lo' },
      { type: 'response.output_item.added', item: { id: 'f', type: 'function_call', name: 'weather' } },
      { type: 'response.function_call_arguments.delta', item_id: 'f', delta: '{}' },
      {
        type: 'response.completed',
        response: { status: 'completed', usage: { input_tokens: 3, output_tokens: 2 } },
      },
    ),
    {
      text: 'Hello',
      reasoning: 'Hm.',
      tools: [{ name: 'weather', arguments: '{}' }],
      tokens: { in: 3, out: 2 },
      finish: 'completed',
    },
  );
});

t.test('Anthropic, Gemini, Ollama and Mistral', async (t) => {
  const block = (index: number, delta: object) => ({ type: 'content_block_delta', index, delta });
  t.match(
    read(
      { type: 'message_start', message: { usage: { input_tokens: 25, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
      block(0, { type: 'thinking_delta', thinking: 'Hm.' }),
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      block(1, { type: 'text_delta', text: 'Hel' }),
      block(1, { type: 'text_delta', text: 'lo' }),
      {
        type: 'content_block_start',
        index: 2,
        content_block: { type: 'tool_use', id: 't', name: 'weather', input: {} },
      },
      block(2, { type: 'input_json_delta', partial_json: '{"a":' }),
      block(2, { type: 'input_json_delta', partial_json: '1}' }),
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 15 } },
    ),
    {
      text: 'Hello',
      reasoning: 'Hm.',
      tools: [{ name: 'weather', arguments: '{"a":1}' }],
      tokens: { in: 25, out: 15 },
      finish: 'tool_use',
    },
  );
  const start = { type: 'message_start', message: { usage: { input_tokens: 25, output_tokens: 1 } } };
  const tokens = read(start, block(0, { type: 'text_delta', text: 'Hel' }))?.tokens;
  t.same(tokens, { in: 25, out: undefined }, 'not known while it comes');
  const gemini = (parts: object[], more = {}) => ({
    candidates: [{ content: { parts, role: 'model' }, ...more }],
  });
  t.match(
    read(gemini([{ text: 'Hm.', thought: true }]), gemini([{ text: 'Hel' }]), {
      ...gemini([{ text: 'lo' }, { functionCall: { name: 'weather', args: { a: 1 } } }], {
        finishReason: 'STOP',
      }),
      usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 7 },
    }),
    {
      text: 'Hello',
      reasoning: 'Hm.',
      tools: [{ name: 'weather', arguments: '{"a":1}' }],
      tokens: { in: 4, out: 7 },
      finish: 'STOP',
    },
  );
  t.match(
    read(
      { model: 'm', message: { role: 'assistant', content: '', thinking: 'Hm.' }, done: false },
      { model: 'm', message: { role: 'assistant', content: 'Hello' }, done: false },
      {
        model: 'm',
        message: { content: '' },
        done: true,
        done_reason: 'stop',
        prompt_eval_count: 5,
        eval_count: 9,
      },
    ),
    { text: 'Hello', reasoning: 'Hm.', tokens: { in: 5, out: 9 }, finish: 'stop' },
  );
  t.match(read({ response: 'Hel', done: false }, { response: 'lo', done: true }), { text: 'Hello' });
  const thinking = [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }];
  t.match(
    read(
      { choices: [{ delta: { content: thinking } }] },
      { choices: [{ delta: { content: [{ type: 'text', text: 'Hello' }] } }] },
    ),
    { text: 'Hello', reasoning: 'Hm.' },
  );
});

t.test('a shape that nobody knows: the longest string that grows', async (t) => {
  const event = (piece: string, id: number) => ({
    id: `evt_${id}_0123456789abcdef`,
    kind: 'piece',
    out: { piece },
  });
  t.match(read(event('Hel', 1), event('lo', 2), event(' there', 3)), {
    text: 'Hello there',
    firstAt: 100,
    lastAt: 300,
  });
  t.match(read({ so_far: 'He' }, { so_far: 'Hello' }), { text: 'Hello' }, 'or is sent whole each time');
  t.equal(read({ tick: 1 }, { tick: 2 }), undefined, 'numbers write nothing');
  t.equal(read({ state: 'same' }, { state: 'same' }), undefined, 'nor does what never changes');
  t.equal(
    streamTextOf(
      [
        { at: 1, data: 'no JSON' },
        { at: 2, data: '{"cut' },
      ],
      2,
      false,
    ),
    undefined,
  );
});

t.test('lines of JSON are records, unless their strings are pieces of a text', async (t) => {
  const textOf = (values: readonly string[]) =>
    streamTextOf(
      values.map((text) => ({ at: 1, data: JSON.stringify({ text }) })),
      2,
      true,
    )?.text;
  t.equal(textOf(['ada@a.example', 'grace@a.example']), undefined);
  t.equal(textOf(['Ada Lovelace', 'Grace Hopper']), undefined);
  t.equal(textOf(['Hel', 'lo', ' there']), 'Hello there');
  t.equal(textOf(['你', '好']), '你好');
});

t.test('an answer that came as a whole', async (t) => {
  const answer = (body: object) => answerTextOf(JSON.stringify(body));
  const call = { id: 'c', type: 'function', function: { name: 'weather', arguments: '{}' } };
  const message = { role: 'assistant', content: 'Hello', reasoning_content: 'Hm.', tool_calls: [call, call] };
  const tools = [{ name: 'weather', arguments: '{}' }];
  t.match(
    answer({
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 2 },
    }),
    {
      text: 'Hello',
      reasoning: 'Hm.',
      tools: [...tools, ...tools],
      tokens: { in: 3, out: 2 },
      finish: 'stop',
      firstAt: undefined,
    },
  );
  t.match(
    answer({
      object: 'response',
      status: 'completed',
      output: [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] },
        { type: 'message', content: [{ type: 'output_text', text: 'Hello' }] },
        { type: 'function_call', id: 'f', name: 'weather', arguments: '{}' },
      ],
    }),
    { text: 'Hello', reasoning: 'Hm.', tools, finish: 'completed' },
  );
  t.match(
    answer({
      type: 'message',
      content: [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'Hello' },
        { type: 'tool_use', name: 'weather', input: {} },
      ],
      stop_reason: 'end_turn',
      usage: { input_tokens: 3, output_tokens: 2 },
    }),
    { text: 'Hello', reasoning: 'Hm.', tools, tokens: { in: 3, out: 2 }, finish: 'end_turn' },
  );
  const parts = [{ text: 'Hm.', thought: true }, { text: 'Hello' }];
  const gemini = answer({ candidates: [{ content: { parts }, finishReason: 'STOP' }] });
  t.match(gemini, { text: 'Hello', reasoning: 'Hm.', finish: 'STOP' });
  const ollama = answer({ message: { content: 'Hello' }, done: true, done_reason: 'stop' });
  t.match(ollama, { text: 'Hello', finish: 'stop' });
  for (const other of [
    { choices: [{ text: 'Yes' }, { text: 'No' }] },
    { type: 'message', content: 'Hello' },
    { output: [1, null], status: 'completed' },
    { object: 'response', output: 'x', choices: [null] },
    { candidates: [{ name: 'Ada' }] },
  ])
    t.equal(answer(other), undefined, 'other JSON has no such text');
  t.equal(answerTextOf('{"choices":['), undefined);
  t.equal(read({ choices: [{ delta: { content: [null], tool_calls: [null, 1] } }] }), undefined, 'nulls');
});
