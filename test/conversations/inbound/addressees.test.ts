import { randomUUID } from 'node:crypto';
import { keys } from '../../../shared/db/keys';
import { arrives, comes, onlyThread, sentMessageId, threadsOf } from '../../support/inbox';
import { arrive, rawMail } from '../../support/correspondent';
import { aDomain } from '../../support/factories';
import { deadLetters } from '../../support/journal';
import { type Actor, anActor, people } from '../../support/actor';
import { ServiceTable } from '../../support/table';
import { theService } from '../../support/the-service';

const service = theService();
let desk: Actor;

beforeEach(async () => {
  desk = await anActor(service, { marketing: true });
});

const inTable = <T>(work: (table: ServiceTable) => Promise<T>): Promise<T> =>
  ServiceTable.with(service, work);

const domainOf = (address: string): string => address.slice(address.indexOf('@') + 1);

const comesTo = (rcpt: string) => arrive(service, { rcpt }, rawMail({ to: rcpt, subject: `To ${rcpt}` }));

/** What the worker does about a mail to this address. */
async function workForMailTo(rcpt: string): Promise<{ receiptId: string; operations: string[] }> {
  const now = await service.now();
  const { receipt_id: receiptId } = await comesTo(rcpt);
  await service.settle();
  const calls = (await service.calls(now)).filter((call) => /receive/i.test(call.function));
  return { receiptId, operations: calls.map(({ operation }) => operation) };
}

describe('a mail', () => {
  test('to two workspaces is a message in each, that neither sees of the other', async () => {
    const other = await anActor(service, { marketing: true });

    await arrives(desk, { messageId: '<both@example.com>' }, { rcpt: [desk.from, other.from] });

    const [ours, theirs] = [await onlyThread(desk), await onlyThread(other)];
    expect([ours, theirs]).toMatchObject([{ message_count: 1 }, { message_count: 1 }]);
    expect(ours.id).not.toBe(theirs.id);
    expect(ours.messages[0].id).not.toBe(theirs.messages[0].id);
    expect((await other.api('GET', `/v1/threads/${ours.id}`)).status).toBe(404);
  });

  test('to workspaces that share a domain is a message in each', async () => {
    const other = await anActor(service, { marketing: true });
    const domain = `${randomUUID().slice(0, 8)}.example`;
    for (const { workspaceId } of [desk, other]) await aDomain(service, workspaceId, { domain });

    await comesTo(`hello@${domain}`);
    await service.settle();

    expect([await threadsOf(desk), await threadsOf(other)]).toMatchObject([
      [{ message_count: 1 }],
      [{ message_count: 1 }],
    ]);
  });

  test('to a domain that several have goes to those who have proved it now', async () => {
    const other = await anActor(service, { marketing: true });
    const domain = `${randomUUID().slice(0, 8)}.example`;
    for (const { workspaceId } of [desk, other]) await aDomain(service, workspaceId, { domain });
    const setStatus = (workspaceId: string, status: string) =>
      inTable((table) => table.change(keys.domain(workspaceId, domain), { status }));
    const received = async () => {
      await comesTo(`hello@${domain}`);
      await service.settle();
      return [(await threadsOf(desk)).length, (await threadsOf(other)).length];
    };

    await setStatus(desk.workspaceId, 'temporary_failure');
    expect(await received()).toEqual([0, 1]);
    await setStatus(other.workspaceId, 'failed');
    expect(await received()).toEqual([1, 1]);
    await setStatus(desk.workspaceId, 'failed');
    expect(await received()).toEqual([1, 1]);
  });

  test('to several addresses and domains of one workspace is one message', async () => {
    const rcpt = [desk.from, `sales@${domainOf(desk.from)}`, desk.newsFrom];

    await arrives(desk, { to: rcpt.join(', ') }, { rcpt });

    const { message_count, messages } = await onlyThread(desk);
    expect(message_count).toBe(1);
    expect(messages).toHaveLength(1);
    expect(messages[0].to).toEqual(rcpt);
  });

  test('to any address of a domain comes in, however it is written', async () => {
    await arrives(desk, {}, { rcpt: `Any.Body+tag@${domainOf(desk.from).toUpperCase()}` });

    expect(await onlyThread(desk)).toMatchObject({ message_count: 1 });
  });

  test('of which a copy goes to somebody else as well comes in', async () => {
    await arrives(desk, {}, { rcpt: ['somebody@elsewhere.example', desk.from] });

    expect(await onlyThread(desk)).toMatchObject({ message_count: 1 });
  });

  test('is for whom it was delivered to, not for whom it names', async () => {
    const other = await anActor(service, { marketing: true });

    await arrives(desk, { to: other.from });

    expect(await threadsOf(other)).toEqual([]);
    expect((await onlyThread(desk)).messages[0].to).toEqual([other.from]);
  });
});

describe('a mail is dropped where its domain', () => {
  /** It is looked for who it is for, and then neither read nor recorded, nor tried again. */
  const isDropped = async (rcpt: string): Promise<void> => {
    const givenUp = deadLetters(service);
    const { receiptId, operations } = await workForMailTo(rcpt);
    expect(operations).toContain('Query');
    expect(operations.filter((operation) => !['Query', 'BatchGetItem'].includes(operation))).toEqual([]);
    await service.printed(new RegExp(`mail for no workspace dropped.*${receiptId}`));
    expect(await threadsOf(desk)).toEqual([]);
    expect(deadLetters(service)).toEqual(givenUp);
  };

  test('is nobody’s', async () => {
    await isDropped('desk@nobody-has-this.example');
  });

  test('is below one of ours, or above', async () => {
    await isDropped(`desk@sub.${domainOf(desk.from)}`);
    await isDropped('desk@example');
  });

  test('is only written down, and not proved', async () => {
    const domain = `${randomUUID().slice(0, 8)}.example`;
    const { status } = await aDomain(service, desk.workspaceId, { domain, verified: false });

    await isDropped(`desk@${domain}`);
    expect(status).toBe('pending');
  });

  test('was deleted', async () => {
    const { id, domain } = await aDomain(service, desk.workspaceId);
    await desk.api('DELETE', `/v1/domains/${id}`);

    await isDropped(`desk@${domain}`);
  });
});

describe('participants', () => {
  const participants = async (): Promise<string[]> => (await onlyThread(desk)).participants.toSorted();

  test('are everybody whom a mail names, bare, in small letters and once, but nobody of ours', async () => {
    await arrives(desk, {
      from: '"Example, Kim" <Kim@Example.com>',
      to: `${desk.from}, Lee <lee@EXAMPLE.org>, kim@example.com`,
      headers: [`Cc: Friends: cam@example.net, "Cleo" <Cleo@example.net>;, Boss@${domainOf(desk.newsFrom)}`],
    });

    expect(await participants()).toEqual([
      'cam@example.net',
      'cleo@example.net',
      'kim@example.com',
      'lee@example.org',
    ]);
  });

  test('grow with each mail, ours and theirs', async () => {
    const { id } = await desk.accepted({ to: 'kim@example.com' });
    await service.settle();
    const inReplyTo = await sentMessageId(desk, id);

    await arrives(desk, { from: 'lee@example.com', inReplyTo });
    await arrives(desk, { from: 'KIM@example.com', inReplyTo, headers: ['Cc: cam@example.com'] });

    expect(await participants()).toEqual(['cam@example.com', 'kim@example.com', 'lee@example.com']);
  });

  test('are 500 at most, and a mail that names more still comes in', async () => {
    const crowd = people(700);
    const answers = { inReplyTo: '<crowd@example.com>' };

    await arrives(desk, { messageId: '<crowd@example.com>', headers: [`Cc: ${crowd.join(',\r\n ')}`] });
    await comes(desk, { from: 'one-more@example.org', ...answers });
    await arrives(desk, { from: 'another@example.org', ...answers });

    const thread = await onlyThread(desk);
    expect(thread.message_count).toBe(3);
    expect(thread.participants.length).toBeGreaterThan(490);
    expect(thread.participants.length).toBeLessThanOrEqual(500);
    expect(thread.participants).toEqual(expect.arrayContaining(['kim@example.com', ...people(400)]));
  });
});
