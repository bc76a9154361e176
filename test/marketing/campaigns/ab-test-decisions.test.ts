import { useService } from '../../support/use-service';
import { refusalOf } from '../../support/api-helpers';
import { clickAt, openAt, providerEventOf, type Interaction } from '../../support/engagement';
import { aWorkspace } from '../../support/factories';
import { aTimestamp } from '../../support/matchers';
import type { OutboxMail } from '../../support/test-workspace';
import { createCampaignIn, scheduleTimes } from '../../support/campaigns/campaign-in-status';
import { Campaigns, minuteMs, type ApiBody } from '../../support/campaigns/campaigns';

/** The figures of an A/B test at its decision, and of the rollout to the remaining recipients (CA-47 to CA-49). */
const service = useService({ timeTravels: true });
let campaigns: Campaigns;

beforeEach(async () => {
  await service.control('PATCH', '/settings', { max_send_rate: 500 });
  campaigns = await Campaigns.create(service);
});

const variants = [{ key: 'a' }, { key: 'b', subject: 'Fresh news' }];

/** Sends the sample of 100 recipients per variant. Another 50 recipients remain. */
async function createSampledTest(): Promise<string> {
  await campaigns.addManyContacts(250);
  return campaigns.createAndSend({ variants, ab_test: { sample_share: 0.8 } });
}

/** Lists the emails of a variant in the order in which they were sent: the sample, then the rollout. */
async function listVariantMails(id: string, variant: string) {
  const ids = new Set(
    (await campaigns.listRecipients(id)).filter((row) => row.variant === variant).map((row) => row.id),
  );
  const mails = (await campaigns.outbox()).filter(({ message_id }) => ids.has(message_id));
  return { sample: mails.slice(0, 100), rollout: mails.slice(100) };
}

const getDecision = (id: string): Promise<ApiBody> =>
  campaigns.callOk('GET', `/v1/broadcasts/${id}/decision`);

/** Reports the interactions with each email through SES. */
async function report(mails: readonly OutboxMail[], ...interactions: Interaction[]): Promise<void> {
  for (const mail of mails) {
    const email = {
      id: mail['message_id'],
      workspaceId: campaigns.workspace.workspaceId,
      acceptedAt: mail['at'],
    };
    for (const interaction of interactions)
      await service.control('POST', '/provider-events', providerEventOf(email, interaction));
  }
  // The service needs this time to rule out that a scanner caused the events.
  await campaigns.advanceAndSettle(20_000);
}

/** The figures of 100 delivered emails. */
const figures = (key: string, unique_opens: number, unique_clicks: number) => ({
  key,
  sent: 100,
  unique_opens,
  unique_clicks,
  open_rate: unique_opens / 100,
  click_rate: unique_clicks / 100,
});

const decideAutomatically = async (): Promise<void> => campaigns.advanceAndSettle(4 * 60 * minuteMs);

/** The winner of each kind of decision. A user can choose the variant with fewer opens. */
const decisions = [
  { decidedBy: 'auto', winner: 'b', decide: decideAutomatically },
  {
    decidedBy: 'manual',
    winner: 'a',
    decide: async (id: string) => {
      expect((await campaigns.callAction(id, 'winner', { variant: 'a' })).status).toBe(202);
    },
  },
];

// CA-47, CA-48
test.each(decisions)(
  'the figures of a decision ($decidedBy) stay as they were, and the rollout is counted apart',
  async ({ decidedBy, winner, decide }) => {
    const id = await createSampledTest();
    const [a, b] = [await listVariantMails(id, 'a'), await listVariantMails(id, 'b')];
    await campaigns.simulateEngagement(a.sample.slice(0, 2), 'open');
    await campaigns.simulateEngagement(b.sample.slice(0, 3), 'open');
    await campaigns.simulateEngagement(b.sample.slice(0, 1), 'click');

    await decide(id);
    await campaigns.waitUntilIdle();

    const decision = {
      winner,
      decided_by: decidedBy,
      decided_at: (await campaigns.getCampaign(id)).ab_test.decided_at,
      results: [figures('a', 2, 0), figures('b', 3, 1)],
    };
    const noEngagement = { unique_opens: 0, unique_clicks: 0, open_rate: 0, click_rate: 0 };
    expect(decision.decided_at).toEqual(aTimestamp);
    expect(await getDecision(id)).toEqual({
      ...decision,
      rollout: { key: winner, sent: 50, ...noEngagement },
    });

    // Late opens and clicks of the sample change the live results only.
    await campaigns.simulateEngagement(a.sample.slice(2, 7), 'open');
    await campaigns.simulateEngagement(b.sample.slice(3, 5), 'click');
    const { rollout } = await listVariantMails(id, winner);
    expect(rollout).toHaveLength(50);
    await campaigns.simulateEngagement(rollout.slice(0, 10), 'open');
    await campaigns.simulateEngagement(rollout.slice(0, 4), 'click');

    expect(await getDecision(id)).toEqual({
      ...decision,
      rollout: {
        key: winner,
        sent: 50,
        unique_opens: 10,
        unique_clicks: 4,
        open_rate: 0.2,
        click_rate: 0.08,
      },
    });
    const live = (await campaigns.getCampaign(id)).ab_test.results;
    expect(live).toMatchObject(
      winner === 'a'
        ? [
            { sent: 150, unique_opens: 17, unique_clicks: 4 },
            { sent: 100, unique_opens: 3, unique_clicks: 3 },
          ]
        : [
            { sent: 100, unique_opens: 7, unique_clicks: 0 },
            { sent: 150, unique_opens: 13, unique_clicks: 7 },
          ],
    );
  },
);

// CA-48
test('the rollout counts a repeated report once, and no longer counts an open that a scanner caused', async () => {
  const id = await createSampledTest();
  await decideAutomatically();
  await campaigns.waitUntilIdle();
  const { rollout } = await listVariantMails(id, 'a');

  const [first, second] = [rollout.slice(0, 1), rollout.slice(1, 2)];
  await report([...first, ...second], openAt(5_000));
  await report([...first, ...second], openAt(5_000));
  const { rollout: opened } = await getDecision(id);
  // A scanner follows two links at once.
  await report(first, clickAt(6_000, 'https://acme.test/1'), clickAt(6_500, 'https://acme.test/2'));
  await report(second, clickAt(15_000), clickAt(15_000));

  expect(opened).toMatchObject({ unique_opens: 2, unique_clicks: 0 });
  expect((await getDecision(id)).rollout).toMatchObject({ unique_opens: 1, unique_clicks: 1 });
});

const decided = {
  metric: 'open',
  sampleShare: 0.8,
  decideAfterMinutes: 240,
  decideAt: scheduleTimes.earlier,
  winner: 'b',
  decidedBy: 'auto',
  decidedAt: scheduleTimes.earlier,
};

/** Campaigns without figures of a decision, and what their refusal says. */
const refused: [string, () => Promise<string>, string][] = [
  [
    'without an A/B test',
    () => createCampaignIn(campaigns, 'sent'),
    'This campaign has no A/B test. Get the campaign for its progress',
  ],
  [
    'that is a draft',
    () => campaigns.createDraft({ variants }),
    'No winner is decided, and this campaign is draft. Try again once ab_test.winner is set',
  ],
  [
    'that waits for its decision',
    () => createCampaignIn(campaigns, 'testing'),
    'No winner is decided, and this campaign is testing. Try again once ab_test.winner is set',
  ],
  [
    'that tests send times',
    () => createCampaignIn(campaigns, 'sent/timed'),
    'A test of send times has no winner. Get the campaign to compare its variants in ab_test.results',
  ],
  [
    'that an earlier version of the service decided',
    () => createCampaignIn(campaigns, 'sent', { abTest: decided }, { variants }),
    'An earlier version of the service decided this test and kept no figures. Get the campaign for the results of sample and rollout together in ab_test.results',
  ],
];

// CA-49
test.each(refused)('a campaign %s has no figures of a decision', async (_name, create, message) => {
  const id = await create();

  const response = await campaigns.api('GET', `/v1/broadcasts/${id}/decision`);

  expect(refusalOf(response)).toEqual({ status: 409, type: 'invalid_state', message });
});

// CA-49, R-29
test('the decision of an unknown campaign or of another workspace returns 404, and a name gets the id', async () => {
  const id = await createCampaignIn(campaigns, 'testing', {}, { name: 'Autumn' });
  const other = await aWorkspace(service);

  const foreign = await service.api('GET', `/v1/broadcasts/${id}/decision`, { key: other.key });
  const named = await campaigns.api('GET', '/v1/broadcasts/autumn/decision');

  expect(refusalOf(foreign)).toMatchObject({ status: 404, type: 'not_found' });
  expect(refusalOf(named)).toEqual({
    status: 404,
    type: 'not_found',
    message: `No such campaign. The id of Autumn is ${id}`,
  });
});
