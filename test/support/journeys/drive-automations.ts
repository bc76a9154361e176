import { randomUUID } from 'node:crypto';
import type { Answer } from '../service';
import { expectStatus, largeHtml, whole, type Caller } from './drive-sending';

/** The domain that steps are sent from. */
interface News {
  id: string;
  domain: string;
}

/** People in automations, by every way in and out, and what becomes of their steps. */
export async function driveAutomations(caller: Caller, news: News): Promise<void> {
  const { id: audience } = await expectStatus(
    201,
    caller.api('POST', '/v1/audiences', { body: { name: 'Readers' } }),
  );
  await driveRules(caller, news);
  await driveEnrolling(caller, news);
  await driveStarts(caller, news, audience);
  await driveDeletion(caller);
}

type Fields = Record<string, unknown>;

/** Later than an alarm of a queue can ring. */
const hour = { delay_minutes: 60, subject: 'Later', html: '<p>Later</p>' };
const atOnce = { ...hour, delay_minutes: 0 };
const reader = 'kim@readers.example';
const soon = { ...hour, delay_minutes: 5 };

const draft = ({ api }: Caller, { id, domain }: News, fields: Fields): Promise<Answer['body']> => {
  const sender = { identity_id: id, from: `kim@${domain}` };
  const body = { name: 'Series', trigger: { kind: 'api' }, steps: [atOnce], ...sender, ...fields };
  return expectStatus(201, api('POST', '/v1/automations', { body, ...whole(String(fields['slug'])) }));
};

async function active(caller: Caller, news: News, fields: Fields): Promise<string> {
  const { id } = await draft(caller, news, fields);
  await setStatus(caller, id, 'active');
  return id;
}

const setStatus = ({ api }: Caller, id: string, status: string) =>
  expectStatus(
    200,
    api('POST', `/v1/automations/${id}/status`, { body: { status }, ...whole(randomUUID()) }),
  );

/** What it is made of, and what is in use by it. */
async function driveRules(caller: Caller, news: News): Promise<void> {
  const { api } = caller;
  const template = { slug: 'series', name: 'Series', subject: 'Hi', html: '<p>{{name}}</p>' };
  await expectStatus(201, api('POST', '/v1/templates', { body: template }));
  await expectStatus(201, api('POST', '/v1/topics', { body: { key: 'series', name: 'Series' } }));
  const { id } = await draft(caller, news, {
    slug: 'rules',
    topic_key: 'series',
    steps: [{ ...atOnce, html: null, template_slug: 'series' }],
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

/** Calls and events, with steps that are large, early, held and gone. */
async function driveEnrolling(caller: Caller, news: News): Promise<void> {
  const { api, control, deliver, workspaceId } = caller;
  const large = { ...atOnce, html: largeHtml() };
  const id = await active(caller, news, { slug: 'calls', exit_tags: ['gone'], steps: [large, hour, soon] });
  const enrol = (email: string, request = {}) =>
    expectStatus(200, api('POST', `/v1/automations/${id}/enroll`, { body: { email }, ...request }));
  await enrol(reader, whole('enrol'));
  await control('POST', '/settle', {});
  await control('POST', '/clock', { advance_ms: 5_000 });
  await enrol(reader);
  await expectStatus(404, api('POST', '/v1/automations/calls/enroll', { body: { email: 'a@b.example' } }));
  await setStatus(caller, id, 'paused');
  await control('POST', '/clock', { advance_ms: 61 * 60_000 });
  await setStatus(caller, id, 'active');
  await control('POST', '/clock', { advance_ms: 7 * 60_000 });
  await expectStatus(200, api('GET', `/v1/automations/${id}/enrollments?status=completed`));
  await deliver('sendSteps', { workspaceId, automationId: id, id, email: 'nobody@readers.example' });

  const later = await active(caller, news, { slug: 'later', steps: [hour] });
  await expectStatus(200, api('POST', `/v1/automations/${later}/enroll`, { body: { email: reader } }));
  const bought = { trigger: { kind: 'event', event_name: 'bought' } };
  await active(caller, news, { slug: 'bought-soon', ...bought, steps: [soon] });
  await active(caller, news, { slug: 'bought-later', ...bought, steps: [hour] });
  const event = { name: 'bought', email: reader };
  for (const request of [whole('event'), {}])
    await expectStatus(200, api('POST', '/v1/events', { body: event, ...request }));
}

/** More than are started while somebody waits. */
const crowd = Array.from({ length: 101 }, (_, at) => ({ email: `reader-${at}@readers.example` }));

async function driveStarts(caller: Caller, news: News, audience: string): Promise<void> {
  const { api, control } = caller;
  const joining = { trigger: { kind: 'contact_added', audience_id: audience } };
  const tagged = { trigger: { kind: 'tag_added', tag: 'reads' } };
  for (const [name, step] of Object.entries({ soon, hour })) {
    await active(caller, news, { slug: `joined-${name}`, ...joining, steps: [step] });
    await active(caller, news, { slug: `tagged-${name}`, ...tagged, steps: [step] });
  }
  const path = `/v1/audiences/${audience}/contacts`;
  const kim = { email: reader };
  const { id } = await expectStatus(201, api('POST', path, { body: kim }));
  const lee = { audience_id: audience, email: 'lee@readers.example', tags: ['reads'] };
  const { id: other } = await expectStatus(201, api('POST', '/v1/contacts', { body: lee }));
  const retag = (contact: string, body: object) =>
    expectStatus(200, api('POST', `/v1/contacts/${contact}/tags`, { body }));
  await retag(id, { add: ['reads'] });
  await retag(other, { add: ['gone'], remove: ['reads'] });
  for (const body of [[{ email: 'max@readers.example' }], crowd])
    await expectStatus(201, api('POST', `${path}?trigger_automations=true`, { body }));
  await control('POST', '/settle', {});
}

/** All of them, with whoever is in them: what is driven next is not held up by their steps. */
async function driveDeletion({ api, control }: Caller): Promise<void> {
  const { data } = await expectStatus(200, api('GET', '/v1/automations'));
  for (const { id } of data)
    await expectStatus(200, api('DELETE', `/v1/automations/${id}`, { parked: true }));
  await control('POST', '/settle', {});
  await control('POST', '/clock', { advance_ms: 3 * 60_000 });
}
