import { refusalOf } from '../support/api-helpers';
import type { ApiResponse } from '../support/service';
import { type TestWorkspace, createTestWorkspace, numberedAddresses } from '../support/test-workspace';
import { useService } from '../support/use-service';
import { unknownId } from '../support/matchers';

const service = useService();

type Fields = Record<string, unknown>;

/** A problem that a check detects, and the expected response. */
interface CheckViolation {
  check: string;
  body?: Fields;
  settings?: Fields;
  guardrails?: Fields;
  /** Whether the key has already used its daily limit of one recipient. */
  isCapUsedUp?: boolean;
  expected: Fields;
}

const invalid = (message: unknown): Fields => ({ status: 422, type: 'invalid_request', message });
const refusal = (status: number, type: string): Fields => ({ status, type, message: expect.any(String) });
const accepted = (status: string): Fields => ({ status: 202, type: status });

const checksInOrder: CheckViolation[] = [
  {
    check: 'the recipient limit',
    body: { to: numberedAddresses(51) },
    expected: invalid('At most 50 recipients across to, cc and bcc, but this request has 51'),
  },
  { check: 'the schema', body: { colour: 'red' }, expected: invalid('Validation failed') },
  {
    check: 'the template',
    body: { template: 'gone' },
    expected: invalid(expect.stringMatching(/^template:/)),
  },
  {
    check: "the template's variables",
    body: { template: 'greet' },
    expected: refusal(422, 'missing_variables'),
  },
  { check: 'the topic', body: { topic: 'gone' }, expected: refusal(422, 'unknown_topic') },
  { check: 'the subject', body: { subject: undefined }, expected: invalid('A subject is required') },
  {
    check: 'the body',
    body: { text: undefined },
    expected: invalid('One of html, text or template is required'),
  },
  {
    check: 'the single recipient of marketing email',
    body: { risk_class: 'marketing', cc: ['li@example.com'] },
    expected: invalid(expect.stringMatching(/exactly one recipient/)),
  },
  {
    check: 'the suspension',
    settings: { suspended_reason: 'Spam' },
    expected: refusal(422, 'workspace_suspended'),
  },
  { check: 'the time', body: { scheduled_at: 'whenever' }, expected: refusal(422, 'invalid_schedule') },
  {
    check: 'the allowlist',
    guardrails: { allowed_recipients: ['example.org'] },
    expected: refusal(403, 'recipient_not_allowed'),
  },
  {
    check: 'the parent message',
    body: { reply_to_message_id: unknownId },
    expected: invalid('reply_to_message_id: No such message'),
  },
  {
    check: 'the thread',
    body: { thread_id: unknownId },
    expected: invalid('thread_id: No such thread'),
  },
  {
    check: 'billing',
    settings: { payment_method_verified: false },
    expected: refusal(402, 'payment_method_required'),
  },
  { check: 'the daily cap', isCapUsedUp: true, expected: refusal(429, 'daily_limit') },
  {
    check: 'the sending domain',
    body: { from: 'desk@unknown.example' },
    expected: refusal(422, 'no_verified_identity'),
  },
  {
    check: 'the postal address',
    body: { risk_class: 'marketing' },
    settings: { postal_address: null },
    expected: refusal(422, 'no_postal_address'),
  },
  { check: 'no remaining recipients', body: { to: 'gone@example.com' }, expected: accepted('rejected') },
  { check: 'the approval', guardrails: { requires_approval: true }, expected: accepted('pending_approval') },
  { check: 'the schedule', body: { scheduled_at: 'in 2 hours' }, expected: accepted('scheduled') },
];

/** Returns whether a send cannot have both problems. If no recipients remain, the daily cap counts no recipient. */
const areExclusive = (earlier: CheckViolation, later: CheckViolation): boolean =>
  earlier.check === 'the daily cap' && later.check === 'no remaining recipients';

/** A workspace with these settings, its keys, and the ids of the emails that it accepted. */
interface WorkspaceSetup {
  workspace: TestWorkspace;
  settings: Fields;
  keys: Map<string, string>;
  accepted: string[];
}

const workspaceSetups = new Map<string, WorkspaceSetup>();

async function workspaceWith(settings: Fields): Promise<WorkspaceSetup> {
  const name = JSON.stringify(settings);
  const existing = workspaceSetups.get(name);
  if (existing) return existing;
  const workspace = await createTestWorkspace(service, { marketing: true });
  await Promise.all([
    workspace.createTemplate('greet', { html: '<p>{{name}}</p>' }),
    workspace.suppress('gone@example.com'),
  ]);
  const setup: WorkspaceSetup = { workspace, settings, keys: new Map(), accepted: [] };
  workspaceSetups.set(name, setup);
  return setup;
}

async function keyWith(
  { workspace, settings, keys, accepted: acceptedIds }: WorkspaceSetup,
  { guardrails, isCapUsedUp }: { guardrails: Fields; isCapUsedUp: boolean },
): Promise<string> {
  const name = JSON.stringify([guardrails, isCapUsedUp]);
  const existing = keys.get(name);
  if (existing) return existing;
  await workspace.updateWorkspace(validSettings);
  const key = isCapUsedUp
    ? await keyWithUsedUpCap({ workspace, accepted: acceptedIds }, guardrails)
    : await workspace.createGuardedKey(guardrails);
  await workspace.updateWorkspace(settings);
  keys.set(name, key);
  return key;
}

const validSettings = {
  suspended_reason: null,
  payment_method_verified: true,
  postal_address: '1 Main Street',
};

/** Creates a key that has used up its daily limit. */
async function keyWithUsedUpCap(
  { workspace, accepted: acceptedIds }: Pick<WorkspaceSetup, 'workspace' | 'accepted'>,
  guardrails: Fields,
) {
  const fields = { name: 'Spent', scopes: ['emails:send'], daily_send_limit: 1 };
  const { body } = await workspace.api('POST', '/v1/api-keys', fields);
  acceptedIds.push((await workspace.sendAccepted({}, body.key)).id);
  await workspace.api('PATCH', `/v1/api-keys/${body.id}`, guardrails);
  return String(body.key);
}

/** Sends a request that violates both checks by its body, its workspace settings or its key. */
async function sendViolatingBoth(earlier: CheckViolation, later: CheckViolation): Promise<ApiResponse> {
  const setup = await workspaceWith({ ...later.settings, ...earlier.settings });
  const guardrails = { ...later.guardrails, ...earlier.guardrails };
  const key = await keyWith(setup, {
    guardrails,
    isCapUsedUp: earlier.isCapUsedUp ?? later.isCapUsedUp ?? false,
  });
  const to = 'kim@example.com';
  const body = { to, ...later.body, ...earlier.body, ...(isRecipientLimit(earlier) && { cc: [] }) };
  const response = await setup.workspace.send(body, key);
  if (response.status < 300) setup.accepted.push(response.body.id);
  return response;
}

/**
 * Returns whether the check is the recipient limit, whose error message would also count the `cc` recipients of the
 * later violation.
 */
const isRecipientLimit = ({ check }: CheckViolation): boolean => check === 'the recipient limit';

const outcomeOf = (response: ApiResponse): Fields =>
  response.status < 300 ? { status: response.status, type: response.body.status } : refusalOf(response);

// E-5, E-29, E-49, K-32
test.each(checksInOrder)('$check is reported alone and before every later check', async (earlier) => {
  const later = checksInOrder
    .slice(checksInOrder.indexOf(earlier))
    .filter((other) => !areExclusive(earlier, other));

  const found: Record<string, Fields> = {};
  for (const other of later) found[other.check] = outcomeOf(await sendViolatingBoth(earlier, other));

  expect(found).toEqual(Object.fromEntries(later.map(({ check }) => [check, earlier.expected])));
});

// E-30
test('a refused send is neither stored nor counted', async () => {
  expect(workspaceSetups.size).toBeGreaterThan(4);

  for (const { workspace, accepted: acceptedIds } of workspaceSetups.values()) {
    await workspace.updateWorkspace(validSettings);

    expect((await workspace.listEmails()).map(({ id }) => id).toSorted()).toEqual(acceptedIds.toSorted());
    expect(await workspace.getEmailsUsed()).toBe((await workspace.outbox()).length);
  }
});

test('an exhausted daily cap is reported before a lack of recipients in `to` if a copied recipient remains', async () => {
  const { workspace, accepted: acceptedIds } = await workspaceWith({});
  const key = await keyWithUsedUpCap({ workspace, accepted: acceptedIds }, {});

  const withCopy = await workspace.send({ to: 'gone@example.com', cc: ['li@example.com'] }, key);
  const alone = await workspace.send({ to: 'gone@example.com' }, key);

  expect(refusalOf(withCopy)).toMatchObject({ status: 429, type: 'daily_limit' });
  expect(alone.body).toMatchObject({ status: 'rejected', skipped: true });
});
