import fc from 'fast-check';
import { findMailedBraces, findPlaceholderProblems } from '../../shared/text/placeholder-problems';
import {
  fillPlaceholders,
  requiredNames,
  resolveExpressions,
  type ValueOf,
} from '../../shared/text/placeholders';
import { expectLinear } from '../support/cpu-time';

const values =
  (variables: Record<string, string>): ValueOf =>
  (name) =>
    Object.hasOwn(variables, name) ? variables[name] : undefined;
const escape = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const fill = (text: string, variables: Record<string, string> = {}): string =>
  fillPlaceholders(text, 'expressions', values(variables), escape);

// TP-17
test.each<[string, Record<string, string>, string]>([
  ['Hi {{name | "there"}}!', { name: 'Kim' }, 'Hi Kim!'],
  ['Hi {{name | "there"}}!', {}, 'Hi there!'],
  ['Hi {{name | "there"}}!', { name: '' }, 'Hi there!'],
  ['Hi {{name | "there"}}!', { name: 'false' }, 'Hi false!'],
  ['Hi {{name|\'you "all"\'}}!', {}, 'Hi you "all"!'],
  ['{{name | "it\'s"}}', {}, "it's"],
  ['{{\n name\t|\n"x" }}', {}, 'x'],
  ['{{name | ""}}', {}, ''],
  ['{{name | "<b> & c"}}', {}, '&lt;b> &amp; c'],
  ['{{name | "a | b"}}', {}, 'a | b'],
  ['{{name | "a\\b"}}{{name}}', {}, 'a\\b'],
])('the fallback in %j with %j gives %j', (text, variables, filled) => {
  expect(findPlaceholderProblems(text)).toEqual([]);
  expect(fill(text, variables)).toBe(filled);
});

// TP-18
test.each<[string, string | undefined, string]>([
  ['{{#if x}}yes{{/if}}', 'v', 'yes'],
  ['{{#if x}}yes{{/if}}', undefined, ''],
  ['{{#if x}}yes{{/if}}', '', ''],
  ['{{#if x}}yes{{/if}}', 'false', ''],
  ['{{#if x}}yes{{/if}}', 'False', 'yes'],
  ['{{#if x}}yes{{/if}}', '0', 'yes'],
  ['{{#if x}}yes{{/if}}', ' ', 'yes'],
  ['a{{ #if  x }}b{{ else }}c{{ /if }}d', 'v', 'abd'],
  ['a{{ #if  x }}b{{ else }}c{{ /if }}d', undefined, 'acd'],
  ['{{#if x}}{{#if y}}1{{else}}2{{/if}}{{else}}{{#if y}}3{{else}}4{{/if}}{{/if}}', 'v', '2'],
  ['{{#if y}}{{#if x}}1{{else}}2{{/if}}{{else}}{{#if x}}3{{else}}4{{/if}}{{/if}}', 'v', '3'],
  ['{{#if x}}{{/if}}{{#if x}}{{else}}{{/if}}.', 'v', '.'],
  [
    '<a href="{{#if x}}https://a.test/{{x}}{{else}}https://b.test{{/if}}">',
    'v',
    '<a href="https://a.test/v">',
  ],
])('the condition in %j with x = %j gives %j', (text, x, filled) => {
  expect(findPlaceholderProblems(text)).toEqual([]);
  expect(fill(text, x === undefined ? {} : { x })).toBe(filled);
});

// TP-18
test.each(['AT&T; Co', 'Q&A; support', 'R&D;', 'Fish&Chips;', '&#A1; &#xyz; &#;', '&;', '& amp;'])(
  'the fallback %j has no HTML entity and is filled in as it is',
  (fallback) => {
    const text = `{{company | "${fallback}"}}`;

    expect(findPlaceholderProblems(text)).toEqual([]);
    expect(fillPlaceholders(text, 'expressions', values({}))).toBe(fallback);
  },
);

// TP-19
test.each([
  ['\\{{name}}', '{{name}}'],
  ['\\{{{{name}}}}', '{{Kim}}'],
  ['\\{{#if x}}', '{{#if x}}'],
  ['\\{{', '{{'],
  ['\\\\{{name}}', '\\{{name}}'],
  ['\\ {{name}} \\{', '\\ Kim \\{'],
])('the escaped braces in %j give %j', (text, filled) => {
  expect(findPlaceholderProblems(text)).toEqual([]);
  expect(fill(text, { name: 'Kim' })).toBe(filled);
});

// TP-20
test.each<[string, string]>([
  ['{{first-name}}', 'A name may contain only ASCII letters, digits, underscores and dots'],
  ['{{prénom}}', 'A name may contain only'],
  ['{{two words}}', 'A name may contain only'],
  ['{{first\nname}}', 'A name may contain only'],
  ['{{na\u200bme}}', 'A name may contain only'],
  ['{{<b>name</b>}}', 'A name may contain only'],
  ["{{name | default: 'you'}}", 'A fallback is a text on one line in straight quotation marks'],
  ['{{name | there}}', 'A fallback is a text'],
  ['{{name | "a\nb"}}', 'A fallback is a text'],
  ['{{name | "a"b"}}', 'A fallback is a text'],
  ['{{name |}}', 'A fallback is a text'],
  ['{{name | "a\\"}}', 'A fallback must not end in a backslash'],
  ["{{name | '\\' }}", 'A fallback must not end in a backslash'],
  ['{{name | “there”}}', 'Use straight quotation marks'],
  ['{{name | &quot;there&quot;}}', 'Write the character itself instead of an HTML entity'],
  ['{{name | "Tom &amp; Jerry"}}', 'Write the character itself'],
  ["{{name | 'it&#39;s'}}", 'Write the character itself'],
  ['{{name | "Q&A; AT&amp;T"}}', 'Write the character itself'],
  ['{{name | "a&#X27;b"}}', 'Write the character itself'],
  ['{{name | "a&lcub;b"}}', 'Write the character itself'],
  ['{{&nbsp;name}}', 'Write the character itself'],
  ['{{{name}}}', 'Use two braces. Values are always escaped in the HTML'],
  ['{{{{name}}}}', 'Use two braces'],
  ['{{{', 'Use two braces'],
  ['{{#each items}}', 'Only {{#if name}}, {{else}} and {{/if}} are available'],
  ['{{#if}}', 'Only {{#if name}}'],
  ['{{#if a b}}', 'Only {{#if name}}'],
  ['{{#if prénom}}', 'Only {{#if name}}'],
  ['{{/if x}}', 'Only {{#if name}}'],
  ['{{>partial}}', 'Only {{#if name}}'],
  ['{{! comment}}', 'Only {{#if name}}'],
  ['{{^x}}', 'Only {{#if name}}'],
  ['{{& x}}', 'Only {{#if name}}'],
  ['{{else if x}}', 'There is no {{else if}}'],
  ['{{else}}', 'It is not inside {{#if name}}…{{/if}}'],
  ['{{/if}}', 'This {{/if}} has no matching {{#if name}}'],
  ['{{#if x}}', 'This condition has no {{/if}}'],
  ['{{ }}', 'The braces are empty'],
  ['{{}}', 'The braces are empty'],
  ['{{', 'The braces are not closed'],
  ['{{name}', 'The braces are not closed'],
  ['{{name | "{x}"}}', 'A fallback must not contain braces'],
  ["{{name|'}' }}", 'A fallback must not contain braces'],
  ['{{/IF}}', 'Write {{#if name}} and {{/if}} in small letters'],
  ['{{#IF x}}', 'Write {{#if name}} and {{/if}} in small letters'],
  ['{{elseif x}}', 'There is no {{else if}}'],
  ['{{if x}}', 'Only {{#if name}}'],
  ['｛｛name｝｝', 'Use the braces { and } of ASCII'],
  ['{｛name}｝', 'Use the braces { and } of ASCII'],
])('the braces in %j are refused with "%s"', (text, reason) => {
  const [problem, ...others] = findPlaceholderProblems(text);

  const shown = text.replaceAll('\n', ' ');
  expect(others).toEqual([]);
  expect(problem).toContain(`${shown} at line 1, column 1 is not valid. ${reason}`);
  expect(problem).toMatch(
    /Write {{name}}, {{name \| "fallback"}} or {{#if name}}…{{else}}…{{\/if}}, or \\{{ for/,
  );
  expect(fill(text, { name: 'Kim' })).toBe(/^{{(#if x|else|\/if)}}/.test(text) ? '' : text);
});

// TP-20
test.each([
  ['{{ELSE}}', 'Write {{else}} in small letters'],
  ['{{ Else }}', 'Write {{else}} in small letters'],
  ['{{.}}', 'A name must contain a letter, a digit or an underscore'],
  ['{{.. | "x"}}', 'A name must contain a letter, a digit or an underscore'],
])('the name in %j is refused with "%s", but is a name in a stored text', (text, reason) => {
  expect(findPlaceholderProblems(text)).toEqual([
    expect.stringContaining(`${text} at line 1, column 1 is not valid. ${reason}`),
  ]);
  expect(findMailedBraces(text, 'expressions')).toEqual([]);
  expect(requiredNames([`${text}{{x}}`, 'expressions'])).toContain('x');
});

// TP-20
test.each([
  '&#123;&#123;first-name}}',
  '&#123;&#123;name&#125;&#125;',
  '&#x7B;&#X07b;name}}',
  '&lbrace;&lcub;name&rbrace;&rcub;',
  '{&#123;name}}',
  '&#123;{name}}',
  '&#123&#123name}}',
])('the entities in the HTML %j become braces and are refused, but not in a text', (braces) => {
  expect(findPlaceholderProblems(`<p>\n${braces}`, 'html')).toEqual([
    expect.stringContaining(
      `${braces} at line 2, column 1 is not valid. Write the character itself instead of an HTML entity`,
    ),
  ]);
  expect(findPlaceholderProblems(braces)).toEqual([]);
});

// TP-20
test.each(['%7B%7Bemail%7D%7D', '%7b%7bemail%7d%7d', '%7B%7B%20email%20%7D%7D'])(
  'the encoded braces %j in a link are refused in HTML, but not in a text',
  (braces) => {
    expect(findPlaceholderProblems(`<a href="https://a.test/?u=${braces}">x</a>`, 'html')).toEqual([
      expect.stringContaining(`${braces} at line 1, column 28 is not valid. Write the braces { and }`),
    ]);
    expect(findPlaceholderProblems(braces)).toEqual([]);
  },
);

// TP-20
test.each([
  '{\u200b{name}}',
  '{\u200b{name}\u200b}',
  '{\ufeff{name}}',
  '{\u00ad\u2060{first name}}',
  '{\u200d{#if x}}',
  '{\u202e{name}}',
  '{\u{e0041}{name}}',
  '{\u0001{name}}',
  '{\u180e{',
  '{\u200b{name}',
])('the braces in %j, between which is a character that nobody sees, are refused', (braces) => {
  for (const kind of ['text', 'html'] as const)
    expect(findPlaceholderProblems(`x\n${braces}`, kind)).toEqual([
      expect.stringContaining(
        `${braces} at line 2, column 1 is not valid. Put nothing between the two braces`,
      ),
    ]);
});

// TP-20
test.each([
  '{<b>{name}</b>}',
  '{<b>{name}}',
  '{<span style="color:red">{name}</span>}',
  '{</span><span>{name}}',
  '{<!-- a -->{name}<!-- b -->}',
  '{<!-- { > -->{name}}',
  '{<a title="x > y">{name}</a>}',
  '{<wbr>{name}}',
  '{<o:p></o:p>{name}}',
  '{<?xml a?>{name}}',
  '{<b>\u200b</b>{name}}',
  '{<font color=red>{first-name}}',
  '{<span hidden>x</span>{name}}',
  '{<span style="color:red; display: none">x</span>{name}}',
  '{<script>1</script>{name}}',
  '{<style media=print>a{b:c}</style>{name}}',
  '{<title>x</title>{name}}',
  '{<div hidden>x</div>{name}}',
  '{<br hidden>{name}}',
  '{<img src=x style="display:none">{name}}',
])('the braces in the HTML %j, between which is a tag, are refused, but not in a text', (braces) => {
  expect(findPlaceholderProblems(`<p>\n${braces}`, 'html')).toEqual([
    expect.stringContaining(`${braces} at line 2, column 1 is not valid. Put nothing between the two braces`),
  ]);
});

// TP-20
test.each([
  '{&#8203;{name}}',
  '{&#x200B;{name}&#x200b;}',
  '{&shy;{name}}',
  '{&shy{name}}',
  '{&zwnj;&#8288;{name}}',
  '{&ZeroWidthSpace;{name}}',
  '&#123;<b>&#123;name}}</b>',
  '&lcub;&zwj;{name}}',
  '{<b>&#x7b;</b>name}}',
])('the braces in the HTML %j with an entity are refused', (braces) => {
  expect(findPlaceholderProblems(`<p>${braces}`, 'html')).toEqual([
    expect.stringContaining(`${braces} at line 1, column 4 is not valid. Write the character itself`),
  ]);
});

// TP-20
test('an entity that is no entity does not move the place of the braces after it', () => {
  expect(findPlaceholderProblems('&constructor;{<b>{name}}</b>', 'html')).toEqual([
    expect.stringContaining('{<b>{name}}</b> at line 1, column 14 is not valid.'),
  ]);
});

// TP-20
test.each(['{%7Bemail}}', '%7B{email%7D}'])('the partly encoded braces %j are refused', (braces) => {
  expect(findPlaceholderProblems(`<a href="https://a.test/?u=${braces}">x</a>`, 'html')).toEqual([
    expect.stringContaining(`${braces} at line 1, column 28 is not valid. Write the braces { and }`),
  ]);
});

// TP-20
test.each([
  '\\{{<b>{name}}</b>',
  '\\{{\u200b',
  '{<p>{</p>',
  '{<br>{name}}',
  '{<div>{name}</div>}',
  '{<b>name</b>}',
  '{<b>x</b>{name}}',
  '{<style>a{b:c}</style>}',
  '<style>@media x{a{b:c}}</style><p hidden>}}</p>',
])('the separate or escaped braces of the HTML %j are accepted', (html) => {
  expect(findPlaceholderProblems(html, 'html')).toEqual([]);
});

// TP-20
test.each([
  '{<b ',
  '{<!--',
  '{\u200b',
  '<b>',
  '{<b title="',
  '{&#8203;',
  '{&#123',
  "<'",
  '{<script>',
  '<b hidden>',
])('braces among many %j are found in linear time', (unit) => {
  expectLinear(
    (length) => void findPlaceholderProblems(unit.repeat(length / unit.length), 'html'),
    1_000_000,
  );
});

// TP-20
test.each([
  '%7Bname%7D',
  '%7B%7B',
  '&#123;name&#125;',
  '&#1234;&#1234;',
  '&#123; &#123;',
  '｛name｝',
  '｛｛',
  '{%if x%}',
])('the text %j is accepted in HTML', (text) => {
  expect(findPlaceholderProblems(text, 'html')).toEqual([]);
});

// TP-20
test.each<[string, string]>([
  [
    '{{#if a}}{{else}}{{else}}{{/if}}',
    '{{else}} at line 1, column 18 is not valid. The condition already has {{else}}',
  ],
  ['{{#if a}}{{#if b}}{{/if}}', '{{#if a}} at line 1, column 1 is not valid. This condition has no {{/if}}'],
  ['{{#if a}}{{#each b}}{{/if}}', '{{#each b}} at line 1, column 10 is not valid'],
  ['{{#if a}}{{/if}}{{/if}}', '{{/if}} at line 1, column 17 is not valid'],
  [
    '{{#if a}}{{#if b}}{{#if c}}{{/if}}{{/if}}{{/if}}',
    '{{#if c}} at line 1, column 19 is not valid. Conditions can be nested only 2 deep',
  ],
  ['x\r\ny\n\nab{{c d}}', '{{c d}} at line 4, column 3'],
  ['€😀{{c d}}', '{{c d}} at line 1, column 4'],
  ['{{ {{name}}', '{{ {{name}} at line 1, column 1 is not valid. The braces are not closed'],
])('the problem of %j is %j', (text, problem) => {
  expect(findPlaceholderProblems(text)).toEqual([expect.stringContaining(problem)]);
});

test('two nested conditions in sequence are not nested deeper', () => {
  const twice = '{{#if a}}{{#if b}}{{/if}}{{#if c}}{{else}}{{/if}}{{/if}}'.repeat(2);

  expect(findPlaceholderProblems(twice)).toEqual([]);
});

test('at most ten problems of a text are described, and long braces are shortened', () => {
  const problems = findPlaceholderProblems(`{{${'a b'.repeat(100)}}}`.repeat(11));

  expect(problems).toHaveLength(10);
  expect(problems[0]).toMatch(/^{{[ab ]{58}… at line 1, column 1 /);
});

// TP-20
test.each([
  ['.button{color:{{color}}}', '.button{color:red}'],
  ['a{b{{c}}}', 'a{b}'],
  ['@media screen{a{color:red}}', '@media screen{a{color:red}}'],
  ['{"a":{"b":{"c":1}}}', '{"a":{"b":{"c":1}}}'],
  ['{ {name} } { { name } }', '{ {name} } { { name } }'],
  ['}} } {', '}} } {'],
])('the braces of CSS and JSON in %j give %j', (text, filled) => {
  expect(findPlaceholderProblems(text)).toEqual([]);
  expect(fill(text, { color: 'red' })).toBe(filled);
});

// TP-2
test.each<[string, string[]]>([
  ['{{a}}{{b | "x"}}{{#if c}}{{/if}}', ['a']],
  ['{{b | "x"}}{{b}}', ['b']],
  ['{{#if a}}{{a}}{{b}}{{else}}{{c}}{{/if}}', ['b', 'c']],
  ['{{#if a}}{{else}}{{a}}{{/if}}', ['a']],
  ['{{#if a}}{{a}}{{/if}}{{a}}', ['a']],
  ['{{#if a}}{{#if b}}{{a}}{{b}}{{/if}}{{b}}{{/if}}', ['b']],
  ['\\{{a}}', []],
])('%j requires values for %j', (text, names) => {
  expect(requiredNames([text, 'expressions'])).toEqual(names);
});

const placeholder = /\{\{\s*([A-Za-z0-9_.]+)\s*\}\}/g;

/** How the first version of the service filled a text. */
const fillAsBefore = (text: string, variables: Record<string, string>): string =>
  text.replace(placeholder, (_all, name: string) => escape(values(variables)(name) ?? ''));

const names = ['a', 'b.c', '_', '2', '__proto__', 'if'];
const plainPiece = fc.oneof(
  fc.constantFrom(...['{', '}', '}}', ' ', '\n', '|', '"x"', '#if a', '/if', 'else', '\\', '$&', '<b>']),
  fc.constantFrom(...names).map((name) => `{{${name}}}`),
  fc.constantFrom(...names).map((name) => `{{ \n${name}\u00a0}}`),
  fc.string(),
);
const anyPiece = fc.oneof(
  plainPiece,
  fc.constantFrom(
    '{{#if a}}',
    '{{else}}',
    '{{/if}}',
    '{{a | "f&"}}',
    "{{b.c|'{'}}",
    '{{a | "\\"}}',
    '\\{{',
    '{{',
    '{{{',
  ),
);
const textOf = (piece: fc.Arbitrary<string>) => fc.array(piece).map((pieces) => pieces.join(''));
const someVariables = fc.dictionary(
  fc.constantFrom(...names),
  fc.constantFrom('', 'false', 'x', '{{a}}', '&'),
);
const hasNoConstruct = (text: string): boolean =>
  findPlaceholderProblems(text).length === 0 && !/\{\{\s*(?:#|\/|else)|\|[^{}]*\}\}|\\\{\{/.test(text);

test('a text without fallbacks, conditions and escaped braces is filled as the first version filled it', () => {
  fc.assert(
    fc.property(textOf(plainPiece).filter(hasNoConstruct), someVariables, (text, variables) => {
      expect(fill(text, variables)).toBe(fillAsBefore(text, variables));
      expect(requiredNames([text, 'expressions'])).toEqual(requiredNames([text, 'placeholders']));
    }),
    { numRuns: 1_000 },
  );
});

test('any text that the first version saved is filled as that version filled it', () => {
  fc.assert(
    fc.property(textOf(anyPiece), someVariables, (text, variables) => {
      expect(fillPlaceholders(text, 'placeholders', values(variables), escape)).toBe(
        fillAsBefore(text, variables),
      );
    }),
    { numRuns: 1_000 },
  );
});

test('resolving the expressions first does not change the result', () => {
  fc.assert(
    fc.property(textOf(anyPiece), someVariables, (text, variables) => {
      fc.pre(findPlaceholderProblems(text).length === 0);
      const resolved = resolveExpressions(text, values(variables), escape);

      expect(findPlaceholderProblems(resolved)).toEqual([]);
      expect(fill(resolved, variables)).toBe(fill(text, variables));
    }),
    { numRuns: 1_000 },
  );
});

test('a filled text never requires more values than it lists', () => {
  fc.assert(
    fc.property(textOf(anyPiece), fc.subarray(names), (text, present) => {
      fc.pre(findPlaceholderProblems(text).length === 0);
      const missing = requiredNames([text, 'expressions']);
      const variables = Object.fromEntries([...present, ...missing].map((name) => [name, 'v']));
      const absent: string[] = [];
      const escapeAndCheck = (value: string): string => {
        if (value === '') absent.push(value);
        return value;
      };
      fillPlaceholders(text, 'expressions', values(variables), escapeAndCheck);

      expect(absent).toEqual([]);
    }),
  );
});

describe('a warning', () => {
  test.each(['{{first-name}}', '{{#if x}}', '{{name | "there"}}', '{{{name}}}', '{{', '{{#each x}}'])(
    'tells that the braces in %j of an earlier version are mailed',
    (text) => {
      expect(findMailedBraces(`\n ${text}`, 'placeholders')).toEqual([
        `${text} at line 2, column 2 is not a placeholder, so its braces are mailed`,
      ]);
    },
  );

  test.each(['{{name}}', '{{ name }}', '{a}', '}}', 'a{b{{c}}}', ''])('is not given for %j', (text) => {
    expect(findMailedBraces(text, 'placeholders')).toEqual([]);
    expect(findMailedBraces(text, 'expressions')).toEqual([]);
  });
});
