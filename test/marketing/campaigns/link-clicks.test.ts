import fc from 'fast-check';
import {
  arbitraryInteractions,
  findReaderInteractions,
  linkOf,
  providerEventOf,
  type Interaction,
} from '../../support/engagement';
import { Campaigns } from '../../support/campaigns/campaigns';
import { useService } from '../../support/use-service';

const service = useService({ timeTravels: true });

const recipientCount = 20;
const roundCount = 3;

interface LinkStats {
  url: string;
  clicks: number;
  unique_clicks: number;
}

/** Counts the readers' clicks on each link, and the emails with such a click. */
function expectedStats(emails: readonly Interaction[][]): LinkStats[] {
  const clickedLinks = emails.map((interactions) =>
    findReaderInteractions(interactions).flatMap((interaction) => linkOf(interaction) ?? []),
  );
  return [...new Set(clickedLinks.flat())].map((url) => ({
    url,
    clicks: clickedLinks.flat().filter((link) => link === url).length,
    unique_clicks: clickedLinks.filter((links) => links.includes(url)).length,
  }));
}

const byUrl = (a: LinkStats, b: LinkStats): number => (a.url < b.url ? -1 : 1);

// EV-19
test('the clicks on the links of a campaign yield the same figures in any order of SES reports, with repeats', async () => {
  await service.control('PATCH', '/settings', { max_send_rate: 500, auto_delivery: false });
  const campaigns = await Campaigns.create(service);
  await campaigns.addManyContacts(recipientCount);
  const id = await campaigns.createAndSend();
  const mails = await campaigns.outbox();
  const emails = mails.map((mail) => ({
    id: mail['message_id'],
    workspaceId: campaigns.workspace.workspaceId,
    acceptedAt: mail['at'],
  }));
  const rounds = fc.array(fc.array(fc.nat(roundCount - 1), { minLength: 1, maxLength: 2 }), {
    minLength: 12,
    maxLength: 12,
  });
  const scenario = fc.array(fc.tuple(arbitraryInteractions({ maxLength: 12 }), rounds), {
    minLength: recipientCount,
    maxLength: recipientCount,
  });

  const [sample = []] = fc.sample(scenario, 1);
  for (let round = 0; round < roundCount; round++) {
    const reports = emails.flatMap((email, index) => {
      const [interactions, interactionRounds] = sample[index] ?? [[], []];
      return interactions
        .filter((_, interaction) => interactionRounds[interaction]?.includes(round))
        .map((interaction) => providerEventOf(email, interaction));
    });
    await Promise.all(reports.map((report) => service.control('POST', '/provider-events', report)));
    await campaigns.advanceAndSettle(16_000);
  }

  const { data } = await campaigns.callOk('GET', `/v1/broadcasts/${id}/links/clicked`);
  expect(emails).toHaveLength(recipientCount);
  expect((data as LinkStats[]).filter(({ clicks }) => clicks > 0).sort(byUrl)).toEqual(
    expectedStats(sample.map(([interactions]) => interactions)).sort(byUrl),
  );
});
