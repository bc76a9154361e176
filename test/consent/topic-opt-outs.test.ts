import { MailWorkspace } from '../support/links/mail-workspace';
import { numberedAddresses } from '../support/test-workspace';
import { useService } from '../support/use-service';

/**
 * Cases that consent-events.test.ts does not cover: the addresses that an opt-out affects, and the emails that an
 * opt-in does not restore.
 */
const service = useService();
let mailWorkspace: MailWorkspace;

beforeEach(async () => {
  mailWorkspace = await MailWorkspace.create(service);
});

const kim = 'kim@example.com';

/** Schedules an email under the topic offers in two hours and returns its id. */
async function scheduleOffersMail(to: string, sender = mailWorkspace): Promise<string> {
  const { body } = await sender.send(to, { topic: 'offers', scheduled_at: 'in 2 hours' });
  if (body.status !== 'scheduled') throw new Error(`Not scheduled: ${JSON.stringify(body)}`);
  return body.id;
}

const statusOf = async (id: string, sender = mailWorkspace): Promise<string> =>
  (await sender.api('GET', `/v1/emails/${id}`)).body.status;

const setPreference = (email: string, offers: boolean) =>
  mailWorkspace.api('POST', '/v1/topics/preferences', { email, topics: { offers } });

const importPreferences = (emails: string[], subscribed: boolean) =>
  mailWorkspace.api('POST', '/v1/topics/offers/import', { emails, subscribed });

/** More addresses than the service looks up one by one. */
const manyAddresses = numberedAddresses(40);

const causes: [cause: string, setPreference: (email: string, subscribed: boolean) => Promise<unknown>][] = [
  ['POST /v1/topics/preferences', setPreference],
  ['an import of one address', (email, subscribed) => importPreferences([email], subscribed)],
  [
    'an import of many addresses',
    (email, subscribed) => importPreferences([...manyAddresses, email], subscribed),
  ],
];

describe.each(causes)('through %s', (_description, changePreference) => {
  // S-22
  test('an opt-out cancels every email scheduled to the address, in any spelling', async () => {
    const ids = [await scheduleOffersMail(kim), await scheduleOffersMail('Kim <Kim@Example.com>')];

    await changePreference('KIM@example.com', false);

    expect(await Promise.all(ids.map((id) => statusOf(id)))).toEqual(['canceled', 'canceled']);
  });

  test("an opt-out does not affect another workspace's email", async () => {
    const otherWorkspace = await MailWorkspace.create(service);
    const id = await scheduleOffersMail(kim, otherWorkspace);

    await changePreference(kim, false);

    expect(await statusOf(id, otherWorkspace)).toBe('scheduled');
  });

  // TO-11
  test('an opt-in cancels no email and restores no email', async () => {
    const before = await scheduleOffersMail(kim);
    await changePreference(kim, false);

    await changePreference(kim, true);
    const after = await scheduleOffersMail(kim);
    await changePreference(kim, true);

    expect([await statusOf(before), await statusOf(after)]).toEqual(['canceled', 'scheduled']);
  });
});
