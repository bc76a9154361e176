import { findDifferences, extractJson } from './support/match-example';
import { parseSteps } from './support/page';

const id = '01a202a1-7d7e-7c34-ba05-445f07ddc9c5';

describe('a response matches an example', () => {
  test.each([
    ['although ids, times and keys differ', { id: `${id.slice(0, 9)}…` }, { id }],
    ['if both contain a time', { at: '2026-11-21T09:25:39.800Z' }, { at: '2027-01-02T03:04:05.006Z' }],
    ['if the example truncates a text', { text: 'On Sat, …' }, { text: 'On Sat, Kim wrote' }],
    ['if a text contains an id', { message: `The email ${id} stays` }, { message: `The email ${id} stays` }],
    ['if the example omits fields with an ellipsis', { a: 1, '…': '…' }, { a: 1, b: 2 }],
    ['if the example omits entries with an ellipsis', ['b', '…'], ['a', 'b', 'c']],
    ['although counts differ after earlier steps', { emails_used: 21 }, { emails_used: 3 }],
  ])('%s', (_why, example, response) => {
    expect(findDifferences(example, response)).toEqual([]);
  });
});

describe('a response does not match an example', () => {
  test.each([
    [
      'with another value',
      { status: 'sent' },
      { status: 'queued' },
      'response.status is "queued", not "sent"',
    ],
    ['with another number', { total: 1 }, { total: 2 }, 'response.total is 2, not 1'],
    ['with an additional field', { a: 1 }, { a: 1, b: 2 }, 'response.b is not shown: 2'],
    ['with a missing field', { a: 1, b: 2, '…': '…' }, { a: 1 }, 'response.b is missing, not 2'],
    ['with an additional entry', [1], [1, 2], 'response has 2 entries, not 1: [1,2]'],
    ['with entries in another order', ['a', 'b', '…'], ['b', 'a'], 'response lacks "b": ["b","a"]'],
    [
      'with null instead of a time',
      { at: '2026-11-21T09:25:39.800Z' },
      { at: null },
      'response.at is null, not "2026-',
    ],
    ['with a time instead of an id', { id }, { id: '2026-11-21T09:25:39.800Z' }, 'response.id is "2026-'],
  ])('%s', (_why, example, response, difference) => {
    expect(findDifferences(example, response)).toEqual([expect.stringContaining(difference)]);
  });
});

test('JSON responses are found among other output', () => {
  const printed = 'HTTP/1.1 200 OK\r\n\r\n{"text":"a } in it"}[1]\nlistening {not json}\n{\n  "b": [{}]\n}';

  expect(extractJson(printed)).toEqual([{ text: 'a } in it' }, [1], { b: [{}] }]);
});

test('an example belongs to the commands above it in the same section', () => {
  const page = '# A\n```sh\nfirst\n```\n```json\n1\n```\n## B\n```json\n2\n```\n```sh\nsecond\n```\n';

  expect(parseSteps('a.md', page)).toEqual([
    { location: 'a.md:2', code: 'first\n', file: undefined, examples: [1] },
    { location: 'a.md:12', code: 'second\n', file: undefined, examples: [] },
  ]);
});
