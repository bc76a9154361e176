import fc from 'fast-check';
import { fillPlaceholders, requiredNames } from '../../shared/text/placeholders';
import { findPlaceholderProblems } from '../../shared/text/placeholder-problems';
import { expectCpuMsAtMost } from '../support/cpu-time';

/** The texts that the first version of the service saved are read as that version read them. */
const placeholderNames = (...texts: string[]): string[] =>
  requiredNames(...texts.map((text) => [text, 'placeholders'] as const));
const fill = (text: string, valueOf: (name: string) => string): string =>
  fillPlaceholders(text, 'placeholders', valueOf);

describe('a placeholder', () => {
  // TP-3
  test.each<[string, string[]]>([
    ['{{name}}', ['name']],
    ['{{ name }}', ['name']],
    ['{{\n\tname\u00a0}}', ['name']],
    ['{{first.name}} {{_x}} {{2}} {{A1}} {{.}}', ['first.name', '_x', '2', 'A1', '.']],
    ['{{b}}{{a}}{{ b }}', ['b', 'a']],
    ['{{a}}{{A}}', ['a', 'A']],
    ['{{{name}}}', ['name']],
    ['{{{{name}}}}', ['name']],
    ['{{ {{name}}', ['name']],
    ['{{a}}}}{{b', ['a']],
    ['{{__proto__}}{{constructor}}', ['__proto__', 'constructor']],
  ])('is found in %j with the names %j', (text, names) => {
    expect(placeholderNames(text)).toEqual(names);
  });

  // TP-3
  test.each([
    '',
    'name',
    '{name}',
    '{{}}',
    '{{ }}',
    '{{a b}}',
    '{{a-b}}',
    '{{größe}}',
    '{{a:b}}',
    '{{#if}}',
    '{{/if}}',
    '{ {a} }',
    '{{a}',
    '{{a} }',
    '{a}}',
    '{{a',
  ])('is not found in %j, and the text remains unchanged', (text) => {
    expect(placeholderNames(text)).toEqual([]);
    expect(fill(text, () => '!')).toBe(text);
  });
});

test('the names in several texts are in order of first appearance', () => {
  expect(placeholderNames('{{b}}', '{{a}} {{b}}', '{{c}} {{a}}')).toEqual(['b', 'a', 'c']);
});

test.each(['{{b}}', '$&', '$1', '$$', "$'", '$<name>', '\\', '{{', '}}', ''])(
  'the value %j is inserted unchanged',
  (value) => {
    expect(fill('[{{a}}|{{ a }}]', () => value)).toBe(`[${value}|${value}]`);
  },
);

test('two adjacent values do not form a new placeholder', () => {
  const values: Record<string, string> = { a: '{{', b: 'c}}', c: 'never' };

  expect(fill('{{a}}{{b}}', (name) => values[name] ?? '')).toBe('{{c}}');
});

const textPiece = fc.oneof(
  fc.constantFrom('{', '}', '{{', '}}', ' ', '\n', 'a', 'b.c', '_', '$&', '{{a}}', '{{ b }}', '{{a b}}'),
  fc.string(),
);
const arbitraryText = fc.array(textPiece).map((pieces) => pieces.join(''));

test('replacing each placeholder with itself changes only white space', () => {
  fc.assert(
    fc.property(arbitraryText, (text) => {
      const refilled = fill(text, (name) => `{{${name}}}`);

      expect(placeholderNames(refilled)).toEqual(placeholderNames(text));
      expect(refilled.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    }),
  );
});

test('a value is requested once for each name, in order', () => {
  fc.assert(
    fc.property(arbitraryText, (text) => {
      const requestedNames = new Set<string>();
      fill(text, (name) => {
        requestedNames.add(name);
        return '';
      });

      expect([...requestedNames]).toEqual(placeholderNames(text));
    }),
  );
});

/** A hundred times the duration of linear work on a megabyte, which is far less than quadratic work would take. */
const timeLimitMs = 500;

test.each([
  ...[
    '{',
    '}',
    '{{',
    '{{ ',
    '{{a',
    '{{a ',
    '{{a.',
    '{{ a }',
    ' ',
    'a',
    '{{\n\t',
    '\\{{',
    '{{a|"',
    '{{a | "x"}}',
    '|',
  ],
  ...['{{#if a}}', '{{/if}}', '{{else}}', '{{#if a}}b{{else}}c{{/if}}', '{{&quot;', '{{a-b}}'],
])('a megabyte of %j is read in linear time', (fragment) => {
  const repeatedFragment = fragment.repeat(1_000_000 / fragment.length);
  const texts = [
    repeatedFragment,
    `{{${repeatedFragment}`,
    `{{a${repeatedFragment}`,
    `{{${' '.repeat(1_000_000)}${fragment}`,
  ];

  expectCpuMsAtMost(() => {
    for (const text of texts) {
      placeholderNames(text);
      fill(text, () => '');
      fillPlaceholders(text, 'expressions', () => '');
      findPlaceholderProblems(text);
    }
  }, timeLimitMs * texts.length);
});
