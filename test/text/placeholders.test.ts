import fc from 'fast-check';
import { fillPlaceholders, placeholderNames } from '../../shared/text/placeholders';
import { expectCpuMs } from '../support/cpu-time';

describe('a placeholder', () => {
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
  ])('%j holds %j', (text, names) => {
    expect(placeholderNames(text)).toEqual(names);
  });

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
  ])('%j is none, and stays as it is', (text) => {
    expect(placeholderNames(text)).toEqual([]);
    expect(fillPlaceholders(text, () => '!')).toBe(text);
  });
});

test('names of several texts come in the order of their first appearance', () => {
  expect(placeholderNames('{{b}}', '{{a}} {{b}}', '{{c}} {{a}}')).toEqual(['b', 'a', 'c']);
});

test.each(['{{b}}', '$&', '$1', '$$', "$'", '$<name>', '\\', '{{', '}}', ''])(
  'the value %j is put in as it is',
  (value) => {
    expect(fillPlaceholders('[{{a}}|{{ a }}]', () => value)).toBe(`[${value}|${value}]`);
  },
);

test('two values that make a placeholder together make none', () => {
  const values: Record<string, string> = { a: '{{', b: 'c}}', c: 'never' };

  expect(fillPlaceholders('{{a}}{{b}}', (name) => values[name] ?? '')).toBe('{{c}}');
});

const piece = fc.oneof(
  fc.constantFrom('{', '}', '{{', '}}', ' ', '\n', 'a', 'b.c', '_', '$&', '{{a}}', '{{ b }}', '{{a b}}'),
  fc.string(),
);
const someText = fc.array(piece).map((pieces) => pieces.join(''));

test('giving every placeholder back as its value changes nothing but white space', () => {
  fc.assert(
    fc.property(someText, (text) => {
      const same = fillPlaceholders(text, (name) => `{{${name}}}`);

      expect(placeholderNames(same)).toEqual(placeholderNames(text));
      expect(same.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    }),
  );
});

test('the values asked for are those of the names', () => {
  fc.assert(
    fc.property(someText, (text) => {
      const asked = new Set<string>();
      fillPlaceholders(text, (name) => {
        asked.add(name);
        return '';
      });

      expect([...asked]).toEqual(placeholderNames(text));
    }),
  );
});

/** Half a second is a hundred times what linear work on a megabyte takes, and nothing for a quadratic one. */
const soonMs = 500;

test.each(['{', '}', '{{', '{{ ', '{{a', '{{a ', '{{a.', '{{ a }', ' ', 'a', '{{\n\t'])(
  'a megabyte of %j is read in linear time',
  (part) => {
    const repeats = part.repeat(1_000_000 / part.length);
    const texts = [repeats, `{{${repeats}`, `{{a${repeats}`, `{{${' '.repeat(1_000_000)}${part}`];

    expectCpuMs(() => {
      for (const text of texts) {
        placeholderNames(text);
        fillPlaceholders(text, () => '');
      }
    }, soonMs * texts.length);
  },
);
