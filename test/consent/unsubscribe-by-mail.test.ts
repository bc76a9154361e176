import { headerLines, readOutboxMail } from '../support/api-helpers';
import { Campaigns } from '../support/campaigns/campaigns';
import { aDomain } from '../support/factories';
import { deliverInboundMail, rawMail, type MailParts } from '../support/inbound-mail';
import { MailWorkspace } from '../support/links/mail-workspace';
import { useService } from '../support/use-service';

const service = useService();
const kim = 'kim@example.com';
const unsubscribedOutcome = 'suppressed:unsubscribe';
let mailWorkspace: MailWorkspace;

beforeEach(async () => {
  mailWorkspace = await MailWorkspace.create(service);
});

interface UnsubscribeRequest {
  address: string;
  token: string;
}

const findHeader = (raw: Buffer, name: string): string | undefined =>
  headerLines(raw)
    .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `))
    ?.slice(name.length + 2);

/** Sends a marketing email and returns what a mail client would write to unsubscribe. */
async function sendAndReadRequest(to: string, overrides = {}): Promise<UnsubscribeRequest> {
  const { raw } = await mailWorkspace.sendAndReadMail(to, overrides);
  const header = findHeader(raw, 'List-Unsubscribe') ?? '';
  const [, address = '', token = ''] = /<mailto:([^?>]+)\?subject=([^>]+)>/.exec(header) ?? [];
  if (token === '') throw new Error(`No mailto address: ${header}`);
  return { address, token };
}

async function deliver(recipients: string | string[], parts: MailParts): Promise<void> {
  await deliverInboundMail(
    service,
    { recipients },
    rawMail({ to: [recipients].flat().join(', '), ...parts }),
  );
  await service.settle();
}

const listThreads = async () =>
  (await mailWorkspace.api('GET', '/v1/threads')).body.data as { subject: string }[];
const listSuppressions = async () =>
  (await mailWorkspace.api('GET', '/v1/suppressions')).body.data as unknown[];

describe('the header List-Unsubscribe of marketing email', () => {
  // TO-18
  test('has the link first, then an address of the sending domain, and the POST goes to the link', async () => {
    const { raw } = await mailWorkspace.sendAndReadMail(kim);

    const domain = mailWorkspace.workspace.domains.marketing?.domain;
    expect(findHeader(raw, 'List-Unsubscribe')).toMatch(
      new RegExp(`^<http[^>]+/unsubscribe/([^>]+)>, <mailto:list-unsubscribe@${domain}\\?subject=\\1>$`),
    );
    expect(findHeader(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    for (const line of raw.toString('latin1').split('\r\n')) expect(line.length).toBeLessThan(998);
  });

  // TO-18
  test('has only the link if the MX record of the domain does not point to this deployment', async () => {
    const { id, domain } = await aDomain(service, mailWorkspace.workspace.workspaceId, {
      risk_class: 'marketing',
    });
    await service.control('PUT', `/dns/${domain}`, { MX: [{ exchange: 'mx.other.example', priority: 10 }] });
    await mailWorkspace.api('POST', `/v1/domains/${id}/verify`);

    const { raw } = await mailWorkspace.sendAndReadMail(kim, { from: `news@${domain}` });

    expect(findHeader(raw, 'List-Unsubscribe')).toMatch(/^<http[^>]+>$/);
  });

  test('of transactional email under a topic has only the link', async () => {
    const { raw } = await mailWorkspace.sendAndReadMail(kim, {
      risk_class: 'transactional',
      topic: 'offers',
    });

    expect(findHeader(raw, 'List-Unsubscribe')).toMatch(/^<http[^>]+>$/);
  });
});

describe('a message to the address', () => {
  // TO-19
  test('unsubscribes from marketing, cancels scheduled email, and has no further effect if it arrives twice', async () => {
    const { address, token } = await sendAndReadRequest(kim);
    const scheduledId = await mailWorkspace.workspace.schedule({ to: kim });

    await deliver(address, { subject: token });

    const suppressions = await listSuppressions();
    expect(suppressions).toMatchObject([{ email: kim, scope: 'marketing', reason: 'unsubscribe' }]);
    expect((await mailWorkspace.api('GET', `/v1/emails/${scheduledId}`)).body.status).toBe('canceled');
    expect(await mailWorkspace.sendOutcome(kim)).toBe(unsubscribedOutcome);

    await deliver(address, { subject: token });
    expect(await listSuppressions()).toEqual(suppressions);
  });

  // TO-19
  test('under a topic opts out of that topic only', async () => {
    const { address, token } = await sendAndReadRequest(kim, { topic: 'offers' });

    await deliver(address, { subject: token });

    expect(await mailWorkspace.getSubscriptions(kim)).toEqual({ offers: false, tips: false });
    expect(await mailWorkspace.sendOutcome(kim)).toBe('sent');
  });

  // TO-19
  test.each<[string, (token: string) => MailParts]>([
    ['is sent from another address', (subject) => ({ subject, from: 'Lee <lee@example.org>' })],
    ['has a folded subject', (token) => ({ subject: partsOf(token).join('\r\n ') })],
    ['has an encoded subject', (token) => ({ subject: partsOf(token).map(encodeWord).join('\r\n ') })],
  ])('is honored if it %s', async (_name, buildParts) => {
    const { address, token } = await sendAndReadRequest(kim);

    await deliver(address.toUpperCase(), buildParts(token));

    expect(await mailWorkspace.sendOutcome(kim)).toBe(unsubscribedOutcome);
  });

  // TO-19
  test('joins no conversation and causes no webhook event, but other recipients still receive it', async () => {
    const endpoint = { url: 'https://hooks.example.com/x', events: ['inbound'] };
    const { id } = (await mailWorkspace.api('POST', '/v1/webhook-endpoints', endpoint)).body;
    const listDeliveries = async () =>
      (await mailWorkspace.api('GET', `/v1/webhook-endpoints/${id}/events`)).body.data as unknown[];
    const { address, token } = await sendAndReadRequest(kim);

    await deliver(address, { subject: token, messageId: '<a@example.com>' });
    expect(await listThreads()).toEqual([]);
    expect(await listDeliveries()).toEqual([]);

    const { from } = mailWorkspace.workspace;
    await deliver([address, from], { subject: token, messageId: '<b@example.com>' });
    expect(await listThreads()).toHaveLength(1);
    expect(await listDeliveries()).toHaveLength(1);
  });

  // TO-20
  test.each<[string, (token: string) => string | undefined]>([
    ['a forged signature', (token) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
    ['the address of somebody else', (token) => withAddress(token, 'lee@example.com')],
    ['a truncated token', (token) => token.slice(0, -10)],
    ['other text', () => 'Please unsubscribe me'],
    ['no subject', () => undefined],
  ])('with %s changes nothing and is not answered', async (_name, change) => {
    const { address, token } = await sendAndReadRequest(kim);
    const outboxBefore = await service.outbox();

    await deliver(address, { subject: change(token) });

    expect(await listSuppressions()).toEqual([]);
    expect(await listThreads()).toEqual([]);
    expect(await service.outbox()).toEqual(outboxBefore);
    expect(await mailWorkspace.sendOutcome(kim)).toBe('sent');
  });

  // TO-20
  test('of another workspace changes nothing here', async () => {
    const { address } = await sendAndReadRequest(kim);
    const own = mailWorkspace;
    mailWorkspace = await MailWorkspace.create(service);
    const { token } = await sendAndReadRequest(kim);

    await deliver(address, { subject: token });

    expect(await mailWorkspace.sendOutcome(kim)).toBe(unsubscribedOutcome);
    expect(await own.sendOutcome(kim)).toBe('sent');
  });
});

const partsOf = (token: string): string[] => token.match(/.{1,40}/g) ?? [];

const encodeWord = (text: string): string => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;

/** Replaces the address in the token, without a new signature. */
function withAddress(token: string, address: string): string {
  const [payload = '', signature] = token.split('.');
  const text = Buffer.from(payload, 'base64url').toString().replace(kim, address);
  return `${Buffer.from(text).toString('base64url')}.${signature}`;
}

describe('campaign mail', () => {
  const readBulkHeaders = (raw: Buffer) => ({
    listId: findHeader(raw, 'List-Id'),
    precedence: findHeader(raw, 'Precedence'),
  });

  // CA-50
  test('is marked as bulk, and has one list ID per topic and one for the rest of the workspace', async () => {
    const campaigns = await Campaigns.create(service);
    const { workspace } = campaigns;
    await workspace.createTopic('offers', { name: 'Offers' });
    await campaigns.addContacts([kim]);
    const other = await aDomain(service, workspace.workspaceId, { risk_class: 'marketing' });
    const sendAndRead = async (fields: Record<string, unknown> = {}) => {
      const id = await campaigns.createAndSend(fields);
      const [mail] = (await service.outbox(`?to=${kim}`)).filter(({ tags }) =>
        JSON.stringify(tags).includes(id),
      );
      return readBulkHeaders((await readOutboxMail(service, String(mail?.['message_id']))).raw);
    };

    const list = workspace.workspaceId.replaceAll('-', '');
    const bulk = { listId: `<${list}.localhost>`, precedence: 'bulk' };
    expect(await sendAndRead()).toEqual(bulk);
    expect(await sendAndRead({ identity_id: other.id })).toEqual(bulk);
    expect(await sendAndRead({ topic_key: 'offers' })).toEqual({
      ...bulk,
      listId: `<offers.${list}.localhost>`,
    });
  });

  test('has an address for unsubscribe requests, and email to one recipient is not marked as bulk', async () => {
    const campaigns = await Campaigns.create(service);
    await campaigns.addContacts([kim]);
    await campaigns.createAndSend();
    const [mail] = await service.outbox(`?to=${kim}`);
    const { raw } = await readOutboxMail(service, String(mail?.['message_id']));

    expect(findHeader(raw, 'List-Unsubscribe')).toMatch(/, <mailto:list-unsubscribe@[^?]+\?subject=[^>]+>$/);
    const single = await mailWorkspace.sendAndReadMail(kim);
    expect(readBulkHeaders(single.raw)).toEqual({ listId: undefined, precedence: undefined });
  });
});
