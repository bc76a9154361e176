import { keys } from '../../../shared/db/keys';
import { Automations, minuteMs, step } from '../../support/automations/automations';
import { ServiceTable } from '../../support/table';
import { useService } from '../../support/use-service';
import { readOutboxMail, refusalOf } from '../../support/api-helpers';

type Fields = Record<string, unknown>;

/** Placeholders of steps: the fields of contacts, fallbacks, conditions and refused braces. */
const service = useService({ timeTravels: true });
let automations: Automations;
let audienceId: string;

beforeEach(async () => {
  automations = await Automations.create(service);
  audienceId = await automations.createAudience();
});

const kim = 'kim@example.com';

/** Enrolls the contact in an automation that uses contact fields, and returns the subject of its email. */
async function subjectFor(
  subject: string,
  { contact, fields = {}, variables = {} }: { contact?: Fields; fields?: Fields; variables?: Fields },
): Promise<string> {
  if (contact) await automations.addToAudience(audienceId, kim, contact);
  const id = await automations.createActive({ steps: [step(subject)], contact_fields: true, ...fields });
  await automations.enroll(id, kim, { variables });
  await automations.advanceAndSettle(minuteMs);
  const { status, last_error } = await automations.getEnrollment(id, kim);
  return status === 'failed' ? last_error : String((await automations.getOnlyMailTo(kim)).parsed.subject);
}

const name = '{{first_name}}';
const defaults = { default_variables: { first_name: 'friend' } };

describe('the fields of a contact', () => {
  // AT-45
  test('stand between the variables of the enrollment and the defaults', async () => {
    const subject = '{{email}} {{first_name}} {{last_name}} {{plan}} {{seats}} {{active}} {{other}}';
    const attributes = { plan: 'pro', seats: 4, active: true, other: 'contact', email: 'x' };
    const contact = { first_name: 'Kim', last_name: 'Berger', attributes };
    const fields = { default_variables: { plan: 'free', first_name: 'friend' } };

    expect(await subjectFor(subject, { contact, fields, variables: { other: 'enrollment' } })).toBe(
      'kim@example.com Kim Berger pro 4 true enrollment',
    );
  });

  // AT-45
  test('are not used unless the automation says so', async () => {
    const fields = { ...defaults, contact_fields: undefined };

    expect(await subjectFor(name, { contact: { first_name: 'Kim' }, fields })).toBe('friend');
  });

  test('are escaped in the HTML', async () => {
    const steps = [step('Hi', { html: '<p>{{first_name}}</p>' })];
    await subjectFor('', { contact: { first_name: '<b>Kim' }, fields: { steps } });

    expect((await automations.getOnlyMailTo(kim)).parsed.html).toContain('<p>&lt;b&gt;Kim</p>');
  });

  test('fill only the address if it has no contact', async () => {
    expect(await subjectFor('{{email}} {{first_name}}', { fields: defaults })).toBe('kim@example.com friend');
  });

  // AT-46
  test.each(['x'.repeat(121), 'a\nb', 'see evil.com/x'])(
    'count as missing with the value %j',
    async (value) => {
      const fields = { steps: [step('Hi {{note}}')], default_variables: { note: 'friend' } };

      expect(await subjectFor('', { contact: { attributes: { note: value } }, fields })).toBe('Hi friend');
    },
  );

  // AT-46
  test('end the enrollment if they are missing and there is neither a default nor a fallback', async () => {
    const contact = { first_name: 'evil.com' };

    expect(await subjectFor(name, { contact })).toContain('missing_variables: Missing: first_name');
  });

  test('are replaced by a fallback if they are missing', async () => {
    expect(await subjectFor('Hi {{first_name | "there"}}', { contact: {} })).toBe('Hi there');
  });
});

describe('an automation that only defaults and contacts fill', () => {
  const create = (subject: string, fields: Fields = {}) =>
    automations.create({
      trigger: { kind: 'contact_added', audience_id: audienceId },
      steps: [step(subject)],
      ...fields,
    });
  const missing = (names: string) => ({
    status: 422,
    type: 'missing_variables',
    message: `default_variables: missing ${names}`,
  });

  // AT-47
  test('needs no default for names that the fields or properties of contacts cover', async () => {
    await automations.addToAudience(audienceId, kim, { attributes: { plan: 'pro' } });
    const subject = '{{email}}{{first_name}}{{last_name}}{{plan}}';

    const { status, body } = await create(subject, { contact_fields: true });

    expect({ ...body, status }).toMatchObject({ status: 201, contact_fields: true });
    expect(refusalOf(await create(subject))).toEqual(missing('email, first_name, last_name, plan'));
    expect(refusalOf(await create(`${subject}{{name}}`, { contact_fields: true }))).toEqual(missing('name'));
  });

  // AT-47
  test('may not stop using contact fields while a placeholder needs them', async () => {
    const { body } = await create(name, { contact_fields: true });
    const update = (fields: Fields) => automations.api('PATCH', `/v1/automations/${body.id}`, fields);

    const refused = await update({ contact_fields: false });
    const unchanged = await automations.getAutomation(body.id);
    const changed = await update({ contact_fields: false, ...defaults });
    const changedBack = await update({ contact_fields: true, default_variables: {} });

    expect(refusalOf(refused)).toEqual(missing('first_name'));
    expect(unchanged).toEqual(body);
    expect(changed.body).toMatchObject({ contact_fields: false, ...defaults });
    expect(changedBack.body).toMatchObject({ contact_fields: true, default_variables: {} });
  });

  // AT-48
  test('needs no default for fallbacks, tested names and the unsubscribe link', async () => {
    const html = '{{a | "x"}}{{#if b}}{{b}}{{else}}c{{/if}}{{unsubscribe_url}}';
    const { status } = await create('Hi', { steps: [step('Hi', { html })] });

    expect(status).toBe(201);
  });

  test('uses the contact that joins', async () => {
    const { body } = await create('Hi {{first_name}}', { contact_fields: true });
    await automations.setStatus(body.id, 'active');

    await automations.addToAudience(audienceId, kim, { first_name: 'Kim' });
    await automations.advanceAndSettle(minuteMs);

    expect(await automations.listMailed()).toEqual([`Hi Kim to ${kim}`]);
  });
});

test('contact_fields must be a boolean', async () => {
  const { status, body } = await automations.create({ contact_fields: 'yes' });

  expect({ status, ...body.error }).toMatchObject({
    status: 422,
    details: [{ path: ['contact_fields'], message: 'must be true or false' }],
  });
});

describe('a step', () => {
  // AT-49
  test.each<[Fields, (string | number)[]]>([
    [step('{{first-name}}'), ['steps', 1, 'subject']],
    [step('Hi', { html: '{{first-name}}' }), ['steps', 1, 'html']],
    [step('Hi', { html: '{{first-name}}', template_slug: 'any' }), ['steps', 1, 'html']],
  ])('is refused with the braces of %j', async (invalidStep, path) => {
    const { status, body } = await automations.create({ steps: [step(), invalidStep] });

    const message = expect.stringContaining('{{first-name}} at line 1, column 1 is not valid');
    expect({ status, ...body.error }).toMatchObject({
      status: 422,
      message: 'Validation failed',
      details: [{ path, message }],
    });
  });

  // AT-48
  test('uses fallbacks, conditions and the unsubscribe link of the recipient', async () => {
    const html =
      '<p>{{#if vip}}Gold{{else}}{{plan | "free"}}{{/if}} <a href="{{unsubscribe_url}}">Stop</a></p>';
    const id = await automations.createActive({ steps: [step('Hi {{name | "there"}}', { html })] });
    await automations.enroll(id, kim);
    await automations.advanceAndSettle(minuteMs);

    const { raw, parsed } = await automations.getOnlyMailTo(kim);

    const [, url = ''] = /^List-Unsubscribe: <([^>]*)>/m.exec(raw.replace(/\r\n[ \t]+/g, ' ')) ?? [];
    expect(parsed.subject).toBe('Hi there');
    expect(parsed.html).toContain(`<p>free <a ses:no-track href="${url}">Stop</a></p>`);
    expect(String(parsed.html).split(url)).toHaveLength(3);
  });

  // AT-50
  test('of the first version, and a template of that version, are mailed as before', async () => {
    const { workspace } = automations;
    await workspace.createTemplate('old');
    const steps = [
      step('{{#if x}} {{name}}', { html: undefined, template_slug: 'old' }),
      step('{{name | "y"}}', { html: '<p>{{#if x}}</p>' }),
    ].map((one) => ({ ...one }));
    const valid = steps.map((one) => ({ ...one, subject: 'Hi', ...(one['html'] ? { html: 'x' } : {}) }));
    const id = await automations.createActive({ steps: valid, default_variables: { name: 'Kim' } });
    await ServiceTable.with(service, async (table) => {
      const template = keys.template(workspace.workspaceId, 'old');
      await table.update(template, { html: '<p>{{{name}}}</p>', expressionFields: undefined });
      await table.update(keys.automationSteps(workspace.workspaceId, id), {
        steps: steps.map(({ subject, html, template_slug }) => ({
          delayMinutes: 0,
          subject,
          html: html ?? null,
          templateSlug: template_slug ?? null,
        })),
      });
    });

    await automations.enroll(id, kim);
    await automations.advanceAndSettle(minuteMs);
    await automations.advanceAndSettle(minuteMs);

    const mails = await automations.mailsTo(kim);
    const contents = mails.map(async ({ message_id }) => (await readOutboxMail(service, message_id)).parsed);
    expect(await Promise.all(contents)).toMatchObject([
      { subject: '{{#if x}} Kim', html: expect.stringContaining('<p>{Kim}</p>') },
      { subject: '{{name | "y"}}', html: expect.stringContaining('<p>{{#if x}}</p>') },
    ]);
  });
});
