import { Service } from '../support/service';
import { timeAfterAcceptance, sesEvents, type ReportedEmail } from '../support/ses-events';
import { createTestWorkspace, type TestWorkspace } from '../support/test-workspace';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

/** The AWS calls for a permanent bounce event that is the first event of the email. */
const calls = [
  { what: 'reading the email', awsCall: 'dynamodb BatchGetItem', skip: 0 },
  { what: 'writing the timeline entry', awsCall: 'dynamodb PutItem', skip: 0 },
  { what: 'writing the suppression', awsCall: 'dynamodb UpdateItem', skip: 0 },
  { what: 'writing the sent status', awsCall: 'dynamodb UpdateItem', skip: 1 },
  { what: 'writing the thread', awsCall: 'dynamodb PutItem', skip: 1 },
  { what: 'writing the bounced status', awsCall: 'dynamodb UpdateItem', skip: 2 },
  { what: 'reading the webhook endpoints', awsCall: 'dynamodb Query', skip: 0 },
  { what: 'writing the metrics', awsCall: 'dynamodb UpdateItem', skip: 3 },
];

/** Creates an email with an unknown outcome, and its Send and Bounce events. */
async function createBounce(workspace: TestWorkspace): Promise<{ email: ReportedEmail; bounce: object }> {
  await service.control('POST', '/faults', {
    service: 'sesv2',
    operation: 'SendEmail',
    error: 'InternalFailure',
    times: 1,
  });
  await workspace.send();
  const [queued] = await workspace.listEmails();
  const now = await service.now();
  const email = { id: queued?.id ?? '', workspaceId: workspace.workspaceId, acceptedAt: now };
  return { email, bounce: sesEvents.bounce(email, 1, { type: 'Permanent' }) };
}

async function expectBounced(workspace: TestWorkspace, email: ReportedEmail): Promise<void> {
  const storedEmail = await workspace.getEmail(email.id);
  expect(storedEmail).toMatchObject({ status: 'bounced', sent_at: email.acceptedAt });
  expect(storedEmail.events).toMatchObject([{ type: 'bounce', occurred_at: timeAfterAcceptance(email, 1) }]);
  const nextSend = await workspace.send();
  expect(nextSend.body).toMatchObject({ status: 'rejected', reason: 'suppressed:hard_bounce' });
}

/** Moves the clock past the visibility timeout, after which SQS delivers the event again. */
const advanceToNextAttempt = (): Promise<unknown> => service.advance(181_000);

const injectFaultAt = (
  { awsCall, skip }: (typeof calls)[number],
  fault: Record<string, unknown>,
): Promise<unknown> => {
  const [awsService, operation] = awsCall.split(' ');
  return service.control('POST', '/faults', {
    service: awsService,
    operation,
    skip,
    function: 'recordEmailEvents',
    ...fault,
  });
};

test('a bounce event makes exactly the listed AWS calls', async () => {
  const workspace = await createTestWorkspace(service);
  const { email, bounce } = await createBounce(workspace);

  await service.control('POST', '/provider-events', bounce);
  await service.settle();

  const rows = (await service.calls(email.acceptedAt)).filter((row) =>
    row.function.endsWith('-recordEmailEvents'),
  );
  expect(rows.map((row) => `${row.service} ${row.operation}`).sort()).toEqual(
    calls.map(({ awsCall }) => awsCall).sort(),
  );
  await expectBounced(workspace, email);
});

const crashPoints = calls.flatMap((call) =>
  (['before', 'after'] as const).map((crash) => ({ call, crash, name: `${crash} ${call.what}` })),
);

test.each(crashPoints)(
  'if the worker is killed $name, the event is processed when SQS redelivers it',
  async ({ call, crash }) => {
    const workspace = await createTestWorkspace(service);
    const { email, bounce } = await createBounce(workspace);
    await injectFaultAt(call, { crash, times: 1 });

    await service.control('POST', '/provider-events', bounce);
    await service.settle();
    await advanceToNextAttempt();

    await expectBounced(workspace, email);
  },
);

test.each(calls)('a DynamoDB error while $what, even for minutes, only delays the event', async (call) => {
  const workspace = await createTestWorkspace(service);
  const { email, bounce } = await createBounce(workspace);
  await injectFaultAt(call, { error: 'InternalServerError' });

  await service.control('POST', '/provider-events', bounce);
  await service.settle();
  await advanceToNextAttempt();
  await service.control('DELETE', '/faults');
  await advanceToNextAttempt();

  await expectBounced(workspace, email);
});

test('a failed read for a batch only delays the batch', async () => {
  const workspaces = [await createTestWorkspace(service), await createTestWorkspace(service)] as const;
  const [firstBounce, secondBounce] = [await createBounce(workspaces[0]), await createBounce(workspaces[1])];
  await service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'BatchGetItem',
    error: 'ValidationException',
    function: 'recordEmailEvents',
    times: 1,
  });

  await Promise.all(
    [firstBounce, secondBounce].map(({ bounce }) => service.control('POST', '/provider-events', bounce)),
  );
  await service.settle();
  await advanceToNextAttempt();

  await expectBounced(workspaces[0], firstBounce.email);
  await expectBounced(workspaces[1], secondBounce.email);
});

test('a failing event does not delay the other events of the batch', async () => {
  const [failingWorkspace, otherWorkspace] = [
    await createTestWorkspace(service),
    await createTestWorkspace(service),
  ];
  const [first, second] = [await createBounce(failingWorkspace), await createBounce(otherWorkspace)];
  await injectFaultAt(calls[1] ?? { what: '', awsCall: '', skip: 0 }, {
    error: 'ValidationException',
    times: 1,
  });

  await Promise.all([first, second].map(({ bounce }) => service.control('POST', '/provider-events', bounce)));
  await service.settle();
  const statuses = (await Promise.all([failingWorkspace.listEmails(), otherWorkspace.listEmails()]))
    .flat()
    .map(({ status }) => status);
  await advanceToNextAttempt();

  expect(statuses.sort()).toEqual(['bounced', 'queued']);
  await expectBounced(failingWorkspace, first.email);
  await expectBounced(otherWorkspace, second.email);
});
