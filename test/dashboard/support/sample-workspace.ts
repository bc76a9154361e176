import { aKey } from '../../support/api-helpers';
import { deliverInboundMail } from '../../support/inbound-mail';
import type { ApiResponse, Service } from '../../support/service';
import { createSampleAutomationsAndWebhooks } from './sample-automations';
import { createSampleCampaigns } from './campaigns';

const senderAddress = 'Desk <desk@mail.local.test>';

const parcelHtml = `<div style="font-family: Helvetica, Arial, sans-serif; max-width: 34rem; margin: 2rem auto; color: #1c2430">
  <p style="letter-spacing: .08em; color: #2f55d4; font-weight: bold">NORTHWIND</p>
  <h1 style="font-size: 1.6rem; line-height: 1.25">Your parcel is on its way</h1>
  <p style="line-height: 1.6">Hello Kim, your order 77 left our warehouse this morning. It should reach you on Thursday.</p>
  <p><a href="https://northwind.example/orders/77" style="display: inline-block; padding: .8rem 1.2rem; border-radius: .4rem; background: #2f55d4; color: #fff; text-decoration: none">Follow the parcel</a></p>
  <p style="color: #5a5f6d">Questions? Reply to this email, and our team will help.</p>
</div>`;

/** Fills the seeded workspace with at least one record for every page. */
export async function createSampleWorkspace(service: Service) {
  const automationAndEndpoint = await createSampleAutomationsAndWebhooks(service);
  const bounced = await sendEmail(service, { to: 'bounce@simulator.amazonses.com', subject: 'Your invoice' });
  await sendEmail(service, { to: 'complaint@simulator.amazonses.com', subject: 'Our terms have changed' });
  await sendEmail(service, { to: ['lee@example.com', 'ines@example.com'], subject: 'Minutes of Tuesday' });
  const scheduled = await sendEmail(service, { subject: 'A reminder', scheduled_at: 'in 3 days' });
  await receiveMail(service);
  await createDrafts(service);
  await service.api('POST', '/v1/topics', { body: { key: 'product', name: 'Product news' } });
  await service.api('POST', '/v1/domains', { body: { domain: 'northwind.example' } });
  await service.control('PUT', '/hosts/hooks.northwind.example', { to: '127.0.0.1:9999' });
  const contacts = await createSampleContacts(service);
  const campaigns = await createSampleCampaigns(service);
  await service.settle();
  const first = await sendEmail(service, { subject: 'Your parcel is on its way', html: parcelHtml });
  await service.settle();
  const threads = await service.api('GET', '/v1/threads?awaiting_reply=true');
  const domains = await service.api('GET', '/v1/domains');
  return {
    people: contacts,
    ...automationAndEndpoint,
    bounced,
    scheduled,
    first,
    campaigns,
    thread: String(threads.body.data[0].id),
    domain: String(domains.body.data.find(({ status }: { status: string }) => status !== 'verified').id),
  };
}

/** Creates an audience with contacts, and a segment. */
async function createSampleContacts(service: Service) {
  const createAndGetId = async (path: string, body: object) =>
    String((await service.api('POST', path, { body })).body.id);
  const audience = await createAndGetId('/v1/audiences', { name: 'Customers' });
  await service.api('POST', '/v1/contact-properties', {
    body: { key: 'seats', name: 'Seats', type: 'number' },
  });
  const membersPath = `/v1/audiences/${audience}/contacts`;
  await service.api('POST', membersPath, {
    body: [
      {
        email: 'ines@example.com',
        first_name: 'Ines',
        tags: ['beta'],
        attributes: { plan: 'free', seats: 2 },
      },
      { email: 'lee@example.com', status: 'bounced' },
    ],
  });
  const person = await createAndGetId(membersPath, {
    email: 'nora@example.com',
    first_name: 'Nora',
    last_name: 'Lindqvist',
    tags: ['vip', 'beta'],
    attributes: { plan: 'pro', seats: 42 },
    status: 'unsubscribed',
  });
  const segment = await createAndGetId('/v1/segments', {
    audience_id: audience,
    key: 'small',
    name: 'Small customers',
    properties: [{ property: 'seats', operator: 'lt', value: 10 }],
    tags: ['beta'],
    exclude_unengaged_days: 90,
    topic_key: 'product',
  });
  return { audience, person, segment };
}

/** Sends an email and returns its ID. */
export async function sendEmail(service: Service, overrides: Record<string, unknown>): Promise<string> {
  const body = {
    from: senderAddress,
    to: 'kim@example.com',
    subject: 'Hello',
    text: 'It works.',
    ...overrides,
  };
  return expectAccepted(await service.api('POST', '/v1/emails', { body })).id;
}

/** Creates drafts with a key that requires approval. */
export async function createDrafts(service: Service, ...subjects: string[]): Promise<void> {
  const { key } = await aKey(service, { name: 'Agent of the desk', requires_approval: true });
  for (const subject of subjects.length > 0 ? subjects : ['A refund of 20 €', 'Sorry for the delay']) {
    const attachments = [{ filename: 'credit-note.txt', content: Buffer.from('20 €').toString('base64') }];
    const text = 'We have sent the money back today.\n\nYour desk';
    const body = {
      from: senderAddress,
      to: 'kim@example.com',
      subject,
      text,
      html: `<p>${text}</p>`,
      attachments,
    };
    expectAccepted(await service.api('POST', '/v1/emails', { key, body }));
  }
}

export async function receiveMail(service: Service, { subject = 'Where is my parcel?' } = {}): Promise<void> {
  const raw = [
    'From: Kim <kim@example.com>',
    'To: desk@mail.local.test',
    `Subject: ${subject}`,
    `Message-ID: <${Math.random()}@example.com>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'It was to come on Monday. Could you look?',
    '--b',
    'Content-Type: text/plain',
    'Content-Disposition: attachment; filename="receipt.txt"',
    '',
    'Order 77',
    '--b--',
    '',
  ].join('\r\n');
  await deliverInboundMail(
    service,
    { recipients: 'desk@mail.local.test', spf: 'PASS', dkim: 'PASS', dmarc: 'PASS' },
    raw,
  );
  await service.settle();
}

function expectAccepted({ status, body }: ApiResponse): ApiResponse['body'] {
  if (status !== 202) throw new Error(`The email was not accepted: ${JSON.stringify(body)}`);
  return body;
}
