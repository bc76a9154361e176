import { people } from '../../support/actor';
import { theService } from '../../support/the-service';
import { minute, Sequences, step, type Body } from '../../support/automations/sequences';

type Fields = Record<string, unknown>;

const service = theService({ travels: true });
let sequences: Sequences;
let audienceId: string;

beforeEach(async () => {
  sequences = await Sequences.start(service);
  audienceId = await sequences.audience();
});

const kim = 'kim@example.com';
const slow = { steps: [step('Later', { delay_minutes: 30 })] };

/** Active automations, by what starts them. */
const onJoining = (fields: Fields = {}, audience_id = audienceId) =>
  sequences.active({ trigger: { kind: 'contact_added', audience_id }, ...slow, ...fields });
const onTag = (tag: string, fields: Fields = {}) =>
  sequences.active({ trigger: { kind: 'tag_added', tag }, ...slow, ...fields });

const isIn = async (id: string) => (await sequences.enrolments(id)).map(({ email }) => String(email)).sort();

type Add = (fields?: Fields, key?: string, to?: string) => Promise<Body>;

/** The two ways to add one person. */
const oneAtATime: [what: string, add: Add][] = [
  [
    'POST /v1/contacts',
    (fields, key, audience_id = audienceId) =>
      sequences.ok('POST', '/v1/contacts', { audience_id, email: kim, ...fields }, key),
  ],
  [
    'POST /v1/audiences/{id}/contacts',
    (fields, key, to = audienceId) => sequences.join(to, kim, fields, key),
  ],
];

/** Keys that could not enrol the person. */
const guardedKeys: [what: string, guardrails: Fields][] = [
  ['whose sends are held', { requires_approval: true }],
  ['that may not mail the address', { allowed_recipients: ['other.example'] }],
];

/** The counts of an import that may start automations. */
const load = (rows: readonly Fields[], query = '?trigger_automations=true', key?: string): Promise<Body> =>
  sequences.ok('POST', `/v1/audiences/${audienceId}/contacts${query}`, rows, key);

/** All ways to put somebody on the audience so that it starts automations. */
const allWays: [what: string, add: Add][] = [
  ...oneAtATime,
  ['an import with the flag', (fields, key) => load([{ email: kim, ...fields }], undefined, key)],
];

describe.each(allWays)('by %s', (_way, add) => {
  test('who joins the audience is enrolled, without variables', async () => {
    const [id, another, elsewhere] = [
      await onJoining(),
      await onJoining(),
      await onJoining({}, await sequences.audience('Others')),
    ];

    await add({ email: ' KIM@example.com' });

    for (const one of [id, another])
      expect(await sequences.enrolments(one)).toMatchObject([
        { email: kim, status: 'active', current_step: 0, variables: {} },
      ]);
    expect(await isIn(elsewhere)).toEqual([]);
  });

  test('who is on the audience already starts nothing', async () => {
    await add();
    const id = await onJoining();

    await add({ first_name: 'Kim', tags: ['new'] });

    expect(await isIn(id)).toEqual([]);
  });

  test('who is known and joins another audience starts what waits there', async () => {
    await sequences.join(await sequences.audience('Others'), kim);
    const id = await onJoining();

    await add();

    expect(await isIn(id)).toEqual([kim]);
  });

  test('who gains a tag is enrolled, whoever they were before', async () => {
    const [vip, trial] = [await onTag(' Big  SPENDER'), await onTag('trial')];

    await add({ tags: ['Big spender '] });
    expect([await isIn(vip), await isIn(trial)]).toEqual([[kim], []]);
    await add({ tags: ['big-spender', 'TRIAL', 'trial'] });

    expect([await isIn(vip), await isIn(trial)]).toEqual([[kim], [kim]]);
  });

  test('who carries the tag already starts nothing', async () => {
    await add({ tags: ['vip'] });
    const id = await onTag('vip');

    await add({ tags: ['VIP'], first_name: 'Kim' });

    expect(await isIn(id)).toEqual([]);
  });

  test('the tags that come with a person count for the rules of what they join', async () => {
    const [required, exit] = [
      await onJoining({ required_tags: ['vip'] }),
      await onJoining({ exit_tags: ['vip'] }),
    ];

    await add({ tags: ['vip'] });

    expect([await isIn(required), await isIn(exit)]).toEqual([[kim], []]);
  });

  test.each(['all', 'marketing'])('nobody who is suppressed for %s mail is enrolled', async (scope) => {
    await sequences.actor.suppress(kim, { scope });
    const ids = [await onJoining(), await onTag('vip')];

    await add({ tags: ['vip'] });
    await sequences.pass(5 * minute);

    for (const id of ids) expect(await isIn(id)).toEqual([]);
  });

  test.each(['unsubscribed', 'bounced', 'complained'])(
    'nobody who is added as %s is enrolled',
    async (status) => {
      const ids = [await onJoining(), await onTag('vip')];

      await add({ tags: ['vip'], status });
      await sequences.pass(5 * minute);

      for (const id of ids) expect(await isIn(id)).toEqual([]);
    },
  );

  test.each(['draft', 'paused'])('what is %s starts nothing, nor once it is active', async (status) => {
    const ids = [await onJoining(), await onTag('vip')];
    for (const id of ids) await sequences.setStatus(id, status);

    await add({ tags: ['vip'] });
    for (const id of ids) await sequences.setStatus(id, 'active');
    await add({ tags: ['vip'] });
    await sequences.pass(5 * minute);

    for (const id of ids) expect(await isIn(id)).toEqual([]);
  });

  test.each(guardedKeys)(
    'a key %s adds the person and their tag, and starts nothing',
    async (_what, guardrails) => {
      const key = await sequences.actor.guarded(guardrails);
      const ids = [await onJoining(), await onTag('vip')];

      await add({ tags: ['vip'] }, key);
      await sequences.pass(5 * minute);

      const [contact] = (await sequences.ok('GET', `/v1/contacts?email=${kim}`)).data;
      expect(contact).toMatchObject({ audience_ids: [audienceId], tags: ['vip'] });
      for (const id of ids) expect(await isIn(id)).toEqual([]);
    },
  );

  test('a key that may mail the address starts what it should', async () => {
    const key = await sequences.actor.guarded({ allowed_recipients: ['@example.com'], daily_send_limit: 1 });
    const ids = [await onJoining(), await onTag('vip')];

    await add({ tags: ['vip'] }, key);

    for (const id of ids) expect(await isIn(id)).toEqual([kim]);
  });
});

describe('joining', () => {
  test.each(oneAtATime)('once more after they left the audience starts again: %s', async (_way, add) => {
    const id = await onJoining({ steps: [step()] });
    const contact = await add();
    await sequences.pass(minute);
    await sequences.ok('DELETE', `/v1/audiences/${audienceId}/contacts/${contact.id}`);

    await add();
    await sequences.pass(minute);

    expect(await sequences.counts(id)).toEqual({ active: 0, completed: 2, canceled: 0, failed: 0 });
  });

  test('starts nothing of another workspace', async () => {
    const other = await Sequences.start(service);
    const theirs = await other.active({
      trigger: { kind: 'contact_added', audience_id: await other.audience() },
    });

    await sequences.join(audienceId, kim);

    expect(await other.enrolments(theirs)).toEqual([]);
  });

  test.each(['', '?trigger_automations=false'])('of one person always starts: %j', async (query) => {
    const id = await onJoining();

    await sequences.ok('POST', `/v1/audiences/${audienceId}/contacts${query}`, { email: kim });

    expect(await isIn(id)).toEqual([kim]);
  });

  test('is said to nobody in the answer, which is the contact as ever', async () => {
    const before = await sequences.join(audienceId, 'bo@example.com');
    await onJoining();

    const contact = await sequences.join(audienceId, kim);

    expect(Object.keys(contact)).toEqual(Object.keys(before));
  });
});

describe('the tag endpoint', () => {
  test('starts what waits for a tag that the contact did not carry, once', async () => {
    const { id: contactId } = await sequences.join(audienceId, kim, { tags: ['old'] });
    const [vip, trial, old] = [await onTag('vip'), await onTag('trial'), await onTag('old')];

    await sequences.retag(contactId, { add: [' VIP', 'vip', 'Trial', 'old'] });
    await sequences.retag(contactId, { add: ['vip'] });

    for (const id of [vip, trial]) expect(await isIn(id)).toEqual([kim]);
    expect(await isIn(old)).toEqual([]);
  });

  test('starts nothing for a tag that it takes away in the same request', async () => {
    const { id: contactId } = await sequences.join(audienceId, kim);
    const id = await onTag('vip');

    expect((await sequences.retag(contactId, { add: ['vip'], remove: ['vip'] })).tags).toEqual([]);

    expect(await isIn(id)).toEqual([]);
  });

  test('starts again for a tag that was lost and gained again', async () => {
    const { id: contactId } = await sequences.join(audienceId, kim, { tags: ['vip'] });
    const id = await onTag('vip', { steps: [step()] });

    for (const change of [{ remove: ['vip'] }, { add: ['vip'] }]) await sequences.retag(contactId, change);
    await sequences.pass(minute);
    for (const change of [{ remove: ['vip'] }, { add: ['vip'] }]) await sequences.retag(contactId, change);
    await sequences.pass(minute);

    expect(await sequences.counts(id)).toEqual({ active: 0, completed: 2, canceled: 0, failed: 0 });
  });

  test('starts nothing for a tag that was carried before the automation was active', async () => {
    const { id: contactId } = await sequences.join(audienceId, kim, { tags: ['vip'] });
    const id = await onTag('vip');

    await sequences.retag(contactId, { add: ['vip'] });
    await sequences.pass(5 * minute);

    expect(await isIn(id)).toEqual([]);
  });

  test('never starts somebody who is suppressed or unsubscribed', async () => {
    const { id: contactId } = await sequences.join(audienceId, kim);
    const id = await onTag('vip');
    await sequences.ok('PATCH', `/v1/contacts/${contactId}`, { unsubscribed: true });

    await sequences.retag(contactId, { add: ['vip'] });

    expect(await isIn(id)).toEqual([]);
  });

  test.each(guardedKeys)('stores the tag for a key %s, and starts nothing', async (_what, guardrails) => {
    const { id: contactId } = await sequences.join(audienceId, kim);
    const id = await onTag('vip');
    const key = await sequences.actor.guarded(guardrails);

    expect((await sequences.retag(contactId, { add: ['vip'] }, key)).tags).toEqual(['vip']);
    await sequences.pass(5 * minute);

    expect(await isIn(id)).toEqual([]);
  });
});

describe('an import', () => {
  test.each(['', '?trigger_automations=false', '?trigger_automations=TRUE', '?trigger_automations=1'])(
    'starts nothing with the query "%s", nor later',
    async (query) => {
      const ids = [await onJoining(), await onTag('vip')];

      const counts = await load([{ email: kim, tags: ['vip'] }], query);
      await sequences.pass(5 * minute);

      expect(counts).toMatchObject({ inserted: 1, automations_started: 0 });
      for (const id of ids) expect(await isIn(id)).toEqual([]);
    },
  );

  test('with the flag counts what it started: for who is new there, and for tags that are new to them', async () => {
    await sequences.join(audienceId, 'known@example.com', { tags: ['vip'] });
    await sequences.actor.suppress('out@example.com');
    const [joining, vip] = [await onJoining(), await onTag('vip')];

    const counts = await load([
      { email: 'a@example.com' },
      { email: 'b@example.com', tags: ['vip'] },
      { email: 'B@example.com', tags: ['vip'] },
      { email: 'known@example.com', tags: ['vip'] },
      { email: 'out@example.com', tags: ['vip'] },
      { email: 'gone@example.com', tags: ['vip'], status: 'unsubscribed' },
    ]);

    expect(counts).toMatchObject({ inserted: 4, updated: 1, skipped: 1, automations_started: 3 });
    expect(await isIn(joining)).toEqual(['a@example.com', 'b@example.com']);
    expect(await isIn(vip)).toEqual(['b@example.com']);
  });

  test('of the same rows again starts nothing', async () => {
    const id = await onJoining({ steps: [step()] });
    const rows = people(3).map((email) => ({ email }));
    await load(rows);
    await sequences.pass(minute);

    expect(await load(rows)).toMatchObject({ updated: 3, automations_started: 0 });
    expect(await sequences.counts(id)).toMatchObject({ active: 0, completed: 3 });
  });

  test('by a key with an allowlist starts those whom it may mail', async () => {
    const key = await sequences.actor.guarded({ allowed_recipients: ['bo@example.com'] });
    const id = await onJoining();

    const counts = await load([{ email: kim }, { email: 'bo@example.com' }], undefined, key);

    expect(counts).toMatchObject({ inserted: 2, automations_started: 1 });
    expect(await isIn(id)).toEqual(['bo@example.com']);
  });

  test('of a crowd starts all of it that may be started, each once', async () => {
    const crowd = people(150);
    await sequences.actor.suppress(crowd[0] ?? '');
    const [joining, vip] = [await onJoining(), await onTag('vip')];

    const counts = await load(crowd.map((email, at) => ({ email, tags: at < 120 ? ['vip'] : [] })));
    await service.settle();

    expect(counts).toMatchObject({ inserted: 150, automations_started: 149 + 119 });
    expect(await isIn(joining)).toEqual(crowd.slice(1).sort());
    expect(await isIn(vip)).toEqual(crowd.slice(1, 120).sort());
    expect(await sequences.counts(joining)).toMatchObject({ active: 149 });
  });

  test('of a crowd is listed by when each was enrolled', async () => {
    const id = await onJoining();
    await load(people(150).map((email) => ({ email })));
    await service.settle();

    const times = await sequences.enrolledAt(id);

    expect(times).toEqual(times.toSorted().toReversed());
  });
});
