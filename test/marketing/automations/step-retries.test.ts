import { keys } from '../../../shared/db/keys';
import { ServiceTable } from '../../support/table';
import { useService } from '../../support/use-service';
import { minuteMs, Automations, step } from '../../support/automations/automations';

/** Failed and retried steps (AT-35 to AT-37). */
const service = useService({ timeTravels: true });
let automations: Automations;
let table: ServiceTable;

beforeAll(async () => {
  table = await ServiceTable.open(service);
});

afterAll(() => table.close());

beforeEach(async () => {
  automations = await Automations.create(service);
});

afterEach(() => service.control('DELETE', '/faults'));

const kim = 'kim@example.com';

/** Enrolls Kim in an automation whose only step is due immediately. */
async function enrollKim(fields: Record<string, unknown> = {}): Promise<string> {
  const id = await automations.createActive(fields);
  await automations.enroll(id, kim);
  await automations.advanceAndSettle(5_000);
  return id;
}

const injectSesFault = (fault: Record<string, unknown>) =>
  service.control('POST', '/faults', {
    service: 'sesv2',
    operation: 'SendEmail',
    function: 'sendSteps',
    ...fault,
  });

describe('a step that cannot be sent fails the enrollment', () => {
  // AT-35
  test('when a placeholder has no value', async () => {
    const id = await enrollKim({ steps: [step('Hello {{name}}')] });

    expect(await automations.getEnrollment(id, kim)).toMatchObject({
      status: 'failed',
      last_error: expect.stringMatching(/^Step 1: missing_variables: .*name/),
    });
    expect(await automations.getCounts(id)).toEqual({ active: 0, completed: 0, canceled: 0, failed: 1 });
    expect(await automations.listMailed()).toEqual([]);
  });

  // AT-35
  test('when the workspace is suspended', async () => {
    await automations.workspace.updateWorkspace({ suspended_reason: 'Too many complaints' });
    const id = await enrollKim();

    expect(await automations.getEnrollment(id, kim)).toMatchObject({
      status: 'failed',
      last_error: expect.stringMatching(/^Step 1: workspace_suspended: /),
    });
  });

  // AT-35
  test('when the sender’s domain was deleted', async () => {
    const id = await automations.createActive();
    await automations.callOk('DELETE', `/v1/domains/${automations.workspace.domains.marketing?.id}`);
    await automations.enroll(id, kim);
    await automations.advanceAndSettle(5_000);

    expect(await automations.getEnrollment(id, kim)).toMatchObject({
      status: 'failed',
      last_error: expect.stringMatching(/^Step 1: no_verified_identity: /),
    });
  });

  // AT-36
  test('when the recipient domain cannot receive email, and records the message as `rejected`', async () => {
    const id = await automations.createActive();
    await automations.enroll(id, 'kim@dead.invalid');
    await automations.advanceAndSettle(5_000);

    expect(await automations.getEnrollment(id, 'kim@dead.invalid')).toMatchObject({
      status: 'failed',
      last_error: 'Step 1: undeliverable_domain:dead.invalid',
    });
    expect(await automations.workspace.statuses()).toEqual(['rejected']);
  });
});

describe('a failed step is retried every five minutes', () => {
  // AT-37
  test.each([
    ['SES throttles', { error: 'TooManyRequestsException', times: 12 }, 'throttling'],
    ['sending is paused in SES', { error: 'SendingPausedException', times: 3 }, 'is not accepting mail'],
    ['SES rejects the message', { error: 'MessageRejected', times: 3 }, 'refused'],
  ])('while %s, and each attempt adds a message to the email log', async (_reason, fault, message) => {
    await injectSesFault(fault);
    const id = await enrollKim();

    expect(await automations.getEnrollment(id, kim)).toMatchObject({
      status: 'active',
      current_step: 0,
      attempts: 1,
      last_error: expect.stringContaining(message),
    });
    await automations.advanceAndSettle(6 * minuteMs);
    expect(await automations.getEnrollment(id, kim)).toMatchObject({ status: 'active', attempts: 2 });
    await automations.advanceAndSettle(11 * minuteMs);

    expect(await automations.listMailed()).toEqual([`Hello to ${kim}`]);
    expect(await automations.getEnrollment(id, kim)).toMatchObject({
      status: 'completed',
      last_error: null,
    });
    expect((await automations.workspace.statuses()).filter((status) => status === 'failed')).toHaveLength(3);
  });

  // AT-37
  test('while the postal address is missing, 288 times in about a day', async () => {
    await automations.workspace.updateWorkspace({ postal_address: null });
    const id = await enrollKim();
    await automations.advanceAndSettle(5 * minuteMs + 2_000);
    expect(await automations.getEnrollment(id, kim)).toMatchObject({
      status: 'active',
      attempts: 2,
      last_error: expect.stringMatching(/^Step 1: no_postal_address: /),
    });

    // Simulates 285 more attempts, which would take the local engine minutes.
    await table.update(keys.enrollment(automations.workspace.workspaceId, kim, id), {
      unmetRequirements: 286,
      attempts: 286,
    });
    await automations.advanceAndSettle(5 * minuteMs + 2_000);
    expect(await automations.getEnrollment(id, kim)).toMatchObject({ status: 'active', attempts: 287 });
    await automations.advanceAndSettle(5 * minuteMs + 2_000);

    expect(await automations.getEnrollment(id, kim)).toMatchObject({ status: 'failed', attempts: 288 });
    expect(await automations.workspace.listEmails()).toEqual([]);
  });

  test('the enrollment continues after the postal address is set', async () => {
    await automations.workspace.updateWorkspace({ postal_address: null });
    const id = await enrollKim({ steps: [step('One'), step('Two')] });
    await automations.advanceAndSettle(20 * minuteMs);
    await automations.workspace.updateWorkspace({ postal_address: '1 Main Street, Springfield' });
    await automations.advanceAndSettle(6 * minuteMs);

    expect(await automations.listMailed()).toEqual([`One to ${kim}`, `Two to ${kim}`]);
    expect(await automations.getEnrollment(id, kim)).toMatchObject({ status: 'completed', last_error: null });
  });
});

describe('a submission with an unknown outcome', () => {
  test('is retried after ten minutes when no Send event arrives', async () => {
    await injectSesFault({ crash: 'before', times: 1 });
    const id = await enrollKim();
    await automations.advanceAndSettle(9 * minuteMs);
    expect(await automations.listMailed()).toEqual([]);

    await automations.advanceAndSettle(8 * minuteMs);

    expect(await automations.listMailed()).toEqual([`Hello to ${kim}`]);
    expect(await automations.getEnrollment(id, kim)).toMatchObject({ status: 'completed' });
  });

  test('is not retried when a Send event arrives', async () => {
    await injectSesFault({ crash: 'after', times: 1 });
    const id = await enrollKim({ steps: [step('One'), step('Two', { delay_minutes: 60 })] });
    await automations.advanceAndSettle(20 * minuteMs);
    expect(await automations.listMailed()).toEqual([`One to ${kim}`]);
    expect(await automations.getEnrollment(id, kim)).toMatchObject({ status: 'active', current_step: 1 });

    await automations.advanceAndSettle(60 * minuteMs);

    expect(await automations.listMailed()).toEqual([`One to ${kim}`, `Two to ${kim}`]);
  });
});

test('a step that exceeds the warm-up allowance waits until 00:00 UTC', async () => {
  automations = await Automations.create(service, { warmup: true });
  const id = await automations.createActive();
  const addresses = Array.from({ length: 201 }, (_, index) => `reader-${index}@example.com`);
  for (const email of addresses) await automations.enroll(id, email);
  await automations.advanceAndSettle(10 * minuteMs);
  const [waiting] = await automations.listEnrollments(id, '&status=active');
  expect(await automations.getCounts(id)).toMatchObject({ active: 1, completed: 200 });
  expect(waiting.last_error).toMatch(/^Step 1: warmup_limit: /);
  expect(waiting.next_due_at).toMatch(/T00:00:00.000Z$/);

  await automations.advanceAndSettle(Date.parse(waiting.next_due_at) - Date.parse(await service.now()));
  await automations.advanceAndSettle(minuteMs);

  expect(await automations.getCounts(id)).toMatchObject({ active: 0, completed: 201 });
});
