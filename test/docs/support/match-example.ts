/** Marks omissions in an example, such as the rest of a text, more fields or more entries. */
const ellipsis = '…';

/** Generated values, which have the same format in an example and in a response. */
const generatedPatterns = {
  time: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/,
  day: /\d{4}-\d\d-\d\d/,
  secret: /(?:sk_live_|whsec_)[\w-]*…?/,
  id: /[0-9a-f]{8}[0-9a-f-]*…|[0-9a-f]{16}-[0-9a-f-]{36}-\d{6}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
};

/** Numbers that depend on the machine or on earlier steps. */
const countFields = new Set([
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

/** Describes where the response differs from the example. */
export function findDifferences(example: unknown, response: unknown, path = 'response'): string[] {
  const isCount = countFields.has(path.split('.').at(-1) ?? '') && typeof response === 'number';
  if (isCount && typeof example === 'number') return [];
  if (typeof example === 'string' && typeof response === 'string' && patternOf(example).test(response))
    return [];
  if (Array.isArray(example) && Array.isArray(response)) return entryDifferences(example, response, path);
  if (isObject(example) && isObject(response)) return fieldDifferences(example, response, path);
  return Object.is(example, response)
    ? []
    : [`${path} is ${formatValue(response)}, not ${formatValue(example)}`];
}

function fieldDifferences(example: Fields, response: Fields, path: string): string[] {
  const shownEntries = Object.keys(example).filter((name) => name !== ellipsis);
  const unknown = Object.keys(response).filter((name) => !(name in example));
  return [
    ...shownEntries.flatMap((name) => findDifferences(example[name], response[name], `${path}.${name}`)),
    ...(ellipsis in example
      ? []
      : unknown.map((name) => `${path}.${name} is not shown: ${formatValue(response[name])}`)),
  ];
}

/** If the example contains `…`, the response must contain the other entries in this order. */
function entryDifferences(example: unknown[], response: unknown[], path: string): string[] {
  const shownEntries = example.filter((entry) => entry !== ellipsis);
  if (shownEntries.length === example.length)
    return example.length === response.length
      ? example.flatMap((entry, index) => findDifferences(entry, response[index], `${path}[${index}]`))
      : [`${path} has ${response.length} entries, not ${example.length}: ${formatValue(response)}`];
  let nextIndex = 0;
  const missing = shownEntries.find((entry) => {
    const index = response.findIndex(
      (one, index) => index >= nextIndex && findDifferences(entry, one).length === 0,
    );
    nextIndex = index + 1;
    return index === -1;
  });
  return missing === undefined ? [] : [`${path} lacks ${formatValue(missing)}: ${formatValue(response)}`];
}

/** Returns the pattern that a response text must match. */
function patternOf(example: string): RegExp {
  const kinds = Object.entries(generatedPatterns).map(([kind, { source }]) => `(?<${kind}>${source})`);
  let pattern = '';
  let end = 0;
  for (const matches of example.matchAll(new RegExp(kinds.join('|'), 'g'))) {
    const [kind = ''] = Object.entries(matches.groups ?? {}).find(([, value]) => value) ?? [];
    const anyValue = generatedPatterns[kind as keyof typeof generatedPatterns].source;
    pattern += `${escapeLiteral(example.slice(end, matches.index))}(?:${anyValue})`;
    end = matches.index + matches[0].length;
  }
  return new RegExp(`^${pattern}${escapeLiteral(example.slice(end))}$`, 's');
}

const escapeLiteral = (literal: string): string =>
  literal.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(ellipsis, '.*');

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const formatValue = (value: unknown): string => (value === undefined ? 'missing' : JSON.stringify(value));

/** Returns every JSON object and list in the output, in order. */
export function extractJson(printed: string): unknown[] {
  const matches: unknown[] = [];
  let position = 0;
  while (position < printed.length) {
    const end = endOfJson(printed, position);
    const value = end === undefined ? undefined : parseJson(printed.slice(position, end));
    if (value !== undefined) matches.push(value);
    position = value === undefined ? position + 1 : (end ?? position + 1);
  }
  return matches;
}

/** Returns the position after the bracket that closes the bracket at `start`. */
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

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
