import fc from 'fast-check';
import { listRequiredNames, renderTemplate } from '../../../shared/domain/platform/templates/render';
import type { Template } from '../../../shared/db/records/templates';
import { ApiError } from '../../../shared/core/errors';

const aTemplate = (overrides: Partial<Template> = {}): Template => {
  const { subject = 'Hello', html = '<p>Hello</p>', text = null } = overrides;
  return {
    id: '01a00000-0000-7000-8000-000000000000',
    workspaceId: '01a00000-0000-7000-8000-000000000001',
    slug: 'hello',
    name: 'Hello',
    subject,
    html,
    text,
    variables: listRequiredNames({ subject, html, text }),
    createdAt: '2026-11-21T09:00:00.000Z',
    updatedAt: null,
    ...overrides,
  };
};

/** Returns the refusal that a client would receive. */
function errorOf(render: () => unknown) {
  try {
    render();
  } catch (error) {
    if (error instanceof ApiError)
      return { type: error.type, message: error.message, missing: error.missing };
  }
  throw new Error('The template was not refused');
}

// TP-11
test('a value is escaped in the HTML and unchanged in the subject and text', () => {
  const placeholder = '{{ x }}';
  const template = aTemplate({
    subject: placeholder,
    html: `<a href="${placeholder}">${placeholder}</a>`,
    text: placeholder,
  });

  const rendered = renderTemplate(template, { x: `<b>"Tom" & 'Jerry'</b>` });

  const escaped = '&lt;b&gt;&quot;Tom&quot; &amp; &#39;Jerry&#39;&lt;/b&gt;';
  expect(rendered).toEqual({
    subject: `<b>"Tom" & 'Jerry'</b>`,
    html: `<a href="${escaped}">${escaped}</a>`,
    text: `<b>"Tom" & 'Jerry'</b>`,
  });
});

test("the template's own text is not escaped", () => {
  const template = aTemplate({ subject: 'A & B', html: '<p>&copy; {{a b}}</p>', text: '<>' });

  expect(renderTemplate(template, {})).toEqual({
    subject: 'A & B',
    html: '<p>&copy; {{a b}}</p>',
    text: '<>',
  });
});

test('an HTML entity in a value is shown literally', () => {
  expect(renderTemplate(aTemplate({ html: '{{x}}' }), { x: '&lt;' }).html).toBe('&amp;lt;');
});

test.each<[string, Partial<Template>, string[]]>([
  ['subject', { subject: '{{a}}' }, ['a']],
  ['HTML', { html: '{{a}}' }, ['a']],
  ['text', { text: '{{a}}' }, ['a']],
  ['all three', { subject: '{{c}}', html: '{{b}}{{c}}', text: '{{a}}{{b}}' }, ['c', 'b', 'a']],
])(
  'a declared placeholder in the %s without a value is reported as missing',
  (_description, placeholder, missing) => {
    expect(errorOf(() => renderTemplate(aTemplate(placeholder), { other: 'x' }))).toEqual({
      type: 'missing_variables',
      message: `Missing: ${missing.join(', ')}`,
      missing,
    });
  },
);

// TP-12
test('an empty value is not a missing value', () => {
  expect(renderTemplate(aTemplate({ subject: 'Hi {{a}}!' }), { a: '' }).subject).toBe('Hi !');
});

// E-21
test('an undeclared placeholder renders as its value, or as empty text without a value', () => {
  const template = aTemplate({ subject: '[{{a}}]', html: '<p>{{b}}</p>', variables: [] });

  expect(renderTemplate(template, { b: '2' })).toEqual({ subject: '[]', html: '<p>2</p>', text: null });
});

test('an unused value does not change the email', () => {
  expect(renderTemplate(aTemplate(), { subject: 'x', html: 'x' })).toEqual({
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: null,
  });
});

const inheritedNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

test.each(inheritedNames)('the inherited object property %s is not a value', (name) => {
  const placeholder = `{{${name}}}`;

  expect(errorOf(() => renderTemplate(aTemplate({ html: placeholder }), {})).missing).toEqual([name]);
  expect(renderTemplate(aTemplate({ html: placeholder, variables: [] }), {}).html).toBe('');
});

test.each(inheritedNames)('a variable may be named %s', (name) => {
  const variables = Object.fromEntries([[name, 'x']]);

  expect(renderTemplate(aTemplate({ html: `{{${name}}}` }), variables).html).toBe('x');
});

test('a value that looks like a placeholder or a replacement pattern is treated as plain text', () => {
  const template = aTemplate({ subject: '{{a}}{{b}}', text: '{{b}}' });

  const rendered = renderTemplate(template, { a: '{{b}}', b: '$&$1$$' });

  expect(rendered).toMatchObject({ subject: '{{b}}$&$1$$', text: '$&$1$$' });
});

describe('values', () => {
  const tooMany = {
    type: 'invalid_request',
    message: 'variables: the values would add more than 500000 bytes to the email',
    missing: undefined,
  };

  test.each<[string, Partial<Template>, (count: number) => string, number]>([
    ['once', { text: '{{a}}' }, (count) => 'x'.repeat(count), 500_000],
    [
      'in every part',
      { subject: '{{a}}', html: '{{a}}', text: '{{a}}{{a}}' },
      (count) => 'x'.repeat(count),
      125_000,
    ],
    ['as UTF-8', { text: '{{a}}' }, (count) => '€€€€'.repeat(count / 3), 125_000 - (125_000 % 3)],
    ['after escaping', { html: '{{a}}' }, (count) => '"'.repeat(count), 83_333],
  ])(
    'can add at most 500,000 bytes to an email, counted %s',
    (_description, placeholder, valueOf, fittingCount) => {
      const template = aTemplate(placeholder);

      expect(() => renderTemplate(template, { a: valueOf(fittingCount) })).not.toThrow();
      expect(errorOf(() => renderTemplate(template, { a: `${valueOf(fittingCount)}€€€€` }))).toEqual(tooMany);
    },
  );

  test('of five megabytes for each of 50,000 placeholders are refused without being expanded', () => {
    const template = aTemplate({ html: '{{a}}'.repeat(50_000) });
    const a = '<'.repeat(5_000_000);

    expect(errorOf(() => renderTemplate(template, { a }))).toEqual(tooMany);
  });
});

test('a value cannot open or close a tag or escape from an attribute', () => {
  fc.assert(
    fc.property(fc.string(), (a) => {
      const { html } = renderTemplate(aTemplate({ html: `<a title="{{a}}">` }), { a });

      expect(html).toMatch(/^<a title="[^<>"']*">$/);
    }),
  );
});

test('a value is unchanged in the subject and text', () => {
  fc.assert(
    fc.property(fc.string(), (a) => {
      const rendered = renderTemplate(aTemplate({ subject: '[{{a}}]', text: '{{ a }}' }), { a });

      expect(rendered).toMatchObject({ subject: `[${a}]`, text: a });
    }),
  );
});
