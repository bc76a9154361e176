import { keys } from '../../../shared/db/keys';
import { ServiceTable } from '../../support/table';
import { theService } from '../../support/the-service';
import { minute, Sequences, step } from '../../support/automations/sequences';

/** What becomes of a step that does not leave: workspace.md, "States and transitions". */
const service = theService({ travels: true });
let sequences: Sequences;
let table: ServiceTable;

beforeAll(async () => {
  table = await ServiceTable.open(service);
});

afterAll(() => table.close());

beforeEach(async () => {
  sequences = await Sequences.start(service);
});

afterEach(() => service.control('DELETE', '/faults'));

const kim = 'kim@example.com';

/** An automation whose one step is due at once, with Kim in it. */
async function withKim(fields: Record<string, unknown> = {}): Promise<string> {
  const id = await sequences.active(fields);
  await sequences.enrol(id, kim);
  await sequences.pass(5_000);
  return id;
}

const handOver = (fault: Record<string, unknown>) =>
  service.control('POST', '/faults', {
    service: 'sesv2',
    operation: 'SendEmail',
    function: 'sendSteps',
    ...fault,
  });

describe('fails the enrolment', () => {
  test('a placeholder without a value', async () => {
    const id = await withKim({ steps: [step('Hello {{name}}')] });

    expect(await sequences.enrolment(id, kim)).toMatchObject({
      status: 'failed',
      last_error: expect.stringMatching(/^Step 1: missing_variables: .*name/),
    });
    expect(await sequences.counts(id)).toEqual({ active: 0, completed: 0, canceled: 0, failed: 1 });
    expect(await sequences.mailed()).toEqual([]);
  });

  test('a workspace that is suspended', async () => {
    await sequences.actor.set({ suspended_reason: 'Too many complaints' });
    const id = await withKim();

    expect(await sequences.enrolment(id, kim)).toMatchObject({
      status: 'failed',
      last_error: expect.stringMatching(/^Step 1: workspace_suspended: /),
    });
  });

  test('a sender whose domain is gone', async () => {
    const id = await sequences.active();
    await sequences.ok('DELETE', `/v1/domains/${sequences.actor.domains.marketing?.id}`);
    await sequences.enrol(id, kim);
    await sequences.pass(5_000);

    expect(await sequences.enrolment(id, kim)).toMatchObject({
      status: 'failed',
      last_error: expect.stringMatching(/^Step 1: no_verified_identity: /),
    });
  });

  test('an address whose domain cannot receive mail: the message is recorded `rejected`', async () => {
    const id = await sequences.active();
    await sequences.enrol(id, 'kim@dead.invalid');
    await sequences.pass(5_000);

    expect(await sequences.enrolment(id, 'kim@dead.invalid')).toMatchObject({
      status: 'failed',
      last_error: 'Step 1: undeliverable_domain:dead.invalid',
    });
    expect(await sequences.actor.statuses()).toEqual(['rejected']);
  });
});

describe('is tried again each five minutes', () => {
  test.each([
    ['the provider throttles', { error: 'TooManyRequestsException', times: 12 }, 'throttling'],
    ['the provider is out of order', { error: 'SendingPausedException', times: 3 }, 'takes no mail'],
    ['the provider refuses', { error: 'MessageRejected', times: 3 }, 'refused'],
  ])('while %s, each try another message in the log', async (_why, fault, said) => {
    await handOver(fault);
    const id = await withKim();

    expect(await sequences.enrolment(id, kim)).toMatchObject({
      status: 'active',
      current_step: 0,
      attempts: 1,
      last_error: expect.stringContaining(said),
    });
    await sequences.pass(6 * minute);
    expect(await sequences.enrolment(id, kim)).toMatchObject({ status: 'active', attempts: 2 });
    await sequences.pass(11 * minute);

    expect(await sequences.mailed()).toEqual([`Hello to ${kim}`]);
    expect(await sequences.enrolment(id, kim)).toMatchObject({
      status: 'completed',
      last_error: null,
    });
    expect((await sequences.actor.statuses()).filter((status) => status === 'failed')).toHaveLength(3);
  });

  test('for want of a postal address, for about a day: 288 times', async () => {
    await sequences.actor.set({ postal_address: null });
    const id = await withKim();
    await sequences.pass(5 * minute + 2_000);
    expect(await sequences.enrolment(id, kim)).toMatchObject({
      status: 'active',
      attempts: 2,
      last_error: expect.stringMatching(/^Step 1: no_postal_address: /),
    });

    // As after 285 more of them, which take the local engine minutes.
    await table.change(keys.enrolment(sequences.actor.workspaceId, kim, id), {
      shortfalls: 286,
      attempts: 286,
    });
    await sequences.pass(5 * minute + 2_000);
    expect(await sequences.enrolment(id, kim)).toMatchObject({ status: 'active', attempts: 287 });
    await sequences.pass(5 * minute + 2_000);

    expect(await sequences.enrolment(id, kim)).toMatchObject({ status: 'failed', attempts: 288 });
    expect(await sequences.actor.log()).toEqual([]);
  });

  test('a postal address that is set in between lets it go on', async () => {
    await sequences.actor.set({ postal_address: null });
    const id = await withKim({ steps: [step('One'), step('Two')] });
    await sequences.pass(20 * minute);
    await sequences.actor.set({ postal_address: '1 Main Street, Springfield' });
    await sequences.pass(6 * minute);

    expect(await sequences.mailed()).toEqual([`One to ${kim}`, `Two to ${kim}`]);
    expect(await sequences.enrolment(id, kim)).toMatchObject({ status: 'completed', last_error: null });
  });
});

describe('an outcome that nobody heard', () => {
  test('is not tried again before ten minutes; then it is, where nothing says that it left', async () => {
    await handOver({ crash: 'before', times: 1 });
    const id = await withKim();
    await sequences.pass(9 * minute);
    expect(await sequences.mailed()).toEqual([]);

    await sequences.pass(8 * minute);

    expect(await sequences.mailed()).toEqual([`Hello to ${kim}`]);
    expect(await sequences.enrolment(id, kim)).toMatchObject({ status: 'completed' });
  });

  test('is not tried again where the event says that it left', async () => {
    await handOver({ crash: 'after', times: 1 });
    const id = await withKim({ steps: [step('One'), step('Two', { delay_minutes: 60 })] });
    await sequences.pass(20 * minute);
    expect(await sequences.mailed()).toEqual([`One to ${kim}`]);
    expect(await sequences.enrolment(id, kim)).toMatchObject({ status: 'active', current_step: 1 });

    await sequences.pass(60 * minute);

    expect(await sequences.mailed()).toEqual([`One to ${kim}`, `Two to ${kim}`]);
  });
});

test('the warm-up allowance that is used up is waited for until 00:00 UTC', async () => {
  sequences = await Sequences.start(service, { warmup: true });
  const id = await sequences.active();
  const people = Array.from({ length: 201 }, (_, at) => `reader-${at}@example.com`);
  for (const email of people) await sequences.enrol(id, email);
  await sequences.pass(10 * minute);
  const [left] = await sequences.enrolments(id, '&status=active');
  expect(await sequences.counts(id)).toMatchObject({ active: 1, completed: 200 });
  expect(left.last_error).toMatch(/^Step 1: warmup_limit: /);
  expect(left.next_due_at).toMatch(/T00:00:00.000Z$/);

  await sequences.pass(Date.parse(left.next_due_at) - Date.parse(await service.now()));
  await sequences.pass(minute);

  expect(await sequences.counts(id)).toMatchObject({ active: 0, completed: 201 });
});
