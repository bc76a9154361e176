import { collectOutcomes, countCallsBy, crashPointsAt, withCrash } from '../../support/faults/crash-points';
import { injectInboundMail, sentMessageId } from '../../support/inbound-mails';
import { changeLabels, labelThread, listLabeled } from '../../support/labels';
import { deadLetters } from '../../support/journal';
import { createTestWorkspace, type TestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

const service = useService();

afterEach(() => service.control('DELETE', '/faults'));

/** Longer than SQS hides a message whose worker was killed. */
const redeliveryMs = 361_000;

const change = { add: ['new'], remove: ['old'] };

async function startLabeledThread(): Promise<{ workspace: TestWorkspace; id: string; emailId: string }> {
  const workspace = await createTestWorkspace(service);
  const { id: emailId, thread_id: id } = await workspace.sendAccepted();
  await service.settle();
  await labelThread(workspace, id, { add: ['old'] });
  return { workspace, id, emailId };
}

// TH-36
test('a change of labels that is killed at any call takes effect completely or not at all, and can be repeated', async () => {
  const sample = await startLabeledThread();
  const calls = await countCallsBy(service, 'changeThreadLabels', () =>
    changeLabels(sample.workspace, sample.id, change),
  );

  const outcomes = await collectOutcomes(crashPointsAt(calls), {
    crash: async (point) => {
      const scenario = await startLabeledThread();
      await withCrash(service, 'changeThreadLabels', point, () =>
        changeLabels(scenario.workspace, scenario.id, change),
      );
      return scenario;
    },
    advance: () => service.settle(),
    observe: async ({ workspace, id }) => {
      const { labels } = await workspace.getThread(id);
      const listed = await Promise.all(['old', 'new'].map((label) => listLabeled(workspace, label)));
      const repeated = await labelThread(workspace, id, change);
      return {
        isConsistent: listed.every(
          ([page = []], index) => page.includes(id) === labels.includes(index === 0 ? 'old' : 'new'),
        ),
        labelCount: labels.length,
        repeated,
        listed: await listLabeled(workspace, 'new'),
        isExpected: (await listLabeled(workspace, 'old'))[0]?.length === 0,
        id,
      };
    },
  });

  expect(calls['dynamodb TransactWriteItems']).toBe(1);
  for (const [name, { id, ...outcome }] of outcomes)
    expect({ name, ...outcome }).toEqual({
      name,
      isConsistent: true,
      labelCount: 1,
      repeated: ['new'],
      listed: [[id]],
      isExpected: true,
    });
});

// TH-36
test('labels move with their thread although the worker of received mail is killed around its write', async () => {
  for (const crash of ['before', 'after'] as const) {
    const { workspace, id, emailId } = await startLabeledThread();
    await service.advance(1_000);
    const { thread_id: newer } = await workspace.sendAccepted();
    await labelThread(workspace, newer, { add: ['old'] });
    const inReplyTo = await sentMessageId(workspace, emailId);
    await service.advance(1_000);

    const fault = { service: 'dynamodb', operation: 'TransactWriteItems', crash, times: 1 };
    await service.control('POST', '/faults', { ...fault, function: '-receiveMail' });
    await injectInboundMail(workspace, { inReplyTo });
    await service.settle();
    await service.control('DELETE', '/faults');
    await service.advance(redeliveryMs);
    await service.settle();

    expect(await workspace.getThread(id)).toMatchObject({ message_count: 2, labels: ['old'] });
    expect(await listLabeled(workspace, 'old')).toEqual([[id, newer]]);
  }
  expect(deadLetters(service)).toEqual([]);
});

// TH-36
test('a thread that is labeled while messages arrive has its label at its position', async () => {
  const { workspace, id, emailId } = await startLabeledThread();
  const inReplyTo = await sentMessageId(workspace, emailId);

  await Promise.all([
    ...Array.from({ length: 4 }, (_, index) =>
      injectInboundMail(workspace, {
        inReplyTo,
        subject: String(index),
        messageId: `<${index}@example.com>`,
      }),
    ),
    ...Array.from({ length: 4 }, (_, index) => labelThread(workspace, id, { add: [`label-${index}`] })),
    ...Array.from({ length: 2 }, () => workspace.sendAccepted({ thread_id: id })),
  ]);
  await service.settle();

  const { last_message_at: lastMessageAt, labels, message_count: count } = await workspace.getThread(id);
  expect({ count, labels }).toEqual({
    count: 7,
    labels: ['label-0', 'label-1', 'label-2', 'label-3', 'old'],
  });
  const { body } = await workspace.api('GET', '/v1/threads?label=label-3&limit=1');
  expect(body.data).toMatchObject([{ id, last_message_at: lastMessageAt }]);
  // A newer thread sorts before the thread in every list of its labels.
  await service.advance(1_000);
  const { thread_id: newer } = await workspace.sendAccepted();
  for (const label of labels) {
    await labelThread(workspace, newer, { add: [label] });
    expect(await listLabeled(workspace, label)).toEqual([[newer, id]]);
  }
});
