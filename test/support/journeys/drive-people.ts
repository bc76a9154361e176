import { chunksOf } from '../../../shared/core/chunks';
import { anEmail } from '../factories';
import { expectStatus, whole, type Caller } from './drive-sending';

const unknownId = '01a1fd6a-63a2-7c41-b0e8-5f2d9a7c3e16';

/** Contacts on audiences and in segments, while mail from `from` is scheduled to some of them. */
export async function drivePeople(caller: Caller, from: string): Promise<void> {
  await driveProperties(caller);
  const audience = await driveAudiences(caller);
  const kim = await driveContacts(caller, { from, audience });
  await driveImports(caller, { from, audience });
  await driveChoices(caller, audience);
  await driveSegments(caller, audience);
  await driveCounts(caller, { audience, kim });
  await driveDeletions(caller, { audience, kim });
}

async function driveProperties({ api }: Caller): Promise<void> {
  const path = '/v1/contact-properties';
  const body = { key: 'seats', name: 'Seats', type: 'number' };
  await expectStatus(201, api('POST', path, { body, ...whole('property') }));
  await expectStatus(200, api('POST', path, { body }));
  await expectStatus(200, api('GET', path));
  await expectStatus(200, api('DELETE', `${path}/seats`, { parked: true }));
}

async function driveAudiences({ api }: Caller): Promise<string> {
  const body = { name: 'Customers' };
  const { id } = await expectStatus(201, api('POST', '/v1/audiences', { body, ...whole('audience') }));
  await expectStatus(200, api('GET', '/v1/audiences'));
  await expectStatus(200, api('GET', `/v1/audiences/${id}`));
  for (const [method, path] of [
    ['GET', '/v1/audiences/customers'],
    ['GET', '/v1/audiences/customers/contacts'],
    ['DELETE', '/v1/audiences/customers'],
    ['DELETE', `/v1/audiences/customers/contacts/${unknownId}`],
  ] as const)
    await expectStatus(404, api(method, path));
  return id;
}

interface Place {
  from: string;
  audience: string;
}

/** Somebody who comes, is changed, opts out and back in. Returns their id. */
async function driveContacts({ api }: Caller, { from, audience }: Place): Promise<string> {
  const email = 'kim@people.example';
  const scheduled = anEmail({ from, to: email, scheduled_at: 'in 9 hours' });
  const person = { email, tags: ['vip'], attributes: { plan: 'pro' } };
  const body = { audience_id: audience, ...person };
  await expectStatus(202, api('POST', '/v1/emails', { body: scheduled }));
  const { id } = await expectStatus(201, api('POST', '/v1/contacts', { body, ...whole('contact') }));
  const optsOut = { ...body, tags: ['beta'], status: 'unsubscribed' };
  await expectStatus(201, api('POST', '/v1/contacts', { body: optsOut }));
  await expectStatus(201, api('POST', `/v1/audiences/${audience}/contacts`, { body: person }));

  await expectStatus(200, api('GET', `/v1/contacts?email=${email}`));
  await expectStatus(200, api('GET', '/v1/contacts?tag=vip&limit=1'));
  await expectStatus(200, api('GET', '/v1/contacts/tags'));
  await expectStatus(200, api('GET', `/v1/contacts/${id}`));
  const tags = { add: ['customer'], remove: ['vip'] };
  await expectStatus(200, api('POST', `/v1/contacts/${id}/tags`, { body: tags, ...whole('tags') }));

  const change = (changes: object) =>
    expectStatus(200, api('PATCH', `/v1/contacts/${id}`, { body: changes, parked: true }));
  await change({ unsubscribed: false });
  await expectStatus(202, api('POST', '/v1/emails', { body: scheduled }));
  await change({ attributes: { seats: 4 }, unsubscribed: true });
  await expectNothingScheduled(api, [email]);
  await change({ unsubscribed: false });
  return id;
}

/** More than are withdrawn at once. */
const leavers = Array.from({ length: 30 }, (_, at) => `leaver-${at}@people.example`);

/** So many that they are neither looked through for a page, nor taken off an audience in one run of the job. */
const crowdSize = 2_300;

/** Rows with opt-outs, among them somebody whom mail is scheduled to. */
async function driveImports({ api, control }: Caller, { from, audience }: Place): Promise<void> {
  const [to = ''] = leavers;
  const scheduled = anEmail({ from, to, scheduled_at: 'in 9 hours' });
  await expectStatus(202, api('POST', '/v1/emails', { body: scheduled }));
  const rows = leavers.map((email) => ({
    email,
    status: 'unsubscribed',
    tags: ['leaver'],
    attributes: { source: 'shop' },
  }));
  const path = `/v1/audiences/${audience}/contacts`;
  await expectStatus(201, api('POST', `${path}?source=shop`, { body: rows, ...whole('import') }));
  await expectStatus(201, api('POST', path, { body: [...rows, { email: 'lee@people.example' }] }));
  await control('POST', '/settle', {});
  await expectNothingScheduled(api, leavers);
  await expectStatus(200, api('GET', `${path}?limit=10`));
}

async function expectNothingScheduled(api: Caller['api'], addresses: readonly string[]): Promise<void> {
  const { data } = await expectStatus(200, api('GET', '/v1/emails?status=scheduled'));
  if (data.some(({ to }: { to: string[] }) => addresses.some((address) => to.includes(address))))
    throw new Error('Mail is scheduled to somebody who opted out');
}

/** What people choose shows on their contacts: alone, together, and before they are known. */
async function driveChoices({ api, control }: Caller, audience: string): Promise<void> {
  await expectStatus(201, api('POST', '/v1/topics', { body: { key: 'tips', name: 'Tips' } }));
  const choose = (email: string) =>
    expectStatus(200, api('POST', '/v1/topics/preferences', { body: { email, topics: { tips: false } } }));
  await choose('lee@people.example');
  await choose('late@people.example');
  const emails = ['kim@people.example', ...leavers];
  const body = { emails, subscribed: false };
  await expectStatus(200, api('POST', '/v1/topics/tips/import', { body }));
  const late = { audience_id: audience, email: 'late@people.example' };
  await expectStatus(201, api('POST', '/v1/contacts', { body: late }));
  await control('POST', '/settle', {});
}

/** A small audience is looked through, and read one by one where there are many other people. */
async function driveSegments({ api }: Caller, audience: string): Promise<void> {
  const rules = { audience_id: audience, name: 'Small', topic_key: 'tips' };
  const create = (overrides: object, request: object = {}) =>
    api('POST', '/v1/segments', { body: { key: 'small', ...rules, ...overrides }, ...request });
  await expectStatus(422, create({ audience_id: 'customers' }));
  const countRules = (overrides: object, request: object = {}) =>
    api('POST', '/v1/segments/count', { body: { ...rules, topic_key: '', ...overrides }, ...request });
  await expectStatus(422, countRules({ audience_id: 'customers' }));
  await expectStatus(200, countRules({ topic_key: 'tips' }, whole('count')));
  const { id } = await expectStatus(201, create({}, whole('segment')));
  await expectStatus(409, create({}));
  await expectStatus(200, api('GET', '/v1/segments'));
  await expectStatus(200, api('GET', `/v1/segments/${id}`));
  for (const path of ['', '/metrics', '/contacts'])
    await expectStatus(404, api('GET', `/v1/segments/small${path}`));
  const change = (to: string, body: object) => api('PATCH', `/v1/segments/${to}`, { body, parked: true });
  await expectStatus(404, change('small', {}));
  await expectStatus(200, change(id, { topic_key: null, tags: ['customer'] }));

  const expectOne = async (): Promise<void> => {
    const { contact_count: count } = await expectStatus(200, api('GET', `/v1/segments/${id}/metrics`));
    const { data } = await expectStatus(200, api('GET', `/v1/segments/${id}/contacts?limit=1`));
    const unsaved = await expectStatus(200, countRules({ tags: ['customer'] }));
    const told = [count, unsaved.contact_count, data.length];
    if (told.some((number) => number !== 1)) throw new Error(`${told} people`);
  };
  await expectOne();
  await driveCrowd({ api }, expectOne);
  await expectStatus(404, api('DELETE', '/v1/segments/small'));
  await expectStatus(200, api('DELETE', `/v1/segments/${id}`, { parked: true }));
}

/** People on another audience, which is then deleted. */
async function driveCrowd({ api }: Pick<Caller, 'api'>, meanwhile: () => Promise<void>): Promise<void> {
  const { id } = await expectStatus(201, api('POST', '/v1/audiences', { body: { name: 'Crowd' } }));
  const crowd = Array.from({ length: crowdSize }, (_, at) => ({ email: `crowd-${at}@people.example` }));
  for (const body of chunksOf(crowd, 1_150))
    await expectStatus(201, api('POST', `/v1/audiences/${id}/contacts`, { body }));
  await meanwhile();
  await expectStatus(200, api('DELETE', `/v1/audiences/${id}`, { parked: true }));
}

interface Known {
  audience: string;
  kim: string;
}

/** Imports that die on the way leave the count of their audience to who next asks. */
async function driveCounts({ api, control }: Caller, { audience, kim }: Known): Promise<void> {
  const path = `/v1/audiences/${audience}`;
  const die = (email: string): Promise<void> => dieAdding({ api, control }, path, email);
  const expectCount = async (answer: Promise<{ contact_count: number }>, expected: number) => {
    const { contact_count: count } = await answer;
    if (count !== expected) throw new Error(`${count} people on the audience instead of ${expected}`);
  };
  const members = leavers.length + 3;

  await die('lost@people.example');
  await control('POST', '/clock', { advance_ms: 3 * 60_000 });
  await expectCount(expectStatus(200, api('GET', path)), members);
  await die('lost-too@people.example');
  await expectCount(
    expectStatus(200, api('DELETE', `${path}/contacts/${kim}`, { parked: true })),
    members - 1,
  );
  await control('POST', '/clock', { advance_ms: 3 * 60_000 });
  const { data } = await expectStatus(200, api('GET', '/v1/audiences'));
  await expectCount(Promise.resolve(data[0]), members - 1);
}

/** An import that dies between the contact and its place on the audience. */
async function dieAdding({ api, control }: Pick<Caller, 'api' | 'control'>, path: string, email: string) {
  const writing = { service: 'dynamodb', operation: 'TransactWriteItems' };
  await control('POST', '/faults', { ...writing, function: 'addMembers', crash: 'after', times: 1 });
  const { now: since } = await control('GET', '/clock');
  await api('POST', `${path}/contacts`, { body: [{ email }] });
  const { data } = await control('GET', `/calls?since=${since}`);
  if (!data.some(({ operation }: { operation: string }) => operation === writing.operation))
    throw new Error('Nothing has died');
}

async function driveDeletions({ api, control }: Caller, { audience, kim }: Known): Promise<void> {
  const path = `/v1/audiences/${audience}`;
  await expectStatus(201, api('POST', `${path}/contacts`, { body: [{ email: 'kim@people.example' }] }));
  await dieAdding({ api, control }, path, 'last@people.example');
  await expectStatus(200, api('DELETE', `/v1/contacts/${kim}`, { parked: true }));

  const [lee] = (await expectStatus(200, api('GET', '/v1/contacts?email=lee@people.example'))).data;
  await expectStatus(200, api('DELETE', path));
  await control('POST', '/clock', { advance_ms: 3 * 60_000 });
  const left = await expectStatus(200, api('GET', `/v1/contacts/${lee.id}`));
  if (lee.audience_ids.length !== 1 || left.audience_ids.length !== 0)
    throw new Error('Somebody is on an audience that was deleted');
}
