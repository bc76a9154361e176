import { useService } from '../support/use-service';
import { PageClient } from '../support/links/page-client';
import { MailWorkspace } from '../support/links/mail-workspace';

/**
 * These tests check the effects of each consent event (S-19 to S-22, C-16 to C-19, AU-12, AU-13, SU-7, SU-8, TO-11,
 * TO-14, TO-15). The effects of an event do not depend on its cause.
 */
const service = useService();
let mailWorkspace: MailWorkspace;
let browser: PageClient;
let audienceId: string;

beforeAll(async () => {
  mailWorkspace = await MailWorkspace.create(service);
  audienceId = (await mailWorkspace.api('POST', '/v1/audiences', { name: 'Everybody' })).body.id;
  browser = new PageClient(service);
});

/** The parts of the state that a consent event can change. */
interface ConsentState {
  /** The statuses of the emails scheduled to the address: transactional, marketing, and marketing under the topic. */
  transactional: 'scheduled' | 'canceled';
  marketing: 'scheduled' | 'canceled';
  topicMail: 'scheduled' | 'canceled';
  /** Scope and reason of each suppression. */
  suppressions: string[];
  /** Whether the address is subscribed to the topic. */
  topic: boolean;
  /** Whether the address is subscribed to a topic whose default is unsubscribed. */
  tips: boolean;
  /** Whether the contact is unsubscribed; null if there is no contact. */
  contact: boolean | null;
}

const unchanged: ConsentState = {
  transactional: 'scheduled',
  marketing: 'scheduled',
  topicMail: 'scheduled',
  suppressions: [],
  topic: true,
  tips: false,
  contact: false,
};

const allCanceled = {
  transactional: 'canceled',
  marketing: 'canceled',
  topicMail: 'canceled',
} as const;

const optedOut: ConsentState = {
  ...unchanged,
  ...allCanceled,
  suppressions: ['marketing unsubscribe'],
  contact: true,
};

const topicOptOut: ConsentState = { ...unchanged, topicMail: 'canceled', topic: false };

interface ConsentCase {
  description: string;
  cause: (address: string) => Promise<unknown>;
  expected: ConsentState;
}

const suppress = (address: string, fields: object) =>
  mailWorkspace.api('POST', '/v1/suppressions', { email: address, ...fields });

/** Returns more addresses than the service looks up one by one. */
const withManyOthers = (address: string): string[] => [
  address,
  ...Array.from({ length: 30 }, (_, index) => `other-${index}-of-${address}`),
];

/** Sends an email, and reports an SES event about the email. */
async function reportSesEvent(address: string, event: object): Promise<void> {
  const { status, body } = await mailWorkspace.send(address);
  expect(status).toBe(202);
  const [mail] = await service.outbox(`?message_id=${body.id}`);
  await service.control('POST', `/outbox/${String(mail?.['provider_message_id'])}/events`, {
    recipient: address,
    ...event,
  });
  await service.settle();
}

const findContact = async (address: string) =>
  (await mailWorkspace.api('GET', `/v1/contacts?email=${address}`)).body.data[0];

const addContacts = (body: unknown) =>
  mailWorkspace.api('POST', `/v1/audiences/${audienceId}/contacts`, body);

const updateContact = async (address: string, body: unknown) =>
  mailWorkspace.api('PATCH', `/v1/contacts/${(await findContact(address)).id}`, body);

/** The fields of an import row, and the suppression that they cause. */
const statuses: [fields: object, suppression: string][] = [
  [{ status: 'unsubscribed' }, 'marketing unsubscribe'],
  [{ unsubscribed: true }, 'marketing unsubscribe'],
  [{ status: 'bounced' }, 'all hard_bounce'],
  [{ status: 'complained' }, 'all complaint'],
];

const rows: ConsentCase[] = [
  {
    description: 'PATCH /v1/contacts/{id}, unsubscribed: true',
    cause: (address) => updateContact(address, { unsubscribed: true }),
    expected: optedOut,
  },
  {
    description: 'PATCH /v1/contacts/{id}, unsubscribed: true and then false, restores no canceled email',
    cause: async (address) => {
      await updateContact(address, { unsubscribed: true });
      await updateContact(address, { unsubscribed: false });
    },
    expected: { ...unchanged, ...allCanceled },
  },
  {
    description: 'PATCH /v1/contacts/{id}, unsubscribed: false after a bounce, is refused',
    cause: async (address) => {
      await suppress(address, { reason: 'hard_bounce' });
      await updateContact(address, { unsubscribed: false });
    },
    expected: { ...unchanged, suppressions: ['all hard_bounce'] },
  },
  ...statuses.flatMap(([fields, suppression]) => {
    const fieldsText = JSON.stringify(fields);
    const expected = { ...optedOut, suppressions: [suppression] };
    return [
      {
        description: `POST /v1/contacts, ${fieldsText}`,
        cause: (email: string) =>
          mailWorkspace.api('POST', '/v1/contacts', { audience_id: audienceId, email, ...fields }),
        expected,
      },
      {
        description: `POST /v1/audiences/{id}/contacts, one contact, ${fieldsText}`,
        cause: (email: string) => addContacts({ email, ...fields }),
        expected,
      },
      {
        description: `an import of a few contacts, ${fieldsText}`,
        cause: (email: string) => addContacts([{ email, ...fields }]),
        expected,
      },
      {
        description: `an import of many contacts, ${fieldsText}`,
        cause: async (address: string) => {
          await addContacts(withManyOthers(address).map((email) => ({ email, ...fields })));
          await service.settle();
        },
        expected,
      },
      {
        description: `an import with ${fieldsText} in the second row of the address (AU-16)`,
        cause: (email: string) => addContacts([{ email }, { email, ...fields }]),
        expected: { ...expected, contact: false },
      },
    ];
  }),
  {
    description: 'an import with the status subscribed, after an opt-out',
    cause: async (email) => {
      await updateContact(email, { unsubscribed: true });
      await addContacts([{ email, status: 'subscribed' }]);
      await addContacts({ email, unsubscribed: false });
    },
    expected: optedOut,
  },
  {
    description: 'a change of the tags of a contact',
    cause: async (address) =>
      mailWorkspace.api('POST', `/v1/contacts/${(await findContact(address)).id}/tags`, { add: ['vip'] }),
    expected: unchanged,
  },
  {
    description: 'DELETE of a membership',
    cause: async (address) =>
      mailWorkspace.api('DELETE', `/v1/audiences/${audienceId}/contacts/${(await findContact(address)).id}`),
    expected: unchanged,
  },
  {
    description: 'DELETE of an audience',
    cause: async (email) => {
      const { body } = await mailWorkspace.api('POST', '/v1/audiences', { name: 'Another' });
      await mailWorkspace.api('POST', '/v1/contacts', { audience_id: body.id, email });
      await mailWorkspace.api('DELETE', `/v1/audiences/${body.id}`);
      await service.settle();
    },
    expected: unchanged,
  },
  {
    description: 'DELETE /v1/contacts/{id}',
    cause: async (address) => mailWorkspace.api('DELETE', `/v1/contacts/${(await findContact(address)).id}`),
    expected: { ...unchanged, contact: null },
  },
  {
    description: 'DELETE /v1/contacts/{id} after an opt-out keeps suppressions and topic choices',
    cause: async (address) => {
      await updateContact(address, { unsubscribed: true });
      await mailWorkspace.api('POST', '/v1/topics/preferences', { email: address, topics: { tips: true } });
      await mailWorkspace.api('DELETE', `/v1/contacts/${(await findContact(address)).id}`);
    },
    expected: { ...optedOut, tips: true, contact: null },
  },
  {
    description: 'DELETE /v1/suppressions/{email} after an opt-out keeps the contact unsubscribed',
    cause: async (address) => {
      await updateContact(address, { unsubscribed: true });
      await mailWorkspace.api('DELETE', `/v1/suppressions/${address}?scope=marketing`);
    },
    expected: { ...optedOut, suppressions: [] },
  },
  {
    description: 'the one-click button of a marketing email',
    cause: async (address) => browser.submit((await mailWorkspace.getLinks(address)).unsubscribe),
    expected: optedOut,
  },
  {
    description: 'the button of the preference page for all marketing email',
    cause: async (address) =>
      browser.submit((await mailWorkspace.getLinks(address)).preferences, [['unsubscribe', 'all']]),
    expected: optedOut,
  },
  ...(['marketing', 'transactional', 'all'] as const).map((scope) => ({
    description: `POST /v1/suppressions, unsubscribe, ${scope}`,
    cause: (address: string) => suppress(address, { reason: 'unsubscribe', scope }),
    expected: { ...unchanged, ...allCanceled, suppressions: [`${scope} unsubscribe`] },
  })),
  {
    description: 'POST /v1/suppressions/batch, unsubscribe',
    cause: (address) =>
      mailWorkspace.api('POST', '/v1/suppressions/batch', {
        emails: withManyOthers(address),
        reason: 'unsubscribe',
      }),
    expected: { ...unchanged, ...allCanceled, suppressions: ['marketing unsubscribe'] },
  },
  ...(['manual', 'list_hygiene', 'hard_bounce', 'complaint'] as const).map((reason) => ({
    description: `POST /v1/suppressions, ${reason}, cancels no scheduled email before it is due`,
    cause: (address: string) => suppress(address, { reason }),
    expected: { ...unchanged, suppressions: [`all ${reason}`] },
  })),
  {
    description:
      'POST /v1/suppressions/batch, with the default reason, cancels no scheduled email before it is due',
    cause: (address) =>
      mailWorkspace.api('POST', '/v1/suppressions/batch', { emails: withManyOthers(address) }),
    expected: { ...unchanged, suppressions: ['marketing list_hygiene'] },
  },
  {
    description: 'a permanent bounce',
    cause: (address) => reportSesEvent(address, { type: 'bounce', bounce_type: 'Permanent' }),
    expected: { ...unchanged, suppressions: ['all hard_bounce'] },
  },
  {
    description: 'a transient bounce, which has no effect',
    cause: (address) => reportSesEvent(address, { type: 'bounce', bounce_type: 'Transient' }),
    expected: unchanged,
  },
  {
    description: 'a complaint',
    cause: (address) => reportSesEvent(address, { type: 'complaint' }),
    expected: { ...unchanged, suppressions: ['all complaint'] },
  },
  {
    description: 'the one-click button of an email under a topic',
    cause: async (address) =>
      browser.submit((await mailWorkspace.getLinks(address, { topic: 'offers' })).unsubscribe),
    expected: topicOptOut,
  },
  {
    description: 'an unchecked topic on the preference page',
    cause: async (address) =>
      browser.submit((await mailWorkspace.getLinks(address)).preferences, [['shown', 'offers']]),
    expected: topicOptOut,
  },
  {
    description: 'POST /v1/topics/preferences, false',
    cause: (address) =>
      mailWorkspace.api('POST', '/v1/topics/preferences', { email: address, topics: { offers: false } }),
    expected: topicOptOut,
  },
  {
    description: 'POST /v1/topics/preferences, true',
    cause: (address) =>
      mailWorkspace.api('POST', '/v1/topics/preferences', { email: address, topics: { tips: true } }),
    expected: { ...unchanged, tips: true },
  },
  {
    description: 'POST /v1/topics/{key}/import, true',
    cause: (address) =>
      mailWorkspace.api('POST', '/v1/topics/tips/import', {
        emails: withManyOthers(address),
        subscribed: true,
      }),
    expected: { ...unchanged, tips: true },
  },
  {
    description: 'POST /v1/topics/{key}/import, false, for a few addresses',
    cause: (address) =>
      mailWorkspace.api('POST', '/v1/topics/offers/import', { emails: [address], subscribed: false }),
    expected: topicOptOut,
  },
  {
    description: 'POST /v1/topics/{key}/import, false, for many addresses',
    cause: (address) =>
      mailWorkspace.api('POST', '/v1/topics/offers/import', {
        emails: withManyOthers(address),
        subscribed: false,
      }),
    expected: topicOptOut,
  },
  {
    description: 'DELETE /v1/suppressions/{email}, of an earlier suppression',
    cause: async (address) => {
      await suppress(address, { reason: 'manual' });
      await suppress(address, { reason: 'manual', scope: 'marketing' });
      await mailWorkspace.api('DELETE', `/v1/suppressions/${address}`);
    },
    expected: { ...unchanged, suppressions: ['marketing manual'] },
  },
  {
    description: 'DELETE /v1/suppressions/batch, of an earlier suppression',
    cause: async (address) => {
      await suppress(address, { reason: 'complaint' });
      await suppress(address, { reason: 'manual', scope: 'marketing' });
      await mailWorkspace.api('DELETE', '/v1/suppressions/batch', { emails: withManyOthers(address) });
    },
    expected: { ...unchanged, suppressions: ['marketing manual'] },
  },
];

async function schedule(address: string, overrides: object): Promise<string> {
  const { body } = await mailWorkspace.send(address, { scheduled_at: 'in 3 days', ...overrides });
  return body.id;
}

const statusOf = async (id: string) => (await mailWorkspace.api('GET', `/v1/emails/${id}`)).body.status;

async function readConsentState(
  address: string,
  ids: Record<'transactional' | 'marketing' | 'topicMail', string>,
) {
  const { body } = await mailWorkspace.api('GET', `/v1/suppressions?email=${address}`);
  const subscriptions = await mailWorkspace.getSubscriptions(address);
  const contact = await findContact(address);
  return {
    transactional: await statusOf(ids.transactional),
    marketing: await statusOf(ids.marketing),
    topicMail: await statusOf(ids.topicMail),
    suppressions: body.data.map(({ scope, reason }: Record<string, string>) => `${scope} ${reason}`),
    topic: subscriptions['offers'],
    tips: subscriptions['tips'],
    contact: contact?.unsubscribed ?? null,
  };
}

// C-16, C-19, AU-13, AU-16, SU-13, TO-14
test.each(rows.map((row, index) => ({ ...row, index })))(
  'a consent event has the expected effects: $description',
  async ({ cause, expected, index }) => {
    const address = `person-${index}@example.com`;
    await addContacts({ email: address });
    const ids = {
      transactional: await schedule(address, { risk_class: 'transactional' }),
      marketing: await schedule(address, {}),
      topicMail: await schedule(address, { topic: 'offers' }),
    };

    await cause(address);

    expect(await readConsentState(address, ids)).toEqual(expected);
  },
);

test('no consent event affects email scheduled to another address', async () => {
  const address = 'bystander@example.com';
  await addContacts({ email: address });
  const ids = {
    transactional: await schedule(address, { risk_class: 'transactional' }),
    marketing: await schedule(address, {}),
    topicMail: await schedule(address, { topic: 'offers' }),
  };

  for (const [index, { cause }] of rows.entries()) {
    await addContacts({ email: `neighbour-${index}@example.com` });
    await cause(`neighbour-${index}@example.com`);
  }

  expect(await readConsentState(address, ids)).toEqual(unchanged);
});

// S-22
test('a topic opt-out cancels neither marketing email under other topics nor transactional email under the topic', async () => {
  const address = 'picky@example.com';
  await mailWorkspace.api('POST', '/v1/topics/preferences', { email: address, topics: { tips: true } });
  const tips = await schedule(address, { topic: 'tips' });
  const receipt = await schedule(address, { risk_class: 'transactional', topic: 'offers' });

  await mailWorkspace.api('POST', '/v1/topics/preferences', { email: address, topics: { offers: false } });

  expect([await statusOf(tips), await statusOf(receipt)]).toEqual(['scheduled', 'scheduled']);
});
