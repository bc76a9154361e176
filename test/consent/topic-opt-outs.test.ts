import { Mailings } from '../support/links/mailings';
import { people } from '../support/actor';
import { theService } from '../support/the-service';

/** What happenings.test.ts has no cell for: who is meant, and what is not undone. */
const service = theService();
let mailings: Mailings;

beforeEach(async () => {
  mailings = await Mailings.start(service);
});

const kim = 'kim@example.com';

/** The id of a mail about offers that leaves in two hours. */
async function scheduled(to: string, by = mailings): Promise<string> {
  const { body } = await by.send(to, { topic: 'offers', scheduled_at: 'in 2 hours' });
  if (body.status !== 'scheduled') throw new Error(`Not scheduled: ${JSON.stringify(body)}`);
  return body.id;
}

const statusOf = async (id: string, by = mailings): Promise<string> =>
  (await by.api('GET', `/v1/emails/${id}`)).body.status;

const choose = (email: string, offers: boolean) =>
  mailings.api('POST', '/v1/topics/preferences', { email, topics: { offers } });

const importChoice = (emails: string[], subscribed: boolean) =>
  mailings.api('POST', '/v1/topics/offers/import', { emails, subscribed });

/** More than are looked up one by one. */
const crowd = people(40);

const causes: [cause: string, choose: (email: string, subscribed: boolean) => Promise<unknown>][] = [
  ['the API', choose],
  ['an import of a few', (email, subscribed) => importChoice([email], subscribed)],
  ['an import of many', (email, subscribed) => importChoice([...crowd, email], subscribed)],
];

describe.each(causes)('by %s', (_cause, chooses) => {
  test('an opt-out finds all that is scheduled to the address, however it was written', async () => {
    const ids = [await scheduled(kim), await scheduled('Kim <Kim@Example.com>')];

    await chooses('KIM@example.com', false);

    expect(await Promise.all(ids.map((id) => statusOf(id)))).toEqual(['canceled', 'canceled']);
  });

  test("an opt-out leaves another workspace's mail as it is", async () => {
    const other = await Mailings.start(service);
    const id = await scheduled(kim, other);

    await chooses(kim, false);

    expect(await statusOf(id, other)).toBe('scheduled');
  });

  test('an opt-in cancels nothing, and brings nothing back', async () => {
    const before = await scheduled(kim);
    await chooses(kim, false);

    await chooses(kim, true);
    const after = await scheduled(kim);
    await chooses(kim, true);

    expect([await statusOf(before), await statusOf(after)]).toEqual(['canceled', 'scheduled']);
  });
});
