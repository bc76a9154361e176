import { Browser } from '../links/support/browser';
import { Mailings } from '../links/support/mailings';
import { Service } from '../support/service';
import { people } from './support/desk';

let service: Service;
let browser: Browser;
let mailings: Mailings;

beforeAll(async () => {
  service = await Service.start();
  browser = new Browser(service);
}, 60_000);

beforeEach(async () => {
  mailings = await Mailings.start(service);
});

afterAll(() => service.stop());

const [kim, lee] = ['kim@example.com', 'lee@example.com'];

/** The id of a mail that leaves in two hours. */
async function scheduled(to: string, overrides: Record<string, unknown> = {}): Promise<string> {
  const { body } = await mailings.send(to, { scheduled_at: 'in 2 hours', ...overrides });
  if (body.status !== 'scheduled') throw new Error(`Not scheduled: ${JSON.stringify(body)}`);
  return body.id;
}

const statusOf = async (id: string): Promise<string> =>
  (await mailings.api('GET', `/v1/emails/${id}`)).body.status;

const choose = (email: string, topics: Record<string, boolean>) =>
  mailings.api('POST', '/v1/topics/preferences', { email, topics });

const importChoice = (emails: string[], subscribed = false) =>
  mailings.api('POST', '/v1/topics/offers/import', { emails, subscribed });

const ofMany = [...people(40), kim];

describe('an opt-out of a topic', () => {
  test.each<[cause: string, optOut: () => Promise<unknown>]>([
    ['the API', () => choose(kim, { offers: false })],
    ['an import', () => importChoice([kim])],
    ['an import of many', () => importChoice(ofMany)],
    [
      'one click in a mail about it',
      async () => browser.submit((await mailings.linksTo(kim, { topic: 'offers' })).unsubscribe),
    ],
    [
      'the preference page',
      async () => browser.submit((await mailings.linksTo(kim)).preferences, [['shown', 'offers']]),
    ],
  ])('by %s cancels the scheduled marketing mail about it at once, and no other', async (_cause, optOut) => {
    await choose(kim, { tips: true });
    const about = [await scheduled(kim, { topic: 'offers' })];
    about.push(await scheduled('Kim <Kim@Example.com>', { topic: 'offers' }));
    const others = [
      await scheduled(kim),
      await scheduled(kim, { topic: 'tips' }),
      await scheduled(kim, { topic: 'offers', risk_class: 'transactional' }),
      await scheduled(lee, { topic: 'offers' }),
    ];

    await optOut();

    expect(await Promise.all(about.map(statusOf))).toEqual(['canceled', 'canceled']);
    expect(await Promise.all(others.map(statusOf))).toEqual(others.map(() => 'scheduled'));
  });

  test("leaves another workspace's mail to the address as it is", async () => {
    const other = await Mailings.start(service);
    const { body } = await other.send(kim, { topic: 'offers', scheduled_at: 'in 2 hours' });

    await choose(kim, { offers: false });
    await importChoice(ofMany);

    expect((await other.api('GET', `/v1/emails/${body.id}`)).body.status).toBe('scheduled');
  });

  test('that is taken back brings no canceled mail back', async () => {
    const id = await scheduled(kim, { topic: 'offers' });

    await choose(kim, { offers: false });
    await choose(kim, { offers: true });

    expect(await statusOf(id)).toBe('canceled');
  });
});

test.each([
  ['the API', () => choose(kim, { offers: true })],
  ['an import', () => importChoice(ofMany, true)],
])('an opt-in by %s cancels nothing', async (_cause, optIn) => {
  const id = await scheduled(kim, { topic: 'offers' });

  await optIn();

  expect(await statusOf(id)).toBe('scheduled');
});
