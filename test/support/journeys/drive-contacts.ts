import { chunksOf } from '../../../shared/core/chunks';
import { anEmail } from '../factories';
import { expectStatus, withFullPipeline, type Caller } from './drive-sending';

const unknownId = '01a1fd6a-63a2-7c41-b0e8-5f2d9a7c3e16';

/**
 * Calls the operations on contacts, audiences and segments while emails from `from` are scheduled to some contacts.
 */
export async function driveContactsAndSegments(caller: Caller, from: string): Promise<void> {
  await driveProperties(caller);
  const audience = await driveAudiences(caller);
  const kim = await driveContacts(caller, { from, audience });
  await driveImports(caller, { from, audience });
  await drivePreferences(caller, audience);
  await driveSegments(caller, audience);
  await driveCounts(caller, { audience, kim });
  await driveDeletions(caller, { audience, kim });
}

async function driveProperties({ api }: Caller): Promise<void> {
  const path = '/v1/contact-properties';
  const body = { key: 'seats', name: 'Seats', type: 'number' };
  await expectStatus(201, api('POST', path, { body, ...withFullPipeline('property') }));
  await expectStatus(200, api('POST', path, { body }));
  await expectStatus(200, api('GET', path));
  await expectStatus(200, api('DELETE', `${path}/seats`, { parked: true }));
}

async function driveAudiences({ api }: Caller): Promise<string> {
  const body = { name: 'Customers' };
  const { id } = await expectStatus(
    201,
    api('POST', '/v1/audiences', { body, ...withFullPipeline('audience') }),
  );
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

interface ContactContext {
  from: string;
  audience: string;
}

/** Creates a contact, updates it, opts it out and back in, and returns its id. */
async function driveContacts({ api }: Caller, { from, audience }: ContactContext): Promise<string> {
  const email = 'kim@people.example';
  const scheduled = anEmail({ from, to: email, scheduled_at: 'in 9 hours' });
  const person = { email, tags: ['vip'], attributes: { plan: 'pro' } };
  const body = { audience_id: audience, ...person };
  await expectStatus(202, api('POST', '/v1/emails', { body: scheduled }));
  const { id } = await expectStatus(
    201,
    api('POST', '/v1/contacts', { body, ...withFullPipeline('contact') }),
  );
  const optedOut = { ...body, tags: ['beta'], status: 'unsubscribed' };
  await expectStatus(201, api('POST', '/v1/contacts', { body: optedOut }));
  await expectStatus(201, api('POST', `/v1/audiences/${audience}/contacts`, { body: person }));

  await expectStatus(200, api('GET', `/v1/contacts?email=${email}`));
  await expectStatus(200, api('GET', '/v1/contacts?tag=vip&limit=1'));
  await expectStatus(200, api('GET', '/v1/contacts/tags'));
  await expectStatus(200, api('GET', `/v1/contacts/${id}`));
  const tags = { add: ['customer'], remove: ['vip'] };
  await expectStatus(
    200,
    api('POST', `/v1/contacts/${id}/tags`, { body: tags, ...withFullPipeline('tags') }),
  );

  const update = (changes: object) =>
    expectStatus(200, api('PATCH', `/v1/contacts/${id}`, { body: changes, parked: true }));
  await update({ unsubscribed: false });
  await expectStatus(202, api('POST', '/v1/emails', { body: scheduled }));
  await update({ attributes: { seats: 4 }, unsubscribed: true });
  await expectNothingScheduled(api, [email]);
  await update({ unsubscribed: false });
  return id;
}

/** More addresses than a request processes when it cancels scheduled emails. */
const unsubscribers = Array.from({ length: 30 }, (_, index) => `leaver-${index}@people.example`);

/** Too many contacts to scan for one page, or to remove from an audience in a single run of the job. */
const contactCount = 2_300;

/** Imports opt-outs, including one for an address with a scheduled email. */
async function driveImports({ api, control }: Caller, { from, audience }: ContactContext): Promise<void> {
  const [to = ''] = unsubscribers;
  const scheduled = anEmail({ from, to, scheduled_at: 'in 9 hours' });
  await expectStatus(202, api('POST', '/v1/emails', { body: scheduled }));
  const rows = unsubscribers.map((email) => ({
    email,
    status: 'unsubscribed',
    tags: ['leaver'],
    attributes: { source: 'shop' },
  }));
  const path = `/v1/audiences/${audience}/contacts`;
  await expectStatus(201, api('POST', `${path}?source=shop`, { body: rows, ...withFullPipeline('import') }));
  await expectStatus(201, api('POST', path, { body: [...rows, { email: 'lee@people.example' }] }));
  await control('POST', '/settle', {});
  await expectNothingScheduled(api, unsubscribers);
  await expectStatus(200, api('GET', `${path}?limit=10`));
}

async function expectNothingScheduled(api: Caller['api'], addresses: readonly string[]): Promise<void> {
  const { data } = await expectStatus(200, api('GET', '/v1/emails?status=scheduled'));
  if (data.some(({ to }: { to: string[] }) => addresses.some((address) => to.includes(address))))
    throw new Error('An email is still scheduled to an address that opted out');
}

/** Sets topic preferences for one contact, for many contacts, and for an address that becomes a contact later. */
async function drivePreferences({ api, control }: Caller, audience: string): Promise<void> {
  await expectStatus(201, api('POST', '/v1/topics', { body: { key: 'tips', name: 'Tips' } }));
  const setPreference = (email: string) =>
    expectStatus(200, api('POST', '/v1/topics/preferences', { body: { email, topics: { tips: false } } }));
  await setPreference('lee@people.example');
  await setPreference('late@people.example');
  const emails = ['kim@people.example', ...unsubscribers];
  const body = { emails, subscribed: false };
  await expectStatus(200, api('POST', '/v1/topics/tips/import', { body }));
  const lateContact = { audience_id: audience, email: 'late@people.example' };
  await expectStatus(201, api('POST', '/v1/contacts', { body: lateContact }));
  await control('POST', '/settle', {});
}

/**
 * Makes the service find the contacts of a segment by scanning a small audience, and by reading each contact separately
 * in a workspace with many other contacts.
 */
async function driveSegments({ api }: Caller, audience: string): Promise<void> {
  const rules = { audience_id: audience, name: 'Small', topic_key: 'tips' };
  const create = (overrides: object, request: object = {}) =>
    api('POST', '/v1/segments', { body: { key: 'small', ...rules, ...overrides }, ...request });
  await expectStatus(422, create({ audience_id: 'customers' }));
  const countRules = (overrides: object, request: object = {}) =>
    api('POST', '/v1/segments/count', { body: { ...rules, topic_key: '', ...overrides }, ...request });
  await expectStatus(422, countRules({ audience_id: 'customers' }));
  await expectStatus(200, countRules({ topic_key: 'tips' }, withFullPipeline('count')));
  const { id } = await expectStatus(201, create({}, withFullPipeline('segment')));
  await expectStatus(409, create({}));
  await expectStatus(200, api('GET', '/v1/segments'));
  await expectStatus(200, api('GET', `/v1/segments/${id}`));
  for (const path of ['', '/metrics', '/contacts'])
    await expectStatus(404, api('GET', `/v1/segments/small${path}`));
  const update = (segmentId: string, body: object) =>
    api('PATCH', `/v1/segments/${segmentId}`, { body, parked: true });
  await expectStatus(404, update('small', {}));
  await expectStatus(200, update(id, { topic_key: null, tags: ['customer'] }));

  const expectOne = async (): Promise<void> => {
    const { contact_count: count } = await expectStatus(200, api('GET', `/v1/segments/${id}/metrics`));
    const { data } = await expectStatus(200, api('GET', `/v1/segments/${id}/contacts?limit=1`));
    const unsaved = await expectStatus(200, countRules({ tags: ['customer'] }));
    const counts = [count, unsaved.contact_count, data.length];
    if (counts.some((number) => number !== 1))
      throw new Error(`Expected one match each, got ${counts.join()}`);
  };
  await expectOne();
  await driveLargeAudience({ api }, expectOne);
  await expectStatus(404, api('DELETE', '/v1/segments/small'));
  await expectStatus(200, api('DELETE', `/v1/segments/${id}`, { parked: true }));
}

/** Creates and deletes a large audience. */
async function driveLargeAudience(
  { api }: Pick<Caller, 'api'>,
  whileCrowdExists: () => Promise<void>,
): Promise<void> {
  const { id } = await expectStatus(201, api('POST', '/v1/audiences', { body: { name: 'Crowd' } }));
  const manyContacts = Array.from({ length: contactCount }, (_, index) => ({
    email: `crowd-${index}@people.example`,
  }));
  for (const body of chunksOf(manyContacts, 1_150))
    await expectStatus(201, api('POST', `/v1/audiences/${id}/contacts`, { body }));
  await whileCrowdExists();
  await expectStatus(200, api('DELETE', `/v1/audiences/${id}`, { parked: true }));
}

interface KnownContact {
  audience: string;
  kim: string;
}

/**
 * Crashes imports before they update the member count of the audience. The next request for the count corrects the
 * count.
 */
async function driveCounts({ api, control }: Caller, { audience, kim }: KnownContact): Promise<void> {
  const path = `/v1/audiences/${audience}`;
  const crashDuringImport = (email: string): Promise<void> => crashWhileAdding({ api, control }, path, email);
  const expectCount = async (response: Promise<{ contact_count: number }>, expected: number) => {
    const { contact_count: count } = await response;
    if (count !== expected) throw new Error(`The audience has ${count} members instead of ${expected}`);
  };
  const members = unsubscribers.length + 3;

  await crashDuringImport('lost@people.example');
  await control('POST', '/clock', { advance_ms: 3 * 60_000 });
  await expectCount(expectStatus(200, api('GET', path)), members);
  await crashDuringImport('lost-too@people.example');
  await expectCount(
    expectStatus(200, api('DELETE', `${path}/contacts/${kim}`, { parked: true })),
    members - 1,
  );
  await control('POST', '/clock', { advance_ms: 3 * 60_000 });
  const { data } = await expectStatus(200, api('GET', '/v1/audiences'));
  await expectCount(Promise.resolve(data[0]), members - 1);
}

/** Crashes an import after it wrote the contact and before it adds the contact to the audience. */
async function crashWhileAdding(
  { api, control }: Pick<Caller, 'api' | 'control'>,
  path: string,
  email: string,
) {
  const writeFault = { service: 'dynamodb', operation: 'TransactWriteItems' };
  await control('POST', '/faults', { ...writeFault, function: 'addMembers', crash: 'after', times: 1 });
  const { now: since } = await control('GET', '/clock');
  await api('POST', `${path}/contacts`, { body: [{ email }] });
  const { data } = await control('GET', `/calls?since=${since}`);
  if (!data.some(({ operation }: { operation: string }) => operation === writeFault.operation))
    throw new Error('The function did not crash');
}

async function driveDeletions({ api, control }: Caller, { audience, kim }: KnownContact): Promise<void> {
  const path = `/v1/audiences/${audience}`;
  await expectStatus(201, api('POST', `${path}/contacts`, { body: [{ email: 'kim@people.example' }] }));
  await crashWhileAdding({ api, control }, path, 'last@people.example');
  await expectStatus(200, api('DELETE', `/v1/contacts/${kim}`, { parked: true }));

  const [lee] = (await expectStatus(200, api('GET', '/v1/contacts?email=lee@people.example'))).data;
  await expectStatus(200, api('DELETE', path));
  await control('POST', '/clock', { advance_ms: 3 * 60_000 });
  const contactAfter = await expectStatus(200, api('GET', `/v1/contacts/${lee.id}`));
  if (lee.audience_ids.length !== 1 || contactAfter.audience_ids.length !== 0)
    throw new Error('A contact is still on a deleted audience');
}
