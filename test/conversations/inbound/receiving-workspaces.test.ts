import { randomUUID } from 'node:crypto';
import { keys } from '../../../shared/db/keys';
import {
  receiveInboundMail,
  injectInboundMail,
  onlyThread,
  sentMessageId,
  threadsOf,
} from '../../support/inbound-mails';
import { deliverInboundMail, rawMail } from '../../support/inbound-mail';
import { aDomain } from '../../support/factories';
import { deadLetters } from '../../support/journal';
import { type TestWorkspace, createTestWorkspace, numberedAddresses } from '../../support/test-workspace';
import { ServiceTable } from '../../support/table';
import { useService } from '../../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeEach(async () => {
  workspace = await createTestWorkspace(service, { marketing: true });
});

const withTable = <T>(callback: (table: ServiceTable) => Promise<T>): Promise<T> =>
  ServiceTable.with(service, callback);

const domainOf = (address: string): string => address.slice(address.indexOf('@') + 1);

const receiveAt = (recipients: string) =>
  deliverInboundMail(service, { recipients }, rawMail({ to: recipients, subject: `To ${recipients}` }));

/** Returns the AWS calls of the worker for a message to this address. */
async function workerCallsForMailTo(rcpt: string): Promise<{ receiptId: string; operations: string[] }> {
  const now = await service.now();
  const { receipt_id: receiptId } = await receiveAt(rcpt);
  await service.settle();
  const calls = (await service.calls(now)).filter((call) => /receive/i.test(call.function));
  return { receiptId, operations: calls.map(({ operation }) => operation) };
}

describe('an inbound message', () => {
  // IN-3
  test("to two workspaces is stored in each workspace, and neither can read the other's copy", async () => {
    const otherWorkspace = await createTestWorkspace(service, { marketing: true });

    await receiveInboundMail(
      workspace,
      { messageId: '<both@example.com>' },
      { recipients: [workspace.from, otherWorkspace.from] },
    );

    const [ownThread, otherThread] = [await onlyThread(workspace), await onlyThread(otherWorkspace)];
    expect([ownThread, otherThread]).toMatchObject([{ message_count: 1 }, { message_count: 1 }]);
    expect(ownThread.id).not.toBe(otherThread.id);
    expect(ownThread.messages[0].id).not.toBe(otherThread.messages[0].id);
    expect((await otherWorkspace.api('GET', `/v1/threads/${ownThread.id}`)).status).toBe(404);
  });

  test('to workspaces that share a domain is stored in each workspace', async () => {
    const otherWorkspace = await createTestWorkspace(service, { marketing: true });
    const domain = `${randomUUID().slice(0, 8)}.example`;
    for (const { workspaceId } of [workspace, otherWorkspace])
      await aDomain(service, workspaceId, { domain });

    await receiveAt(`hello@${domain}`);
    await service.settle();

    expect([await threadsOf(workspace), await threadsOf(otherWorkspace)]).toMatchObject([
      [{ message_count: 1 }],
      [{ message_count: 1 }],
    ]);
  });

  test('to a shared domain goes to each workspace where the domain is verified or, if there is none, where the domain is in temporary_failure', async () => {
    const otherWorkspace = await createTestWorkspace(service, { marketing: true });
    const domain = `${randomUUID().slice(0, 8)}.example`;
    for (const { workspaceId } of [workspace, otherWorkspace])
      await aDomain(service, workspaceId, { domain });
    const setStatus = (workspaceId: string, status: string) =>
      withTable((table) => table.update(keys.domain(workspaceId, domain), { status }));
    const threadCounts = async () => {
      await receiveAt(`hello@${domain}`);
      await service.settle();
      return [(await threadsOf(workspace)).length, (await threadsOf(otherWorkspace)).length];
    };

    await setStatus(workspace.workspaceId, 'temporary_failure');
    expect(await threadCounts()).toEqual([0, 1]);
    await setStatus(otherWorkspace.workspaceId, 'failed');
    expect(await threadCounts()).toEqual([1, 1]);
    await setStatus(workspace.workspaceId, 'failed');
    expect(await threadCounts()).toEqual([1, 1]);
  });

  test('to several addresses and domains of one workspace is stored once', async () => {
    const recipients = [workspace.from, `sales@${domainOf(workspace.from)}`, workspace.newsFrom];

    await receiveInboundMail(workspace, { to: recipients.join(', ') }, { recipients });

    const { message_count, messages } = await onlyThread(workspace);
    expect(message_count).toBe(1);
    expect(messages).toHaveLength(1);
    expect(messages[0].to).toEqual(recipients);
  });

  // IN-1, IN-7
  test('to any address of a domain is received, in upper or lower case', async () => {
    await receiveInboundMail(
      workspace,
      {},
      { recipients: `Any.Body+tag@${domainOf(workspace.from).toUpperCase()}` },
    );

    expect(await onlyThread(workspace)).toMatchObject({ message_count: 1 });
  });

  test('with additional recipients on foreign domains is received', async () => {
    await receiveInboundMail(workspace, {}, { recipients: ['somebody@elsewhere.example', workspace.from] });

    expect(await onlyThread(workspace)).toMatchObject({ message_count: 1 });
  });

  test('goes to its envelope recipients, not to the addresses in its headers', async () => {
    const otherWorkspace = await createTestWorkspace(service, { marketing: true });

    await receiveInboundMail(workspace, { to: otherWorkspace.from });

    expect(await threadsOf(otherWorkspace)).toEqual([]);
    expect((await onlyThread(workspace)).messages[0].to).toEqual([otherWorkspace.from]);
  });
});

describe('an inbound message is dropped when the domain of its recipient', () => {
  /** Expects that the worker looks up the recipient's workspace, but does not read, record or retry the message. */
  const expectDropped = async (rcpt: string): Promise<void> => {
    const deadLettersBefore = deadLetters(service);
    const { receiptId, operations } = await workerCallsForMailTo(rcpt);
    expect(operations).toContain('Query');
    expect(operations.filter((operation) => !['Query', 'BatchGetItem'].includes(operation))).toEqual([]);
    await service.waitForOutput(new RegExp(`mail without a receiving workspace dropped.*${receiptId}`));
    expect(await threadsOf(workspace)).toEqual([]);
    expect(deadLetters(service)).toEqual(deadLettersBefore);
  };

  // IN-2
  test('belongs to no workspace', async () => {
    await expectDropped('desk@nobody-has-this.example');
  });

  test("is a subdomain or a parent of a workspace's domain", async () => {
    await expectDropped(`desk@sub.${domainOf(workspace.from)}`);
    await expectDropped('desk@example');
  });

  // IN-2
  test('is not verified', async () => {
    const domain = `${randomUUID().slice(0, 8)}.example`;
    const { status } = await aDomain(service, workspace.workspaceId, { domain, verified: false });

    await expectDropped(`desk@${domain}`);
    expect(status).toBe('pending');
  });

  test('was deleted', async () => {
    const { id, domain } = await aDomain(service, workspace.workspaceId);
    await workspace.api('DELETE', `/v1/domains/${id}`);

    await expectDropped(`desk@${domain}`);
  });
});

describe('participants', () => {
  const participants = async (): Promise<string[]> => (await onlyThread(workspace)).participants.toSorted();

  // TH-9
  test('are the foreign addresses of a message, in lower case, without display names or duplicates', async () => {
    await receiveInboundMail(workspace, {
      from: '"Example, Kim" <Kim@Example.com>',
      to: `${workspace.from}, Lee <lee@EXAMPLE.org>, kim@example.com`,
      headers: [
        `Cc: Friends: cam@example.net, "Cleo" <Cleo@example.net>;, Boss@${domainOf(workspace.newsFrom)}`,
      ],
    });

    expect(await participants()).toEqual([
      'cam@example.net',
      'cleo@example.net',
      'kim@example.com',
      'lee@example.org',
    ]);
  });

  test('grow with each message, sent and received', async () => {
    const { id } = await workspace.sendAccepted({ to: 'kim@example.com' });
    await service.settle();
    const inReplyTo = await sentMessageId(workspace, id);

    await receiveInboundMail(workspace, { from: 'lee@example.com', inReplyTo });
    await receiveInboundMail(workspace, {
      from: 'KIM@example.com',
      inReplyTo,
      headers: ['Cc: cam@example.com'],
    });

    expect(await participants()).toEqual(['cam@example.com', 'kim@example.com', 'lee@example.com']);
  });

  test('are limited to 500, and a message with more addresses is received', async () => {
    const manyRecipients = numberedAddresses(700);
    const threadHeaders = { inReplyTo: '<crowd@example.com>' };

    await receiveInboundMail(workspace, {
      messageId: '<crowd@example.com>',
      headers: [`Cc: ${manyRecipients.join(',\r\n ')}`],
    });
    await injectInboundMail(workspace, { from: 'one-more@example.org', ...threadHeaders });
    await receiveInboundMail(workspace, { from: 'another@example.org', ...threadHeaders });

    const thread = await onlyThread(workspace);
    expect(thread.message_count).toBe(3);
    expect(thread.participants.length).toBeGreaterThan(490);
    expect(thread.participants.length).toBeLessThanOrEqual(500);
    expect(thread.participants).toEqual(
      expect.arrayContaining(['kim@example.com', ...numberedAddresses(400)]),
    );
  });
});
