/** Stands for what an example leaves out: the rest of a text, further fields, further entries. */
const more = '…';

/** What the service makes up: each looks alike in an example and in an answer. */
const generated = {
  time: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/,
  day: /\d{4}-\d\d-\d\d/,
  secret: /(?:sk_live_|whsec_)[\w-]*…?/,
  id: /[0-9a-f]{8}[0-9a-f-]*…|[0-9a-f]{16}-[0-9a-f-]{36}-\d{6}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
};

/** Numbers that depend on the machine, or on what was done before. */
const counts = new Set([
  'sent',
  'delivered',
  'bounced',
  'complained',
  'opened',
  'clicked',
  'bounce_rate',
  'complaint_rate',
  'open_rate',
  'click_rate',
  'emails_used',
  'estimated_cents',
  'waited_ms',
  'delayed',
  'duration_ms',
  'port',
]);

/** Where an answer is not what the example shows, in words. */
export function differences(example: unknown, answer: unknown, path = 'answer'): string[] {
  const isCount = counts.has(path.split('.').at(-1) ?? '') && typeof answer === 'number';
  if (isCount && typeof example === 'number') return [];
  if (typeof example === 'string' && typeof answer === 'string' && patternOf(example).test(answer)) return [];
  if (Array.isArray(example) && Array.isArray(answer)) return entryDifferences(example, answer, path);
  if (isObject(example) && isObject(answer)) return fieldDifferences(example, answer, path);
  return Object.is(example, answer) ? [] : [`${path} is ${text(answer)}, not ${text(example)}`];
}

function fieldDifferences(example: Fields, answer: Fields, path: string): string[] {
  const shown = Object.keys(example).filter((name) => name !== more);
  const unknown = Object.keys(answer).filter((name) => !(name in example));
  return [
    ...shown.flatMap((name) => differences(example[name], answer[name], `${path}.${name}`)),
    ...(more in example ? [] : unknown.map((name) => `${path}.${name} is not shown: ${text(answer[name])}`)),
  ];
}

/** With `…` among them, the entries that are shown stand in the answer in this order. */
function entryDifferences(example: unknown[], answer: unknown[], path: string): string[] {
  const shown = example.filter((entry) => entry !== more);
  if (shown.length === example.length)
    return example.length === answer.length
      ? example.flatMap((entry, index) => differences(entry, answer[index], `${path}[${index}]`))
      : [`${path} has ${answer.length} entries, not ${example.length}: ${text(answer)}`];
  let next = 0;
  const missing = shown.find((entry) => {
    const at = answer.findIndex((one, index) => index >= next && differences(entry, one).length === 0);
    next = at + 1;
    return at === -1;
  });
  return missing === undefined ? [] : [`${path} lacks ${text(missing)}: ${text(answer)}`];
}

/** What an answer has to look like to be this example's. */
function patternOf(example: string): RegExp {
  const kinds = Object.entries(generated).map(([kind, { source }]) => `(?<${kind}>${source})`);
  let pattern = '';
  let end = 0;
  for (const found of example.matchAll(new RegExp(kinds.join('|'), 'g'))) {
    const [kind = ''] = Object.entries(found.groups ?? {}).find(([, value]) => value) ?? [];
    const any = generated[kind as keyof typeof generated].source;
    pattern += `${literally(example.slice(end, found.index))}(?:${any})`;
    end = found.index + found[0].length;
  }
  return new RegExp(`^${pattern}${literally(example.slice(end))}$`, 's');
}

const literally = (part: string): string =>
  part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(more, '.*');

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string => (value === undefined ? 'missing' : JSON.stringify(value));

/** Every JSON object and list in what was printed, in their order. */
export function jsonIn(printed: string): unknown[] {
  const found: unknown[] = [];
  let at = 0;
  while (at < printed.length) {
    const end = endOfJson(printed, at);
    const value = end === undefined ? undefined : parsed(printed.slice(at, end));
    if (value !== undefined) found.push(value);
    at = value === undefined ? at + 1 : (end ?? at + 1);
  }
  return found;
}

/** Behind the bracket that closes the one which stands here. */
function endOfJson(printed: string, start: number): number | undefined {
  if (!'{['.includes(printed[start] ?? ' ')) return undefined;
  let depth = 0;
  for (const { 0: token, index } of printed.slice(start).matchAll(/"(?:[^"\\\n]|\\.)*"|[[\]{}]/g)) {
    if ('[{'.includes(token)) depth += 1;
    if (']}'.includes(token)) depth -= 1;
    if (depth === 0) return start + index + 1;
  }
  return undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
