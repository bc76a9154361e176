import { findProse } from '../../scripts/prose/find-prose';
import { prosePatterns } from '../../scripts/prose/patterns';

test('the prose of code consists of comments and strings, with their lines', () => {
  const source = [
    '// one',
    '// two',
    'const pattern = /`/; // three',
    'const key = "four";',
    'call("five six");',
    '/** seven */',
  ].join('\n');

  expect(findProse('shared/a.ts', source).map(({ text, line }) => [text.trim(), line])).toEqual([
    ['one two', 1],
    ['three', 3],
    ['seven', 6],
    ['"five six"', 5],
  ]);
});

test('the prose of a test file includes only those strings that are titles', () => {
  const source = `test('a title', () => { send('somebody wrote this'); });`;

  expect(findProse('test/a.test.ts', source).map(({ text }) => text)).toEqual([`'a title'`]);
});

test('the prose of Markdown excludes code', () => {
  const source = ['A `somebody` here', '```sh', 'echo somebody', '```', 'and after'].join('\n');

  expect(findProse('guide.md', source)).toEqual([
    { text: 'A `…` here', line: 1 },
    { text: 'and after', line: 5 },
  ]);
});

test.each([
  'Whoever follows counts once',
  'The key that is none ends the program',
  'Should it have died, the next one continues',
  'What became of the email is in the log',
  'Nobody is mailed twice',
  'It is sent anew',
  'So many at a time',
])('a pattern finds: %s', (sentence) => {
  expect(prosePatterns.some(({ pattern }) => pattern.test(sentence))).toBe(true);
});

test.each([
  'A retry after a crash never counts a recipient twice.',
  'The worker waits so that the queue can drain.',
  'It does so as long as the lease lasts.',
])('no pattern finds: %s', (sentence) => {
  expect(prosePatterns.filter(({ pattern }) => pattern.test(sentence))).toEqual([]);
});
