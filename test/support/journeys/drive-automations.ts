import { randomUUID } from 'node:crypto';
import type { ApiResponse } from '../service';
import { expectStatus, largeHtml, withFullPipeline, type Caller } from './drive-sending';

/** The domain that sends the steps. */
interface MarketingDomain {
  id: string;
  domain: string;
}

/** Starts and ends enrollments in every way, and sends steps. */
export async function driveAutomations(caller: Caller, marketingDomain: MarketingDomain): Promise<void> {
  const { id: audience } = await expectStatus(
    201,
    caller.api('POST', '/v1/audiences', { body: { name: 'Readers' } }),
  );
  await driveRules(caller, marketingDomain);
  await driveEnrollments(caller, marketingDomain);
  await driveTriggers(caller, marketingDomain, audience);
  await driveDeletion(caller);
}

type Fields = Record<string, unknown>;

/** A step whose delay is longer than the maximum delay of an SQS message. */
const stepInAnHour = { delay_minutes: 60, subject: 'Later', html: '<p>Later</p>' };
const immediateStep = { ...stepInAnHour, delay_minutes: 0 };
const reader = 'kim@readers.example';
const stepInFiveMinutes = { ...stepInAnHour, delay_minutes: 5 };

const createDraft = (
  { api }: Caller,
  { id, domain }: MarketingDomain,
  fields: Fields,
): Promise<ApiResponse['body']> => {
  const sender = { identity_id: id, from: `kim@${domain}` };
  const body = { name: 'Series', trigger: { kind: 'api' }, steps: [immediateStep], ...sender, ...fields };
  return expectStatus(
    201,
    api('POST', '/v1/automations', { body, ...withFullPipeline(String(fields['slug'])) }),
  );
};

async function createActive(
  caller: Caller,
  marketingDomain: MarketingDomain,
  fields: Fields,
): Promise<string> {
  const { id } = await createDraft(caller, marketingDomain, fields);
  await setStatus(caller, id, 'active');
  return id;
}

const setStatus = ({ api }: Caller, id: string, status: string) =>
  expectStatus(
    200,
    api('POST', `/v1/automations/${id}/status`, { body: { status }, ...withFullPipeline(randomUUID()) }),
  );

/** Creates and updates an automation, and tries to delete the template and topic that it uses. */
async function driveRules(caller: Caller, marketingDomain: MarketingDomain): Promise<void> {
  const { api } = caller;
  const template = { slug: 'series', name: 'Series', subject: 'Hi', html: '<p>{{name}}</p>' };
  await expectStatus(201, api('POST', '/v1/templates', { body: template }));
  await expectStatus(201, api('POST', '/v1/topics', { body: { key: 'series', name: 'Series' } }));
  const { id } = await createDraft(caller, marketingDomain, {
    slug: 'rules',
    topic_key: 'series',
    steps: [{ ...immediateStep, html: null, template_slug: 'series' }],
  });
  await setStatus(caller, id, 'active');
  const changes = { default_variables: { name: 'you' } };
  await expectStatus(200, api('PATCH', `/v1/automations/${id}`, { body: changes, parked: true }));
  await expectStatus(200, api('GET', '/v1/automations'));
  await expectStatus(200, api('GET', `/v1/automations/${id}`));
  await expectStatus(409, api('DELETE', '/v1/templates/series'));
  await expectStatus(409, api('DELETE', '/v1/topics/series'));
  for (const [method, path] of [
    ['GET', '/v1/automations/rules'],
    ['GET', '/v1/automations/rules/enrollments'],
    ['DELETE', '/v1/automations/rules'],
    ['PATCH', '/v1/automations/rules'],
  ] as const)
    await expectStatus(404, api(method, path, method === 'PATCH' ? { body: {} } : {}));
}

/** Enrolls contacts by API call and by event, with steps that are large, early, paused and deleted. */
async function driveEnrollments(caller: Caller, marketingDomain: MarketingDomain): Promise<void> {
  const { api, control, deliver, workspaceId } = caller;
  const large = { ...immediateStep, html: largeHtml() };
  const id = await createActive(caller, marketingDomain, {
    slug: 'calls',
    exit_tags: ['gone'],
    steps: [large, stepInAnHour, stepInFiveMinutes],
  });
  const enroll = (email: string, request = {}) =>
    expectStatus(200, api('POST', `/v1/automations/${id}/enroll`, { body: { email }, ...request }));
  await enroll(reader, withFullPipeline('enrol'));
  await control('POST', '/settle', {});
  await control('POST', '/clock', { advance_ms: 5_000 });
  await enroll(reader);
  await expectStatus(404, api('POST', '/v1/automations/unknown/enroll', { body: { email: 'a@b.example' } }));
  await setStatus(caller, id, 'paused');
  await control('POST', '/clock', { advance_ms: 61 * 60_000 });
  await setStatus(caller, id, 'active');
  await control('POST', '/clock', { advance_ms: 7 * 60_000 });
  await expectStatus(200, api('GET', `/v1/automations/${id}/enrollments?status=completed`));
  await deliver('sendSteps', { workspaceId, automationId: id, id, email: 'nobody@readers.example' });

  const laterId = await createActive(caller, marketingDomain, { slug: 'later', steps: [stepInAnHour] });
  await expectStatus(200, api('POST', `/v1/automations/${laterId}/enroll`, { body: { email: reader } }));
  const boughtTrigger = { trigger: { kind: 'event', event_name: 'bought' } };
  await createActive(caller, marketingDomain, {
    slug: 'bought-soon',
    ...boughtTrigger,
    steps: [stepInFiveMinutes],
  });
  await createActive(caller, marketingDomain, {
    slug: 'bought-later',
    ...boughtTrigger,
    steps: [stepInAnHour],
  });
  const event = { name: 'bought', email: reader };
  for (const request of [withFullPipeline('event'), {}])
    await expectStatus(200, api('POST', '/v1/events', { body: event, ...request }));
}

/** More contacts than the API enrolls before it responds to a request. */
const manyContacts = Array.from({ length: 101 }, (_, index) => ({
  email: `reader-${index}@readers.example`,
}));

async function driveTriggers(
  caller: Caller,
  marketingDomain: MarketingDomain,
  audience: string,
): Promise<void> {
  const { api, control } = caller;
  const contactAddedTrigger = { trigger: { kind: 'contact_added', audience_id: audience } };
  const tagAddedTrigger = { trigger: { kind: 'tag_added', tag: 'reads' } };
  for (const [name, step] of Object.entries({ soon: stepInFiveMinutes, hour: stepInAnHour })) {
    await createActive(caller, marketingDomain, {
      slug: `joined-${name}`,
      ...contactAddedTrigger,
      steps: [step],
    });
    await createActive(caller, marketingDomain, {
      slug: `tagged-${name}`,
      ...tagAddedTrigger,
      steps: [step],
    });
  }
  const path = `/v1/audiences/${audience}/contacts`;
  const firstContact = { email: reader };
  const { id } = await expectStatus(201, api('POST', path, { body: firstContact }));
  const secondContact = { audience_id: audience, email: 'lee@readers.example', tags: ['reads'] };
  const { id: secondId } = await expectStatus(201, api('POST', '/v1/contacts', { body: secondContact }));
  const changeTags = (contact: string, body: object) =>
    expectStatus(200, api('POST', `/v1/contacts/${contact}/tags`, { body }));
  await changeTags(id, { add: ['reads'] });
  await changeTags(secondId, { add: ['gone'], remove: ['reads'] });
  for (const body of [[{ email: 'max@readers.example' }], manyContacts])
    await expectStatus(201, api('POST', `${path}?trigger_automations=true`, { body }));
  await control('POST', '/settle', {});
}

/** Deletes all automations and their enrollments, whose steps would delay the next parts of the journey. */
async function driveDeletion({ api, control }: Caller): Promise<void> {
  const { data } = await expectStatus(200, api('GET', '/v1/automations'));
  for (const { id } of data)
    await expectStatus(200, api('DELETE', `/v1/automations/${id}`, { parked: true }));
  await control('POST', '/settle', {});
  await control('POST', '/clock', { advance_ms: 3 * 60_000 });
}
