import { randomUUID } from 'node:crypto';
import { refusalOf } from '../../support/api-helpers';
import { aWorkspace } from '../../support/factories';
import type { ApiResponse } from '../../support/service';
import { aTimeOrderedId, aTimestamp } from '../../support/matchers';
import { useService } from '../../support/use-service';

const service = useService();

afterEach(() => service.control('DELETE', '/faults'));

const randomSlug = (): string => `parcel-${randomUUID().slice(0, 8)}`;

const templateBody = (overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  slug: randomSlug(),
  name: 'Parcel out',
  subject: 'Order {{order_id}}',
  html: '<p>{{name}}</p>',
  ...overrides,
});

interface Options {
  key?: string;
  headers?: Record<string, string>;
}

const saveTemplate = (body: unknown, options: Options = {}): Promise<ApiResponse> =>
  service.api('POST', '/v1/templates', { body, ...options });

/** Creates a template in the seeded workspace and returns the response. */
async function createTemplate(overrides: Record<string, unknown> = {}, options: Options = {}) {
  const { status, body } = await saveTemplate(templateBody(overrides), options);
  if (status !== 201) throw new Error(`Not created: ${JSON.stringify(body)}`);
  return body;
}

const getTemplate = (slug: string, options: Options = {}): Promise<ApiResponse> =>
  service.api('GET', `/v1/templates/${slug}`, options);

const deleteTemplate = (slug: string): Promise<ApiResponse> => service.api('DELETE', `/v1/templates/${slug}`);

const renderTemplate = (slug: string, body: unknown = {}): Promise<ApiResponse> =>
  service.api('POST', `/v1/templates/${slug}/render`, { body });

const duplicateTemplate = (slug: string, body: unknown, options: Options = {}): Promise<ApiResponse> =>
  service.api('POST', `/v1/templates/${slug}/duplicate`, { body, ...options });

const noSuchTemplate = { status: 404, type: 'not_found', message: 'No such template' };

/** Returns the message, paths and status of a validation error. */
const validationErrorOf = ({ status, body }: ApiResponse) => ({ status, ...body.error });

const expectedValidationError = (path: string, message: unknown = expect.any(String)) => ({
  status: 422,
  type: 'invalid_request',
  message: 'Validation failed',
  details: [{ path: [path], message }],
});

/** Longer than a function may run. After this time, the Idempotency-Key of a crashed request is available again. */
const leaseMs = 36_000;

const crashOnce = (operation: string, name: string, skip = 0): Promise<unknown> =>
  service.control('POST', '/faults', {
    service: 'dynamodb',
    operation,
    crash: 'after',
    skip,
    times: 1,
    function: name,
  });

describe('saving a template', () => {
  // TP-1, TP-6
  test('under a new slug creates the template and returns its variables', async () => {
    const template = templateBody();

    const { status, body } = await saveTemplate(template);

    expect(status).toBe(201);
    expect(body).toEqual({
      id: aTimeOrderedId,
      ...template,
      text: null,
      variables: ['order_id', 'name'],
      created_at: aTimestamp,
      updated_at: null,
    });
    expect((await getTemplate(body.slug)).body).toEqual(body);
  });

  // TP-6
  test('under an existing slug replaces the content and keeps id and created_at', async () => {
    const created = await createTemplate({ text: '{{a}}' });
    const template = { slug: created.slug, name: 'New', subject: '{{b}}', html: '{{c}}', text: '{{d}}' };

    const { status, body } = await saveTemplate(template);

    expect(status).toBe(200);
    expect(body).toEqual({ ...created, ...template, variables: ['b', 'c', 'd'], updated_at: aTimestamp });
    expect((await getTemplate(created.slug)).body).toEqual(body);
  });

  // TP-7
  test('without text keeps the existing text and its variables', async () => {
    const { slug } = await createTemplate({ text: 'Dear {{ salutation }}' });

    const { body } = await saveTemplate(templateBody({ slug, html: '<i>{{x}}</i>' }));

    expect(body).toMatchObject({
      html: '<i>{{x}}</i>',
      text: 'Dear {{ salutation }}',
      variables: ['order_id', 'x', 'salutation'],
    });
  });

  test('without text does not create a text', async () => {
    const { slug } = await createTemplate();

    const { status, body } = await saveTemplate(templateBody({ slug, html: 'x' }));

    expect(status).toBe(200);
    expect(body).toMatchObject({ html: 'x', text: null, variables: ['order_id'] });
  });

  // TP-7
  test('with null as the text removes the text and its variables', async () => {
    const { slug } = await createTemplate({ text: 'Dear {{salutation}}' });

    const { body } = await saveTemplate(templateBody({ slug, text: null }));

    expect(body).toMatchObject({ text: null, variables: ['order_id', 'name'] });
  });

  // TP-7
  test('with an empty text is refused and changes nothing', async () => {
    const template = await createTemplate({ text: 'Hi' });

    const response = await saveTemplate({ ...template, text: '' });

    expect(validationErrorOf(response)).toEqual(expectedValidationError('text'));
    expect((await getTemplate(template.slug)).body).toEqual(template);
  });

  //
  test('ignores unknown fields', async () => {
    const { body } = await saveTemplate(templateBody({ id: 'mine', variables: ['x'], created_at: 'now' }));

    expect(body).toMatchObject({
      id: aTimeOrderedId,
      variables: ['order_id', 'name'],
      created_at: aTimestamp,
    });
  });

  // TP-2
  test('lists each variable once, by first appearance in the subject, HTML and text', async () => {
    const { variables } = await createTemplate({
      subject: '{{b}} {{ a }}',
      html: '{{c}}{{a}}',
      text: '{{d.e}}{{b}}',
    });

    expect(variables).toEqual(['b', 'a', 'c', 'd.e']);
  });

  test('stores all content unchanged', async () => {
    const template = { name: ' Größe 👍 ', subject: '$& {{x}}', html: '\u0000<b>\r\n\t</b>', text: ' \n' };

    const { slug } = await createTemplate(template);

    expect((await getTemplate(slug)).body).toMatchObject(template);
  });
});

describe('the fields of a template', () => {
  test.each(['slug', 'name', 'subject', 'html'])('%s is required', async (field) => {
    const rest = templateBody({ [field]: undefined });

    expect(validationErrorOf(await saveTemplate(rest))).toEqual(expectedValidationError(field));
    expect(validationErrorOf(await saveTemplate({ ...rest, [field]: null }))).toEqual(
      expectedValidationError(field),
    );
    expect(validationErrorOf(await saveTemplate({ ...rest, [field]: '' }))).toEqual(
      expectedValidationError(field),
    );
  });

  // TP-8
  test.each(['Parcel', 'parcel_out', 'parcel out', 'größe', 'a.b', 'a/b', 'a\n'])(
    'the slug %j is refused',
    async (slug) => {
      const message = 'must have 1 to 100 characters, each of a-z, 0-9 or a hyphen';

      expect(validationErrorOf(await saveTemplate(templateBody({ slug })))).toEqual(
        expectedValidationError('slug', message),
      );
    },
  );

  // TP-8
  test.each([
    ['slug', 100],
    ['name', 200],
    ['subject', 998],
  ] as const)('%s has at most %i characters', async (field, lengthMax) => {
    const { key } = await aWorkspace(service);

    const atLimit = await saveTemplate(templateBody({ [field]: 'x'.repeat(lengthMax) }), { key });
    const overLimit = await saveTemplate(templateBody({ [field]: 'x'.repeat(lengthMax + 1) }), { key });

    expect(atLimit.status).toBe(201);
    expect((await getTemplate(atLimit.body.slug, { key })).body).toEqual(atLimit.body);
    expect(validationErrorOf(overLimit)).toEqual(expectedValidationError(field));
  });

  // TP-8
  test.each(['a\nb', 'a\r\nBcc: x@y.test', 'a\u0000', 'a\u0085b', 'a\u2028b'])(
    'the subject %j is refused',
    async (subject) => {
      const message = 'must not contain a line break or control character';

      expect(validationErrorOf(await saveTemplate(templateBody({ subject })))).toEqual(
        expectedValidationError('subject', message),
      );
    },
  );

  test.each([
    ['html', 250_000],
    ['text', 100_000],
  ] as const)('%s has at most %i bytes as JSON', async (field, bytesMax) => {
    const message = `must have at most ${bytesMax} bytes as JSON`;

    // In JSON, a euro sign takes three bytes and a quotation mark two.
    for (const character of ['x', '"', '€']) {
      const bytes = Buffer.byteLength(JSON.stringify(character)) - 2;
      const template = character
        .repeat(bytesMax / bytes)
        .padEnd(bytesMax - (bytes - 1) * Math.floor(bytesMax / bytes), 'x');
      const atLimit = await saveTemplate(templateBody({ [field]: template }));
      const overLimit = await saveTemplate(templateBody({ [field]: `${template}x` }));

      expect(atLimit.status).toBe(201);
      expect(validationErrorOf(overLimit)).toEqual(expectedValidationError(field, message));
    }
  });

  test.each(['html', 'text'])(
    'the names of placeholders in %s have at most 8,000 characters',
    async (field) => {
      const names = Array.from({ length: 800 }, (_, index) => `{{name_${10_000 + index}}}`).join('');
      const message = 'must not have placeholders whose names exceed 8000 characters together';

      const atLimit = await saveTemplate(templateBody({ [field]: `${names}{{name_10000}}` }));
      const overLimit = await saveTemplate(templateBody({ [field]: `${names}{{x}}` }));

      expect(atLimit.status).toBe(201);
      expect(validationErrorOf(overLimit)).toEqual(expectedValidationError(field, message));
    },
  );

  test('may all be at their limits, and the response is stored for a retry', async () => {
    const names = (prefix: string) =>
      Array.from({ length: 4_000 }, (_, index) => `{{${prefix}${index.toString(36).padStart(3, '0')}}}`);
    const subjects = Array.from({ length: 166 }, (_, index) => `{{${(36 + index).toString(36)}}}`);
    const template = {
      name: '"'.repeat(200),
      subject: subjects.join('').padEnd(998, '€'),
      html: names('h').slice(0, 2_000).join('').padEnd(250_000, '-'),
      text: names('t').slice(0, 2_000).join('').padEnd(100_000, '-'),
    };
    const body = templateBody(template);
    const headers = { 'Idempotency-Key': randomUUID() };

    const created = await saveTemplate(body, { headers });
    const updated = await saveTemplate({ ...body, text: undefined });
    const replayed = await saveTemplate(body, { headers });
    const duplicated = await duplicateTemplate(created.body.slug, { slug: randomSlug() }, { headers });
    const duplicatedAgain = await duplicateTemplate(
      created.body.slug,
      { slug: duplicated.body.slug },
      { headers },
    );

    expect(created.status).toBe(201);
    expect(created.body).toMatchObject(template);
    expect(updated.status).toBe(200);
    expect(replayed.headers.get('idempotent-replay')).toBe('true');
    expect(replayed.body).toEqual(created.body);
    expect(duplicated.status).toBe(201);
    expect(duplicatedAgain.body).toEqual(duplicated.body);
  });
});

describe('concurrent requests', () => {
  test('to save the same slug create one template, which the other requests update', async () => {
    const templates = Array.from({ length: 10 }, (_, index) =>
      templateBody({ slug: 'race', name: `${index}` }),
    );
    const { key } = await aWorkspace(service);

    const responses = await Promise.all(templates.map((template) => saveTemplate(template, { key })));

    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
  });

  test('that save different HTML and text leave the variables of the stored HTML and text', async () => {
    for (let round = 0; round < 10; round++) {
      const { slug } = await createTemplate({ text: '{{old}}' });

      const responses = await Promise.all([
        saveTemplate(templateBody({ slug, subject: 's', html: '{{h}}' })),
        saveTemplate(templateBody({ slug, subject: 's', html: '{{other}}', text: '{{new}}' })),
        saveTemplate(templateBody({ slug, subject: 's', html: '{{h}}' })),
      ]);

      const { html, text, variables } = (await getTemplate(slug)).body;
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(text).toBe('{{new}}');
      expect(variables).toEqual([html.slice(2, -2), 'new']);
    }
  });

  test('to duplicate to the same slug succeed once', async () => {
    const { slug } = await createTemplate();
    const targetSlug = randomSlug();

    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        duplicateTemplate(slug, { slug: targetSlug, name: `${index}` }),
      ),
    );

    const [winner, ...furtherWinners] = responses.filter(({ status }) => status === 201);
    expect(furtherWinners).toEqual([]);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(9);
    expect((await getTemplate(targetSlug)).body).toEqual(winner?.body);
  });

  test('to delete a template succeed once', async () => {
    const { slug } = await createTemplate();

    const responses = await Promise.all(Array.from({ length: 5 }, () => deleteTemplate(slug)));

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });
});

describe('a retry after the function crashed', () => {
  test('of a creation returns 201 with the template that the first attempt created', async () => {
    const body = templateBody();
    const headers = { 'Idempotency-Key': randomUUID() };
    await crashOnce('PutItem', 'saveTemplate', 1);

    const crashed = await saveTemplate(body, { headers });
    const storedTemplate = await getTemplate(String(body['slug']));
    await service.advance(leaseMs);
    const retried = await saveTemplate(body, { headers });

    expect(crashed.status).toBe(500);
    expect(storedTemplate.body).toMatchObject({ ...body, updated_at: null });
    expect(retried.status).toBe(201);
    expect(retried.body).toEqual(storedTemplate.body);
  });

  test('of a duplication returns 201 instead of a conflict', async () => {
    const { slug } = await createTemplate();
    const targetSlug = randomSlug();
    const headers = { 'Idempotency-Key': randomUUID() };
    await crashOnce('PutItem', 'duplicateTemplate', 1);

    const crashed = await duplicateTemplate(slug, { slug: targetSlug }, { headers });
    const storedTemplate = await getTemplate(targetSlug);
    await service.advance(leaseMs);
    const retried = await duplicateTemplate(slug, { slug: targetSlug }, { headers });

    expect(crashed.status).toBe(500);
    expect(storedTemplate.body).toMatchObject({ slug: targetSlug });
    expect(retried.status).toBe(201);
    expect(retried.body).toEqual(storedTemplate.body);
  });
});

describe('a slug in the path', () => {
  const invalidSlugs = ['garbage', '%00', '%E0%A4%A', 'a%2Fb', '%F0%9F%90%A6', 'x'.repeat(2_000), 'PARCEL'];

  test.each(invalidSlugs)('that is unknown makes %s return 404', async (slug) => {
    const responses = await Promise.all([
      getTemplate(slug),
      deleteTemplate(slug),
      renderTemplate(slug, { variables: 1 }),
      duplicateTemplate(slug, { slug: '' }),
    ]);

    expect(responses.map(refusalOf)).toEqual(Array(4).fill(noSuchTemplate));
  });

  // TP-4
  test('cannot be replaced with the template id', async () => {
    const { id } = await createTemplate();

    expect(refusalOf(await getTemplate(id))).toEqual(noSuchTemplate);
  });

  test('belongs to one workspace, and another workspace can use the same slug', async () => {
    const template = await createTemplate();
    const { slug } = template;
    const { key } = await aWorkspace(service);
    const callFromOtherWorkspace = (method: string, path: string, body?: unknown) =>
      service.api(method, `/v1/templates/${slug}${path}`, { key, body });

    const refused = await Promise.all([
      callFromOtherWorkspace('GET', ''),
      callFromOtherWorkspace('DELETE', ''),
      callFromOtherWorkspace('POST', '/render', {}),
      callFromOtherWorkspace('POST', '/duplicate', { slug: randomSlug() }),
    ]);
    const otherTemplate = await saveTemplate(templateBody({ slug, name: 'Theirs' }), { key });

    expect(refused.map(refusalOf)).toEqual(Array(4).fill(noSuchTemplate));
    expect(otherTemplate.status).toBe(201);
    expect((await getTemplate(slug)).body).toEqual(template);
  });
});

describe('deleting a template', () => {
  // R-24, TP-16
  test('removes the template and frees the slug', async () => {
    const { slug, id } = await createTemplate({ text: 'old' });

    const { status, body } = await deleteTemplate(slug);

    expect(status).toBe(200);
    expect(body).toEqual({ slug, deleted: true });
    expect(refusalOf(await getTemplate(slug))).toEqual(noSuchTemplate);
    expect(refusalOf(await deleteTemplate(slug))).toEqual(noSuchTemplate);
    const repeated = await createTemplate({ slug });
    expect(repeated.id).not.toBe(id);
    expect(repeated.text).toBeNull();
  });
});

describe('duplicating a template', () => {
  // TP-13
  test('copies the subject, HTML and text under a new slug, id and created_at', async () => {
    const source = await createTemplate({ text: '{{x}}' });
    await saveTemplate({ ...source, text: undefined });
    const slug = randomSlug();

    const { status, body } = await duplicateTemplate(source.slug, { slug, name: 'Parcel out B' });

    expect(status).toBe(201);
    expect(body).toEqual({
      ...source,
      id: aTimeOrderedId,
      slug,
      name: 'Parcel out B',
      created_at: aTimestamp,
    });
    expect(body.id).not.toBe(source.id);
    expect(body.created_at > source.created_at).toBe(true);
    expect((await getTemplate(slug)).body).toEqual(body);
  });

  // TP-13
  test('without a name uses the name of the source', async () => {
    const { slug, name } = await createTemplate();

    expect((await duplicateTemplate(slug, { slug: randomSlug() })).body.name).toBe(name);
  });

  test('creates an independent template that does not change with the source', async () => {
    const source = await createTemplate();
    const template = (await duplicateTemplate(source.slug, { slug: randomSlug() })).body;

    await saveTemplate({ ...template, html: 'changed' });

    expect((await getTemplate(source.slug)).body).toEqual(source);
  });

  // TP-14
  test('to a slug that is already in use is refused and changes nothing', async () => {
    const [source, other] = [await createTemplate(), await createTemplate({ html: 'other' })];

    for (const { slug } of [source, other]) {
      expect(refusalOf(await duplicateTemplate(source.slug, { slug }))).toEqual({
        status: 409,
        type: 'conflict',
        message: `A template with the slug ${slug} already exists. Choose another slug`,
      });
    }
    expect((await getTemplate(other.slug)).body).toEqual(other);
    expect((await getTemplate(source.slug)).body).toEqual(source);
  });

  test.each([
    ['slug', {}],
    ['slug', { slug: 'No Slug' }],
    ['slug', { slug: 'x'.repeat(101) }],
    ['name', { slug: 'fine', name: '' }],
    ['name', { slug: 'fine', name: 'x'.repeat(201) }],
  ])('is refused for its %s: %j', async (field, body) => {
    const { slug } = await createTemplate();

    expect(validationErrorOf(await duplicateTemplate(slug, body))).toEqual(expectedValidationError(field));
  });
});

describe('rendering a template', () => {
  // TP-10
  test('returns the rendered email and sends no email', async () => {
    const { slug } = await createTemplate({ text: 'Dear {{name}}' });
    const before = await service.outbox();

    const { status, body } = await renderTemplate(slug, {
      variables: { name: 'Kim & <Lee>', order_id: '77' },
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      subject: 'Order 77',
      html: '<p>Kim &amp; &lt;Lee&gt;</p>',
      text: 'Dear Kim & <Lee>',
    });
    expect(await service.outbox()).toEqual(before);
  });

  test('without text returns null as the text', async () => {
    const { slug } = await createTemplate({ subject: 'Hi', html: 'x' });

    expect((await renderTemplate(slug)).body).toEqual({ subject: 'Hi', html: 'x', text: null });
  });

  // TP-12
  test('reports every variable whose value is missing or null, but not an empty value', async () => {
    const { slug } = await createTemplate({ subject: '{{a}}{{b}}', html: '{{c}}', text: '{{d}}' });

    const response = await renderTemplate(slug, { variables: { a: '', b: null, d: 'x', e: 'y' } });

    expect(response.status).toBe(422);
    expect(response.body).toEqual({
      error: { type: 'missing_variables', message: 'Missing: b, c', missing: ['b', 'c'] },
    });
  });

  test.each([
    ['a list', [], ['variables']],
    ['null', null, ['variables']],
    ['a string', 'x', ['variables']],
    ['a number as a value', { name: 1 }, ['variables', 'name']],
    ['an object as a value', { name: {} }, ['variables', 'name']],
  ])('is refused when its variables are %s', async (_description, variables, path) => {
    const { slug } = await createTemplate();

    expect(validationErrorOf(await renderTemplate(slug, { variables }))).toEqual({
      ...expectedValidationError('variables'),
      details: [{ path, message: expect.any(String) }],
    });
  });

  test('does not use inherited object properties as values', async () => {
    const { slug } = await createTemplate({ subject: '{{constructor}}', html: '{{__proto__}}' });

    const withoutValues = await renderTemplate(slug, { variables: {} });
    const withOne = await renderTemplate(slug, { variables: { constructor: 'x' } });
    const withBoth = await renderTemplate(
      slug,
      JSON.parse('{"variables":{"constructor":"x","__proto__":"<y>"}}'),
    );

    expect(withoutValues.body.error.missing).toEqual(['constructor', '__proto__']);
    expect(withOne.body.error.missing).toEqual(['__proto__']);
    expect(withBoth.body).toMatchObject({ subject: 'x', html: '&lt;y&gt;' });
  });

  test('succeeds for the largest possible email and refuses a byte more', async () => {
    const { slug } = await createTemplate({ subject: 's', html: '"'.repeat(125_000), text: '{{a}}' });
    const a = '\u0001'.repeat(500_000);

    const atLimit = await renderTemplate(slug, { variables: { a } });
    const overLimit = await renderTemplate(slug, { variables: { a: `${a}x` } });

    expect(atLimit.status).toBe(200);
    expect(atLimit.body.text).toBe(a);
    expect(refusalOf(overLimit)).toEqual({
      status: 422,
      type: 'invalid_request',
      message: 'variables: the values would add more than 500000 bytes to the email',
    });
  });
});
