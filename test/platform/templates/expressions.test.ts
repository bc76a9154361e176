import { keys } from '../../../shared/db/keys';
import { headerLines, readOutboxMail, refusalOf } from '../../support/api-helpers';
import { createTestWorkspace, type TestWorkspace } from '../../support/test-workspace';
import { ServiceTable } from '../../support/table';
import { useService } from '../../support/use-service';

type Fields = Record<string, unknown>;

/** Fallbacks, conditions and refused braces in templates. */
const service = useService();
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service, { marketing: true });
});

const kim = 'kim@example.com';
const template: Fields = { slug: 'parcel', name: 'Parcel', subject: 'Hi', html: '<p>Hi</p>' };

const save = (fields: Fields) => workspace.api('POST', '/v1/templates', { ...template, ...fields });
const get = async () => (await workspace.api('GET', '/v1/templates/parcel')).body;
const render = async (variables: Fields = {}) =>
  (await workspace.api('POST', '/v1/templates/parcel/render', { variables })).body;

/** Turns the template into one that the first version of the service saved, with these texts. */
const saveAsFirstVersion = (fields: Fields) =>
  ServiceTable.with(service, (table) =>
    table.update(keys.template(workspace.workspaceId, 'parcel'), { ...fields, expressionFields: undefined }),
  );

async function sendAndRead(fields: Fields) {
  const { id } = await workspace.sendAccepted({ to: kim, subject: undefined, text: undefined, ...fields });
  return readOutboxMail(service, id);
}

describe('saving a template', () => {
  // TP-20
  test.each(['subject', 'html', 'text'])(
    'is refused if the %s has braces that are no placeholder, and changes nothing',
    async (field) => {
      const { body: created } = await save({ text: 'Hi' });

      const response = await save({ text: 'Hi', [field]: 'Dear {{first-name}}, {{name}} {{#each x}}' });

      expect({ status: response.status, ...response.body.error }).toMatchObject({
        status: 422,
        type: 'invalid_request',
        message: 'Validation failed',
        details: [
          {
            path: [field],
            message:
              '{{first-name}} at line 1, column 6 is not valid. ' +
              'A name may contain only ASCII letters, digits, underscores and dots. ' +
              'Write {{name}}, {{name | "fallback"}} or {{#if name}}…{{else}}…{{/if}}, ' +
              'or \\{{ for the braces themselves',
          },
          {
            path: [field],
            message: expect.stringContaining('{{#each x}} at line 1, column 31 is not valid'),
          },
        ],
      });
      expect(await get()).toEqual(created);
    },
  );

  // TP-20
  test('is refused if entities of the HTML become double braces, which they do not in the text', async () => {
    const braces = '&#123;&#123;name}}';

    expect(refusalOf(await save({ html: braces }))).toMatchObject({ status: 422, type: 'invalid_request' });
    expect((await save({ text: braces })).status).toBe(201);
  });

  // TP-2
  test('lists as variables only the names that a send must give', async () => {
    const { body } = await save({
      subject: '{{order_id | "your order"}}',
      html: '{{#if vip}}{{vip}} {{gift}}{{else}}{{name}}{{/if}} \\{{literal}}',
      text: '{{date}}{{#if x}}{{/if}}',
    });

    expect(body.variables).toEqual(['gift', 'name', 'date']);
  });
});

describe('rendering a template', () => {
  // TP-17
  test('uses a fallback for a missing or empty value, escaped in the HTML only', async () => {
    const text = `{{name | "<you> & 'me'"}}`;
    await save({ subject: text, html: text, text });

    const [missing, empty, given] = [
      await render(),
      await render({ name: '' }),
      await render({ name: '<b>' }),
    ];

    const fallback = {
      subject: "<you> & 'me'",
      html: '&lt;you&gt; &amp; &#39;me&#39;',
      text: "<you> & 'me'",
    };
    expect([missing, empty]).toEqual([fallback, fallback]);
    expect(given).toEqual({ subject: '<b>', html: '&lt;b&gt;', text: '<b>' });
  });

  // TP-18
  test('uses the branch of a condition, nested two deep', async () => {
    const text = '{{#if a}}A{{#if b}}B{{else}}-{{/if}}{{else}}none{{/if}}';
    await save({ subject: 's', html: text, text });

    expect(await render({ a: '1', b: '2' })).toMatchObject({ html: 'AB', text: 'AB' });
    expect(await render({ a: '1', b: 'false' })).toMatchObject({ html: 'A-' });
    expect(await render({ a: '', b: '2' })).toMatchObject({ html: 'none' });
    expect(await render()).toMatchObject({ html: 'none' });
  });

  // TP-19
  test('renders escaped braces as braces', async () => {
    await save({ subject: '\\{{x}}', html: '\\{{x}}', text: '\\{{#if x}}' });

    expect(await render({ x: '1' })).toEqual({ subject: '{{x}}', html: '{{x}}', text: '{{#if x}}' });
  });

  test('counts the inserted fallbacks toward the limit of values', async () => {
    await save({ html: '{{a | "x"}}{{a | "x"}}' });

    expect((await render({ a: 'x'.repeat(250_000) })).html).toHaveLength(500_000);
    expect((await render({ a: 'x'.repeat(250_001) })).error.message).toContain('500000 bytes');
  });
});

describe('a template that the first version of the service saved', () => {
  const texts = {
    subject: '{{#if x}}{{name | "y"}}',
    html: '<p>{{name}} {{{name}}} {{first-name}} \\{{name}} {{#if x}}{{else}}{{/if}}</p>',
    text: '{{ {{name}} {{',
    variables: ['name', 'else'],
  };

  // TP-21
  test('is rendered as before, and its preview warns of the braces that are mailed', async () => {
    await save({ text: 'x' });
    await saveAsFirstVersion(texts);

    const { warnings, ...rendered } = await render({ name: 'K&', else: '!' });

    expect(rendered).toEqual({
      subject: '{{#if x}}{{name | "y"}}',
      html: '<p>K&amp; {K&amp;} {{first-name}} \\K&amp; {{#if x}}!{{/if}}</p>',
      text: '{{ K& {{',
    });
    const places = warnings.map(({ path, message }: { path: string[]; message: string }) => [
      ...path,
      message.split(' is not')[0],
    ]);
    expect(places).toEqual([
      ['subject', '{{#if x}} at line 1, column 1'],
      ['subject', '{{name | "y"}} at line 1, column 10'],
      ['html', '{{{name}}} at line 1, column 13'],
      ['html', '{{first-name}} at line 1, column 24'],
      ['html', '{{#if x}} at line 1, column 49'],
      ['html', '{{/if}} at line 1, column 66'],
      ['text', '{{ {{name}} {{ at line 1, column 1'],
      ['text', '{{ at line 1, column 13'],
    ]);
  });

  // TP-21
  test('keeps the rendering of its text if it is saved without a text', async () => {
    await save({ text: 'x' });
    await saveAsFirstVersion(texts);

    const { body } = await save({ html: '{{#if x}}yes{{/if}}' });

    expect(body).toMatchObject({ text: texts.text, variables: ['name'] });
    expect(await render({ name: 'K&', x: '1' })).toMatchObject({ html: 'yes', text: '{{ K& {{' });
  });

  test('is rendered by the new rules once its text is saved again', async () => {
    await save({ text: 'x' });
    await saveAsFirstVersion(texts);

    await save({ html: '{{#if x}}yes{{/if}}', text: '{{a | "b"}}' });

    expect(await render()).toEqual({ subject: 'Hi', html: '', text: 'b' });
  });

  test('keeps its rendering in a copy', async () => {
    await save({});
    await saveAsFirstVersion(texts);

    await workspace.api('POST', '/v1/templates/parcel/duplicate', { slug: 'copy' });
    const { body } = await workspace.api('POST', '/v1/templates/copy/render', {
      variables: { name: 'K', else: '!' },
    });

    expect(body).toMatchObject({ subject: texts.subject, text: '{{ K {{' });
  });
});

describe('{{unsubscribe_url}}', () => {
  const html = '<p><a href="{{unsubscribe_url}}">Stop</a></p>';

  // TP-22
  test('is the link of the recipient in marketing email, which also has the footer and the headers', async () => {
    await save({ html, text: 'Stop: {{unsubscribe_url}}' });

    const { raw, parsed } = await sendAndRead({ template: 'parcel', risk_class: 'marketing' });

    const [header = ''] = headerLines(raw).filter((line) => line.startsWith('List-Unsubscribe: '));
    const [, url = ''] = /<([^>]+)>/.exec(header) ?? [];
    const content = String(parsed.html);
    expect(url).toMatch(/^http:.*\/unsubscribe\//);
    expect(content.split(url)).toHaveLength(3);
    expect(content).toContain(`<p><a ses:no-track href="${url}">Stop</a></p>`);
    expect(content).toContain(`>Unsubscribe</a>`);
    expect(parsed.text).toContain(`Stop: ${url}\n\n---\n1 Main Street, Springfield\nUnsubscribe: ${url}`);
    expect(headerLines(raw)).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  });

  // TP-22
  test('is the link of the topic in an email with a topic', async () => {
    await workspace.createTopic('offers', { name: 'Offers' });
    await save({ html });

    const { raw, parsed } = await sendAndRead({
      template: 'parcel',
      risk_class: 'marketing',
      topic: 'offers',
    });

    const [header = ''] = headerLines(raw).filter((line) => line.startsWith('List-Unsubscribe: '));
    const [, url = ''] = /<([^>]+)>/.exec(header) ?? [];
    expect(String(parsed.html)).toContain(`href="${url}">Stop`);
  });

  // TP-22
  test('is the value of the caller, if the caller gives one', async () => {
    await save({ html });
    const variables = { unsubscribe_url: 'https://acme.test/out' };

    const { parsed } = await sendAndRead({ template: 'parcel', risk_class: 'marketing', variables });

    expect(String(parsed.html)).toContain('<p><a href="https://acme.test/out">Stop</a></p>');
    expect(String(parsed.html)).toContain('>Unsubscribe</a>');
  });

  test('needs a value in transactional email', async () => {
    const { body } = await save({ html });

    const response = await workspace.send({ template: 'parcel' });

    expect(body.variables).toEqual(['unsubscribe_url']);
    expect(refusalOf(response)).toEqual({
      status: 422,
      type: 'missing_variables',
      message: 'Missing: unsubscribe_url',
    });
  });
});

test('an email with fallbacks and conditions is sent as its preview shows it', async () => {
  await save({ subject: 'Hi {{name | "there"}}', html: '<p>{{#if vip}}Gold{{else}}Hello{{/if}}</p>' });

  const { parsed } = await sendAndRead({ template: 'parcel', variables: { vip: 'false' } });

  expect(parsed).toMatchObject({ subject: 'Hi there', html: '<p>Hello</p>', text: 'Hello' });
});

// E-20
test('a direct send keeps its braces', async () => {
  const { parsed } = await sendAndRead({ subject: '{{x}} {{#if}}', html: '<p>{{first-name}} \\{{</p>' });

  expect(parsed).toMatchObject({ subject: '{{x}} {{#if}}', html: '<p>{{first-name}} \\{{</p>' });
});
