import { theService } from '../support/the-service';
import { Browser } from '../support/links/browser';
import { Mailings } from '../support/links/mailings';

/** contract.md 4.20 with D41, cell by cell: whatever the cause, everybody who must hear of it does. */
const service = theService();
let mailings: Mailings;
let browser: Browser;
let audienceId: string;

beforeAll(async () => {
  mailings = await Mailings.start(service);
  audienceId = (await mailings.api('POST', '/v1/audiences', { name: 'Everybody' })).body.id;
  browser = new Browser(service);
});

/** What stands after it, of what may change. */
interface Cells {
  /** Mail that is scheduled to the address: of either class, and marketing under the topic. */
  transactional: 'scheduled' | 'canceled';
  marketing: 'scheduled' | 'canceled';
  underTopic: 'scheduled' | 'canceled';
  /** Scope and reason of each row. */
  suppressions: string[];
  /** Whether the address gets mail about the topic. */
  topic: boolean;
  /** The same of a topic that nobody gets unasked. */
  tips: boolean;
  /** Whether the contact is unsubscribed; null when there is none. */
  contact: boolean | null;
}

const untouched: Cells = {
  transactional: 'scheduled',
  marketing: 'scheduled',
  underTopic: 'scheduled',
  suppressions: [],
  topic: true,
  tips: false,
  contact: false,
};

const nothingScheduled = {
  transactional: 'canceled',
  marketing: 'canceled',
  underTopic: 'canceled',
} as const;

const optedOut: Cells = {
  ...untouched,
  ...nothingScheduled,
  suppressions: ['marketing unsubscribe'],
  contact: true,
};

const leftTopic: Cells = { ...untouched, underTopic: 'canceled', topic: false };

interface Row {
  what: string;
  cause: (address: string) => Promise<unknown>;
  cells: Cells;
}

const suppress = (address: string, wanted: object) =>
  mailings.api('POST', '/v1/suppressions', { email: address, ...wanted });

/** More than are looked up one by one. */
const andOthers = (address: string): string[] => [
  address,
  ...Array.from({ length: 30 }, (_, at) => `other-${at}-of-${address}`),
];

/** The provider reports something of a mail that left before. */
async function report(address: string, event: object): Promise<void> {
  const { status, body } = await mailings.send(address);
  expect(status).toBe(202);
  const [mail] = await service.outbox(`?message_id=${body.id}`);
  await service.control('POST', `/outbox/${String(mail?.['provider_message_id'])}/events`, {
    recipient: address,
    ...event,
  });
  await service.settle();
}

const contactOf = async (address: string) =>
  (await mailings.api('GET', `/v1/contacts?email=${address}`)).body.data[0];

const add = (body: unknown) => mailings.api('POST', `/v1/audiences/${audienceId}/contacts`, body);

const patch = async (address: string, body: unknown) =>
  mailings.api('PATCH', `/v1/contacts/${(await contactOf(address)).id}`, body);

/** What a row of an import says, and what is suppressed then. */
const statuses: [fields: object, suppression: string][] = [
  [{ status: 'unsubscribed' }, 'marketing unsubscribe'],
  [{ unsubscribed: true }, 'marketing unsubscribe'],
  [{ status: 'bounced' }, 'all hard_bounce'],
  [{ status: 'complained' }, 'all complaint'],
];

const rows: Row[] = [
  {
    what: 'PATCH /v1/contacts/{id}, unsubscribed: true',
    cause: (address) => patch(address, { unsubscribed: true }),
    cells: optedOut,
  },
  {
    what: 'PATCH /v1/contacts/{id}, unsubscribed: true and then false: what was canceled stays so',
    cause: async (address) => {
      await patch(address, { unsubscribed: true });
      await patch(address, { unsubscribed: false });
    },
    cells: { ...untouched, ...nothingScheduled },
  },
  {
    what: 'PATCH /v1/contacts/{id}, unsubscribed: false of somebody who bounced: 409',
    cause: async (address) => {
      await suppress(address, { reason: 'hard_bounce' });
      await patch(address, { unsubscribed: false });
    },
    cells: { ...untouched, suppressions: ['all hard_bounce'] },
  },
  ...statuses.flatMap(([fields, suppression]) => {
    const said = JSON.stringify(fields);
    const cells = { ...optedOut, suppressions: [suppression] };
    return [
      {
        what: `POST /v1/contacts, ${said}`,
        cause: (email: string) =>
          mailings.api('POST', '/v1/contacts', { audience_id: audienceId, email, ...fields }),
        cells,
      },
      {
        what: `POST /v1/audiences/{id}/contacts, one, ${said}`,
        cause: (email: string) => add({ email, ...fields }),
        cells,
      },
      {
        what: `an import of a few, ${said}`,
        cause: (email: string) => add([{ email, ...fields }]),
        cells,
      },
      {
        what: `an import of many, ${said}`,
        cause: async (address: string) => {
          await add(andOthers(address).map((email) => ({ email, ...fields })));
          await service.settle();
        },
        cells,
      },
      {
        what: `an import whose second row of the address says ${said} (D21)`,
        cause: (email: string) => add([{ email }, { email, ...fields }]),
        cells: { ...cells, contact: false },
      },
    ];
  }),
  {
    what: 'an import that says subscribed, after an opt-out',
    cause: async (email) => {
      await patch(email, { unsubscribed: true });
      await add([{ email, status: 'subscribed' }]);
      await add({ email, unsubscribed: false });
    },
    cells: optedOut,
  },
  {
    what: 'tags of a contact',
    cause: async (address) =>
      mailings.api('POST', `/v1/contacts/${(await contactOf(address)).id}/tags`, { add: ['vip'] }),
    cells: untouched,
  },
  {
    what: 'DELETE of the membership',
    cause: async (address) =>
      mailings.api('DELETE', `/v1/audiences/${audienceId}/contacts/${(await contactOf(address)).id}`),
    cells: untouched,
  },
  {
    what: 'DELETE of an audience',
    cause: async (email) => {
      const { body } = await mailings.api('POST', '/v1/audiences', { name: 'Another' });
      await mailings.api('POST', '/v1/contacts', { audience_id: body.id, email });
      await mailings.api('DELETE', `/v1/audiences/${body.id}`);
      await service.settle();
    },
    cells: untouched,
  },
  {
    what: 'DELETE /v1/contacts/{id}',
    cause: async (address) => mailings.api('DELETE', `/v1/contacts/${(await contactOf(address)).id}`),
    cells: { ...untouched, contact: null },
  },
  {
    what: 'DELETE /v1/contacts/{id} after an opt-out: what was refused and chose stays',
    cause: async (address) => {
      await patch(address, { unsubscribed: true });
      await mailings.api('POST', '/v1/topics/preferences', { email: address, topics: { tips: true } });
      await mailings.api('DELETE', `/v1/contacts/${(await contactOf(address)).id}`);
    },
    cells: { ...optedOut, tips: true, contact: null },
  },
  {
    what: 'DELETE /v1/suppressions/{email} after an opt-out: the contact stays unsubscribed',
    cause: async (address) => {
      await patch(address, { unsubscribed: true });
      await mailings.api('DELETE', `/v1/suppressions/${address}?scope=marketing`);
    },
    cells: { ...optedOut, suppressions: [] },
  },
  {
    what: 'the one-click button of a marketing mail',
    cause: async (address) => browser.submit((await mailings.linksTo(address)).unsubscribe),
    cells: optedOut,
  },
  {
    what: 'the button of the preference page for all marketing mail',
    cause: async (address) =>
      browser.submit((await mailings.linksTo(address)).preferences, [['unsubscribe', 'all']]),
    cells: optedOut,
  },
  ...(['marketing', 'transactional', 'all'] as const).map((scope) => ({
    what: `POST /v1/suppressions, unsubscribe, ${scope}`,
    cause: (address: string) => suppress(address, { reason: 'unsubscribe', scope }),
    cells: { ...untouched, ...nothingScheduled, suppressions: [`${scope} unsubscribe`] },
  })),
  {
    what: 'POST /v1/suppressions/batch, unsubscribe',
    cause: (address) =>
      mailings.api('POST', '/v1/suppressions/batch', { emails: andOthers(address), reason: 'unsubscribe' }),
    cells: { ...untouched, ...nothingScheduled, suppressions: ['marketing unsubscribe'] },
  },
  ...(['manual', 'list_hygiene', 'hard_bounce', 'complaint'] as const).map((reason) => ({
    what: `POST /v1/suppressions, ${reason}: what is scheduled is dropped when it is due`,
    cause: (address: string) => suppress(address, { reason }),
    cells: { ...untouched, suppressions: [`all ${reason}`] },
  })),
  {
    what: 'POST /v1/suppressions/batch, another reason',
    cause: (address) => mailings.api('POST', '/v1/suppressions/batch', { emails: andOthers(address) }),
    cells: { ...untouched, suppressions: ['marketing list_hygiene'] },
  },
  {
    what: 'a permanent bounce',
    cause: (address) => report(address, { type: 'bounce', bounce_type: 'Permanent' }),
    cells: { ...untouched, suppressions: ['all hard_bounce'] },
  },
  {
    what: 'a transient bounce: nobody has to hear of it',
    cause: (address) => report(address, { type: 'bounce', bounce_type: 'Transient' }),
    cells: untouched,
  },
  {
    what: 'a complaint',
    cause: (address) => report(address, { type: 'complaint' }),
    cells: { ...untouched, suppressions: ['all complaint'] },
  },
  {
    what: 'the one-click button of a mail under a topic',
    cause: async (address) =>
      browser.submit((await mailings.linksTo(address, { topic: 'offers' })).unsubscribe),
    cells: leftTopic,
  },
  {
    what: 'a topic that is not ticked on the preference page',
    cause: async (address) =>
      browser.submit((await mailings.linksTo(address)).preferences, [['shown', 'offers']]),
    cells: leftTopic,
  },
  {
    what: 'POST /v1/topics/preferences, false',
    cause: (address) =>
      mailings.api('POST', '/v1/topics/preferences', { email: address, topics: { offers: false } }),
    cells: leftTopic,
  },
  {
    what: 'POST /v1/topics/preferences, true',
    cause: (address) =>
      mailings.api('POST', '/v1/topics/preferences', { email: address, topics: { tips: true } }),
    cells: { ...untouched, tips: true },
  },
  {
    what: 'POST /v1/topics/{key}/import, true',
    cause: (address) =>
      mailings.api('POST', '/v1/topics/tips/import', { emails: andOthers(address), subscribed: true }),
    cells: { ...untouched, tips: true },
  },
  {
    what: 'POST /v1/topics/{key}/import, false, of a few',
    cause: (address) =>
      mailings.api('POST', '/v1/topics/offers/import', { emails: [address], subscribed: false }),
    cells: leftTopic,
  },
  {
    what: 'POST /v1/topics/{key}/import, false, of many',
    cause: (address) =>
      mailings.api('POST', '/v1/topics/offers/import', { emails: andOthers(address), subscribed: false }),
    cells: leftTopic,
  },
  {
    what: 'DELETE /v1/suppressions/{email}, of what was suppressed before',
    cause: async (address) => {
      await suppress(address, { reason: 'manual' });
      await suppress(address, { reason: 'manual', scope: 'marketing' });
      await mailings.api('DELETE', `/v1/suppressions/${address}`);
    },
    cells: { ...untouched, suppressions: ['marketing manual'] },
  },
  {
    what: 'DELETE /v1/suppressions/batch, of what was suppressed before',
    cause: async (address) => {
      await suppress(address, { reason: 'complaint' });
      await suppress(address, { reason: 'manual', scope: 'marketing' });
      await mailings.api('DELETE', '/v1/suppressions/batch', { emails: andOthers(address) });
    },
    cells: { ...untouched, suppressions: ['marketing manual'] },
  },
];

async function schedule(address: string, overrides: object): Promise<string> {
  const { body } = await mailings.send(address, { scheduled_at: 'in 3 days', ...overrides });
  return body.id;
}

const statusOf = async (id: string) => (await mailings.api('GET', `/v1/emails/${id}`)).body.status;

async function cellsOf(address: string, ids: Record<'transactional' | 'marketing' | 'underTopic', string>) {
  const { body } = await mailings.api('GET', `/v1/suppressions?email=${address}`);
  const subscriptions = await mailings.subscriptions(address);
  const contact = await contactOf(address);
  return {
    transactional: await statusOf(ids.transactional),
    marketing: await statusOf(ids.marketing),
    underTopic: await statusOf(ids.underTopic),
    suppressions: body.data.map(({ scope, reason }: Record<string, string>) => `${scope} ${reason}`),
    topic: subscriptions['offers'],
    tips: subscriptions['tips'],
    contact: contact?.unsubscribed ?? null,
  };
}

test.each(rows.map((row, at) => ({ ...row, at })))('$what', async ({ cause, cells, at }) => {
  const address = `person-${at}@example.com`;
  await add({ email: address });
  const ids = {
    transactional: await schedule(address, { risk_class: 'transactional' }),
    marketing: await schedule(address, {}),
    underTopic: await schedule(address, { topic: 'offers' }),
  };

  await cause(address);

  expect(await cellsOf(address, ids)).toEqual(cells);
});

test('what is scheduled to somebody else is untouched by all of that', async () => {
  const address = 'bystander@example.com';
  await add({ email: address });
  const ids = {
    transactional: await schedule(address, { risk_class: 'transactional' }),
    marketing: await schedule(address, {}),
    underTopic: await schedule(address, { topic: 'offers' }),
  };

  for (const [at, { cause }] of rows.entries()) {
    await add({ email: `neighbour-${at}@example.com` });
    await cause(`neighbour-${at}@example.com`);
  }

  expect(await cellsOf(address, ids)).toEqual(untouched);
});

test('an opt-out of a topic leaves marketing under another one, and transactional mail under it', async () => {
  const address = 'picky@example.com';
  await mailings.api('POST', '/v1/topics/preferences', { email: address, topics: { tips: true } });
  const tips = await schedule(address, { topic: 'tips' });
  const receipt = await schedule(address, { risk_class: 'transactional', topic: 'offers' });

  await mailings.api('POST', '/v1/topics/preferences', { email: address, topics: { offers: false } });

  expect([await statusOf(tips), await statusOf(receipt)]).toEqual(['scheduled', 'scheduled']);
});
