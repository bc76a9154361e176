import { findDifferences, extractJson } from './support/match-example';
import { parseSteps } from './support/page';

const id = '01a202a1-7d7e-7c34-ba05-445f07ddc9c5';

describe('a response matches an example', () => {
  test.each([
    ['ids, times and keys differ', { id: `${id.slice(0, 9)}…` }, { id }],
    ['a time is any time', { at: '2026-11-21T09:25:39.800Z' }, { at: '2027-01-02T03:04:05.006Z' }],
    ['a text is truncated', { text: 'On Sat, …' }, { text: 'On Sat, Kim wrote' }],
    ['a text contains an id', { message: `The email ${id} stays` }, { message: `The email ${id} stays` }],
    ['fields are omitted at an ellipsis', { a: 1, '…': '…' }, { a: 1, b: 2 }],
    ['entries are omitted at an ellipsis', ['b', '…'], ['a', 'b', 'c']],
    ['counts differ after earlier steps', { emails_used: 21 }, { emails_used: 3 }],
  ])('%s', (_why, example, response) => {
    expect(findDifferences(example, response)).toEqual([]);
  });
});

describe('a response does not match an example', () => {
  test.each([
    ['another value', { status: 'sent' }, { status: 'queued' }, 'answer.status is "queued", not "sent"'],
    ['another number', { total: 1 }, { total: 2 }, 'answer.total is 2, not 1'],
    ['an additional field', { a: 1 }, { a: 1, b: 2 }, 'answer.b is not shown: 2'],
    ['a missing field', { a: 1, b: 2, '…': '…' }, { a: 1 }, 'answer.b is missing, not 2'],
    ['an additional entry', [1], [1, 2], 'answer has 2 entries, not 1: [1,2]'],
    ['entries in another order', ['a', 'b', '…'], ['b', 'a'], 'answer lacks "b": ["b","a"]'],
    [
      'null instead of a time',
      { at: '2026-11-21T09:25:39.800Z' },
      { at: null },
      'answer.at is null, not "2026-',
    ],
    ['a time instead of an id', { id }, { id: '2026-11-21T09:25:39.800Z' }, 'answer.id is "2026-'],
  ])('%s', (_why, example, response, difference) => {
    expect(findDifferences(example, response)).toEqual([expect.stringContaining(difference)]);
  });
});

test('JSON responses are found among other output', () => {
  const printed = 'HTTP/1.1 200 OK\r\n\r\n{"text":"a } in it"}[1]\nlistening {not json}\n{\n  "b": [{}]\n}';

  expect(extractJson(printed)).toEqual([{ text: 'a } in it' }, [1], { b: [{}] }]);
});

test('an example belongs to the commands above it, up to the next heading', () => {
  const page = '# A\n```sh\nfirst\n```\n```json\n1\n```\n## B\n```json\n2\n```\n```sh\nsecond\n```\n';

  expect(parseSteps('a.md', page)).toEqual([
    { location: 'a.md:2', code: 'first\n', file: undefined, examples: [1] },
    { location: 'a.md:12', code: 'second\n', file: undefined, examples: [] },
  ]);
});
