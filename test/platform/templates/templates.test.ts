import { randomUUID } from 'node:crypto';
import { refusalOf } from '../../support/arrange';
import { aWorkspace } from '../../support/factories';
import type { Answer } from '../../support/service';
import { anIdByTime, aTime } from '../../support/matchers';
import { theService } from '../../support/the-service';

const service = theService();

afterEach(() => service.control('DELETE', '/faults'));

const aSlug = (): string => `parcel-${randomUUID().slice(0, 8)}`;

const aCopy = (overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  slug: aSlug(),
  name: 'Parcel out',
  subject: 'Order {{order_id}}',
  html: '<p>{{name}}</p>',
  ...overrides,
});

interface Options {
  key?: string;
  headers?: Record<string, string>;
}

const save = (body: unknown, options: Options = {}): Promise<Answer> =>
  service.api('POST', '/v1/templates', { body, ...options });

/** A template of the seeded workspace, as it was answered. */
async function aTemplate(overrides: Record<string, unknown> = {}, options: Options = {}) {
  const { status, body } = await save(aCopy(overrides), options);
  if (status !== 201) throw new Error(`Not created: ${JSON.stringify(body)}`);
  return body;
}

const get = (slug: string, options: Options = {}): Promise<Answer> =>
  service.api('GET', `/v1/templates/${slug}`, options);

const remove = (slug: string): Promise<Answer> => service.api('DELETE', `/v1/templates/${slug}`);

const render = (slug: string, body: unknown = {}): Promise<Answer> =>
  service.api('POST', `/v1/templates/${slug}/render`, { body });

const duplicate = (slug: string, body: unknown, options: Options = {}): Promise<Answer> =>
  service.api('POST', `/v1/templates/${slug}/duplicate`, { body, ...options });

const noSuchTemplate = { status: 404, type: 'not_found', message: 'No such template' };

/** The paths and messages of what a validation refused. */
const problemsOf = ({ status, body }: Answer) => ({ status, ...body.error });

const invalid = (path: string, message: unknown = expect.any(String)) => ({
  status: 422,
  type: 'invalid_request',
  message: 'Validation failed',
  details: [{ path: [path], message }],
});

/** Longer than any function may run: the Idempotency-Key of one that died is free then. */
const leaseMs = 36_000;

const dieOnce = (operation: string, name: string, skip = 0): Promise<unknown> =>
  service.control('POST', '/faults', {
    service: 'dynamodb',
    operation,
    crash: 'after',
    skip,
    times: 1,
    function: name,
  });

describe('saving a template', () => {
  test('under a new slug creates it, and says what it needs', async () => {
    const copy = aCopy();

    const { status, body } = await save(copy);

    expect(status).toBe(201);
    expect(body).toEqual({
      id: anIdByTime,
      ...copy,
      text: null,
      variables: ['order_id', 'name'],
      created_at: aTime,
      updated_at: null,
    });
    expect((await get(body.slug)).body).toEqual(body);
  });

  test('under an existing slug replaces the copy, and keeps id and time of creation', async () => {
    const created = await aTemplate({ text: '{{a}}' });
    const copy = { slug: created.slug, name: 'New', subject: '{{b}}', html: '{{c}}', text: '{{d}}' };

    const { status, body } = await save(copy);

    expect(status).toBe(200);
    expect(body).toEqual({ ...created, ...copy, variables: ['b', 'c', 'd'], updated_at: aTime });
    expect((await get(created.slug)).body).toEqual(body);
  });

  test('without text keeps the text, and its variables', async () => {
    const { slug } = await aTemplate({ text: 'Dear {{ salutation }}' });

    const { body } = await save(aCopy({ slug, html: '<i>{{x}}</i>' }));

    expect(body).toMatchObject({
      html: '<i>{{x}}</i>',
      text: 'Dear {{ salutation }}',
      variables: ['order_id', 'x', 'salutation'],
    });
  });

  test('without text keeps that there is none', async () => {
    const { slug } = await aTemplate();

    const { status, body } = await save(aCopy({ slug, html: 'x' }));

    expect(status).toBe(200);
    expect(body).toMatchObject({ html: 'x', text: null, variables: ['order_id'] });
  });

  test('with null removes the text, and its variables', async () => {
    const { slug } = await aTemplate({ text: 'Dear {{salutation}}' });

    const { body } = await save(aCopy({ slug, text: null }));

    expect(body).toMatchObject({ text: null, variables: ['order_id', 'name'] });
  });

  test('with an empty text is refused, and changes nothing', async () => {
    const template = await aTemplate({ text: 'Hi' });

    const answer = await save({ ...template, text: '' });

    expect(problemsOf(answer)).toEqual(invalid('text'));
    expect((await get(template.slug)).body).toEqual(template);
  });

  test('ignores fields that it does not know', async () => {
    const { body } = await save(aCopy({ id: 'mine', variables: ['x'], created_at: 'now' }));

    expect(body).toMatchObject({ id: anIdByTime, variables: ['order_id', 'name'], created_at: aTime });
  });

  test('lists variables once, by their first appearance in subject, HTML and text', async () => {
    const { variables } = await aTemplate({
      subject: '{{b}} {{ a }}',
      html: '{{c}}{{a}}{{a b}}{{}}',
      text: '{{d.e}}{{b}}',
    });

    expect(variables).toEqual(['b', 'a', 'c', 'd.e']);
  });

  test('keeps what is written to the letter', async () => {
    const copy = { name: ' Größe 👍 ', subject: '$& {{x}}', html: '\u0000<b>\r\n\t</b>', text: ' \n' };

    const { slug } = await aTemplate(copy);

    expect((await get(slug)).body).toMatchObject(copy);
  });
});

describe('the fields of a template', () => {
  test.each(['slug', 'name', 'subject', 'html'])('%s is required', async (field) => {
    const rest = aCopy({ [field]: undefined });

    expect(problemsOf(await save(rest))).toEqual(invalid(field));
    expect(problemsOf(await save({ ...rest, [field]: null }))).toEqual(invalid(field));
    expect(problemsOf(await save({ ...rest, [field]: '' }))).toEqual(invalid(field));
  });

  test.each(['Parcel', 'parcel_out', 'parcel out', 'größe', 'a.b', 'a/b', 'a\n'])(
    'the slug %j is refused',
    async (slug) => {
      const message = 'must have 1 to 100 characters, each of a-z, 0-9 or a hyphen';

      expect(problemsOf(await save(aCopy({ slug })))).toEqual(invalid('slug', message));
    },
  );

  test.each([
    ['slug', 100],
    ['name', 200],
    ['subject', 998],
  ] as const)('%s has at most %i characters', async (field, lengthMax) => {
    const { key } = await aWorkspace(service);

    const atLimit = await save(aCopy({ [field]: 'x'.repeat(lengthMax) }), { key });
    const above = await save(aCopy({ [field]: 'x'.repeat(lengthMax + 1) }), { key });

    expect(atLimit.status).toBe(201);
    expect((await get(atLimit.body.slug, { key })).body).toEqual(atLimit.body);
    expect(problemsOf(above)).toEqual(invalid(field));
  });

  test.each(['a\nb', 'a\r\nBcc: x@y.test', 'a\u0000', 'a\u0085b', 'a\u2028b'])(
    'the subject %j is refused',
    async (subject) => {
      const message = 'must not hold a line break or control character';

      expect(problemsOf(await save(aCopy({ subject })))).toEqual(invalid('subject', message));
    },
  );

  test.each([
    ['html', 250_000],
    ['text', 100_000],
  ] as const)('%s has at most %i bytes as JSON', async (field, bytesMax) => {
    const message = `must have at most ${bytesMax} bytes as JSON`;

    // A euro sign has three bytes, a quotation mark two in JSON.
    for (const some of ['x', '"', '€']) {
      const bytes = Buffer.byteLength(JSON.stringify(some)) - 2;
      const copy = some
        .repeat(bytesMax / bytes)
        .padEnd(bytesMax - (bytes - 1) * Math.floor(bytesMax / bytes), 'x');
      const atLimit = await save(aCopy({ [field]: copy }));
      const above = await save(aCopy({ [field]: `${copy}x` }));

      expect(atLimit.status).toBe(201);
      expect(problemsOf(above)).toEqual(invalid(field, message));
    }
  });

  test.each(['html', 'text'])(
    'the names of placeholders in %s have at most 8,000 characters',
    async (field) => {
      const names = Array.from({ length: 800 }, (_, index) => `{{name_${10_000 + index}}}`).join('');
      const message = 'must not have placeholders whose names exceed 8000 characters together';

      const atLimit = await save(aCopy({ [field]: `${names}{{name_10000}}` }));
      const above = await save(aCopy({ [field]: `${names}{{x}}` }));

      expect(atLimit.status).toBe(201);
      expect(problemsOf(above)).toEqual(invalid(field, message));
    },
  );

  test('may all be at their limits at once, and the answer is kept for a retry', async () => {
    const names = (prefix: string) =>
      Array.from({ length: 4_000 }, (_, index) => `{{${prefix}${index.toString(36).padStart(3, '0')}}}`);
    const subjects = Array.from({ length: 166 }, (_, index) => `{{${(36 + index).toString(36)}}}`);
    const copy = {
      name: '"'.repeat(200),
      subject: subjects.join('').padEnd(998, '€'),
      html: names('h').slice(0, 2_000).join('').padEnd(250_000, '-'),
      text: names('t').slice(0, 2_000).join('').padEnd(100_000, '-'),
    };
    const body = aCopy(copy);
    const headers = { 'Idempotency-Key': randomUUID() };

    const created = await save(body, { headers });
    const updated = await save({ ...body, text: undefined });
    const replayed = await save(body, { headers });
    const copied = await duplicate(created.body.slug, { slug: aSlug() }, { headers });
    const copiedAgain = await duplicate(created.body.slug, { slug: copied.body.slug }, { headers });

    expect(created.status).toBe(201);
    expect(created.body).toMatchObject(copy);
    expect(updated.status).toBe(200);
    expect(replayed.headers.get('idempotent-replay')).toBe('true');
    expect(replayed.body).toEqual(created.body);
    expect(copied.status).toBe(201);
    expect(copiedAgain.body).toEqual(copied.body);
  });
});

describe('at the same time', () => {
  test('of many that create one slug, one creates it and the others update it', async () => {
    const copies = Array.from({ length: 10 }, (_, index) => aCopy({ slug: 'race', name: `${index}` }));
    const { key } = await aWorkspace(service);

    const answers = await Promise.all(copies.map((copy) => save(copy, { key })));

    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  test('a text and an HTML part are saved by two, and the variables are those of what stands', async () => {
    for (let round = 0; round < 10; round++) {
      const { slug } = await aTemplate({ text: '{{old}}' });

      const answers = await Promise.all([
        save(aCopy({ slug, subject: 's', html: '{{h}}' })),
        save(aCopy({ slug, subject: 's', html: '{{other}}', text: '{{new}}' })),
        save(aCopy({ slug, subject: 's', html: '{{h}}' })),
      ]);

      const { html, text, variables } = (await get(slug)).body;
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(text).toBe('{{new}}');
      expect(variables).toEqual([html.slice(2, -2), 'new']);
    }
  });

  test('of many that duplicate to one slug, one does', async () => {
    const { slug } = await aTemplate();
    const wanted = aSlug();

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => duplicate(slug, { slug: wanted, name: `${index}` })),
    );

    const [winner, ...others] = answers.filter(({ status }) => status === 201);
    expect(others).toEqual([]);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect((await get(wanted)).body).toEqual(winner?.body);
  });

  test('of many that delete a template, one does', async () => {
    const { slug } = await aTemplate();

    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(slug)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });
});

describe('a retry after the function died', () => {
  test('of a creation answers 201 with what the first attempt created', async () => {
    const body = aCopy();
    const headers = { 'Idempotency-Key': randomUUID() };
    await dieOnce('PutItem', 'saveTemplate', 1);

    const died = await save(body, { headers });
    const left = await get(`${body['slug']}`);
    await service.advance(leaseMs);
    const retried = await save(body, { headers });

    expect(died.status).toBe(500);
    expect(left.body).toMatchObject({ ...body, updated_at: null });
    expect(retried.status).toBe(201);
    expect(retried.body).toEqual(left.body);
  });

  test('of a duplication answers 201, not that the slug is taken', async () => {
    const { slug } = await aTemplate();
    const wanted = aSlug();
    const headers = { 'Idempotency-Key': randomUUID() };
    await dieOnce('PutItem', 'duplicateTemplate', 1);

    const died = await duplicate(slug, { slug: wanted }, { headers });
    const left = await get(wanted);
    await service.advance(leaseMs);
    const retried = await duplicate(slug, { slug: wanted }, { headers });

    expect(died.status).toBe(500);
    expect(left.body).toMatchObject({ slug: wanted });
    expect(retried.status).toBe(201);
    expect(retried.body).toEqual(left.body);
  });
});

describe('a slug in the path', () => {
  const odd = ['garbage', '%00', '%E0%A4%A', 'a%2Fb', '%F0%9F%90%A6', 'x'.repeat(2_000), 'PARCEL'];

  test.each(odd)('that is none answers 404: %s', async (slug) => {
    const answers = await Promise.all([
      get(slug),
      remove(slug),
      render(slug, { variables: 1 }),
      duplicate(slug, { slug: '' }),
    ]);

    expect(answers.map(refusalOf)).toEqual(Array(4).fill(noSuchTemplate));
  });

  test('is not the id', async () => {
    const { id } = await aTemplate();

    expect(refusalOf(await get(id))).toEqual(noSuchTemplate);
  });

  test('belongs to one workspace: for another it is free', async () => {
    const template = await aTemplate();
    const { slug } = template;
    const { key } = await aWorkspace(service);
    const asStranger = (method: string, path: string, body?: unknown) =>
      service.api(method, `/v1/templates/${slug}${path}`, { key, body });

    const refused = await Promise.all([
      asStranger('GET', ''),
      asStranger('DELETE', ''),
      asStranger('POST', '/render', {}),
      asStranger('POST', '/duplicate', { slug: aSlug() }),
    ]);
    const own = await save(aCopy({ slug, name: 'Theirs' }), { key });

    expect(refused.map(refusalOf)).toEqual(Array(4).fill(noSuchTemplate));
    expect(own.status).toBe(201);
    expect((await get(slug)).body).toEqual(template);
  });
});

describe('deleting a template', () => {
  test('takes it away, and frees the slug', async () => {
    const { slug, id } = await aTemplate({ text: 'old' });

    const { status, body } = await remove(slug);

    expect(status).toBe(200);
    expect(body).toEqual({ slug, deleted: true });
    expect(refusalOf(await get(slug))).toEqual(noSuchTemplate);
    expect(refusalOf(await remove(slug))).toEqual(noSuchTemplate);
    const again = await aTemplate({ slug });
    expect(again.id).not.toBe(id);
    expect(again.text).toBeNull();
  });
});

describe('duplicating a template', () => {
  test('copies subject, HTML and text under its own slug, id and time', async () => {
    const source = await aTemplate({ text: '{{x}}' });
    await save({ ...source, text: undefined });
    const slug = aSlug();

    const { status, body } = await duplicate(source.slug, { slug, name: 'Parcel out B' });

    expect(status).toBe(201);
    expect(body).toEqual({ ...source, id: anIdByTime, slug, name: 'Parcel out B', created_at: aTime });
    expect(body.id).not.toBe(source.id);
    expect(body.created_at > source.created_at).toBe(true);
    expect((await get(slug)).body).toEqual(body);
  });

  test('without a name takes the name of the source', async () => {
    const { slug, name } = await aTemplate();

    expect((await duplicate(slug, { slug: aSlug() })).body.name).toBe(name);
  });

  test('makes a template of its own: saving one leaves the other as it is', async () => {
    const source = await aTemplate();
    const copy = (await duplicate(source.slug, { slug: aSlug() })).body;

    await save({ ...copy, html: 'changed' });

    expect((await get(source.slug)).body).toEqual(source);
  });

  test('to a slug that is taken is refused, and changes nothing', async () => {
    const [source, other] = [await aTemplate(), await aTemplate({ html: 'other' })];

    for (const { slug } of [source, other]) {
      expect(refusalOf(await duplicate(source.slug, { slug }))).toEqual({
        status: 409,
        type: 'conflict',
        message: `There is a template with the slug ${slug}`,
      });
    }
    expect((await get(other.slug)).body).toEqual(other);
    expect((await get(source.slug)).body).toEqual(source);
  });

  test.each([
    ['slug', {}],
    ['slug', { slug: 'No Slug' }],
    ['slug', { slug: 'x'.repeat(101) }],
    ['name', { slug: 'fine', name: '' }],
    ['name', { slug: 'fine', name: 'x'.repeat(201) }],
  ])('is refused for its %s: %j', async (field, body) => {
    const { slug } = await aTemplate();

    expect(problemsOf(await duplicate(slug, body))).toEqual(invalid(field));
  });
});

describe('rendering a template', () => {
  test('shows the mail, and sends nothing', async () => {
    const { slug } = await aTemplate({ text: 'Dear {{name}}' });
    const before = await service.outbox();

    const { status, body } = await render(slug, { variables: { name: 'Kim & <Lee>', order_id: '77' } });

    expect(status).toBe(200);
    expect(body).toEqual({
      subject: 'Order 77',
      html: '<p>Kim &amp; &lt;Lee&gt;</p>',
      text: 'Dear Kim & <Lee>',
    });
    expect(await service.outbox()).toEqual(before);
  });

  test('of a template without text shows null', async () => {
    const { slug } = await aTemplate({ subject: 'Hi', html: 'x' });

    expect((await render(slug)).body).toEqual({ subject: 'Hi', html: 'x', text: null });
  });

  test('names every variable that is missing; null is no value, and an empty one is', async () => {
    const { slug } = await aTemplate({ subject: '{{a}}{{b}}', html: '{{c}}', text: '{{d}}' });

    const answer = await render(slug, { variables: { a: '', b: null, d: 'x', e: 'y' } });

    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      error: { type: 'missing_variables', message: 'Missing: b, c', missing: ['b', 'c'] },
    });
  });

  test.each([
    ['a list', [], ['variables']],
    ['null', null, ['variables']],
    ['a text', 'x', ['variables']],
    ['a number as a value', { name: 1 }, ['variables', 'name']],
    ['an object as a value', { name: {} }, ['variables', 'name']],
  ])('is refused when its variables are %s', async (_what, variables, path) => {
    const { slug } = await aTemplate();

    expect(problemsOf(await render(slug, { variables }))).toEqual({
      ...invalid('variables'),
      details: [{ path, message: expect.any(String) }],
    });
  });

  test('knows no values that objects inherit', async () => {
    const { slug } = await aTemplate({ subject: '{{constructor}}', html: '{{__proto__}}' });

    const without = await render(slug, { variables: {} });
    const withOne = await render(slug, { variables: { constructor: 'x' } });
    const withBoth = await render(slug, JSON.parse('{"variables":{"constructor":"x","__proto__":"<y>"}}'));

    expect(without.body.error.missing).toEqual(['constructor', '__proto__']);
    expect(withOne.body.error.missing).toEqual(['__proto__']);
    expect(withBoth.body).toMatchObject({ subject: 'x', html: '&lt;y&gt;' });
  });

  test('answers what the values of the largest mail make, and refuses a byte more', async () => {
    const { slug } = await aTemplate({ subject: 's', html: '"'.repeat(125_000), text: '{{a}}' });
    const a = '\u0001'.repeat(500_000);

    const atLimit = await render(slug, { variables: { a } });
    const above = await render(slug, { variables: { a: `${a}x` } });

    expect(atLimit.status).toBe(200);
    expect(atLimit.body.text).toBe(a);
    expect(refusalOf(above)).toEqual({
      status: 422,
      type: 'invalid_request',
      message: 'variables: the values would add more than 500000 bytes to the mail',
    });
  });
});
