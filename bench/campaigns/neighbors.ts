import { setTimeout as sleep } from 'node:timers/promises';
import { Campaigns } from '../../test/support/campaigns/campaigns';
import type { Service } from '../../test/support/service';
import type { ServiceTable } from '../../test/support/table';
import { createBulkSender, sendMany, type Sender } from '../load';
import { count, median, verdict, type Table } from '../table';
import { fillAudience, setRate } from './run';

const contactCount = 20_000;

const singleSends = 200;

/** The pause between two sends of the neighbor, a workspace that occasionally sends a password reset. */
const pauseMs = 100;

/**
 * The send rate of the account in recipients per second, low enough that the CPU of a machine with two cores is not the
 * bottleneck.
 */
const accountRate = 25;

/** After this number of emails, the functions are warm. */
const warmAfterSent = 300;

/**
 * Measures how much a campaign of one workspace slows down single sends of another workspace.
 */
export async function measureNeighbors(service: Service, table: ServiceTable): Promise<Table> {
  await setRate(service, accountRate);
  const neighbor = await createBulkSender(service);
  await sendMany(service, neighbor, { mails: 100, concurrency: 4 });
  await service.settle();
  const aloneMs = await medianOfSends(service, neighbor);
  const campaigns = await Campaigns.create(service, { requests_per_minute: 1_000_000 });
  await fillAudience(campaigns, table, contactCount);
  const id = await campaigns.createDraft();
  await campaigns.send(id);
  while ((await campaigns.getCampaign(id)).progress?.sent < warmAfterSent) await sleep(1_000);
  const duringCampaignMs = await medianOfSends(service, neighbor);
  const sentMeanwhile = (await campaigns.getCampaign(id)).progress?.sent;
  if (sentMeanwhile === undefined) throw new Error('The campaign ended before the sends of its neighbor');
  // Stop the campaign, because its remaining emails take half an hour and add no information.
  await campaigns.workspace.updateWorkspace({ suspended_reason: 'measured' });
  const ratio = duringCampaignMs / aloneMs;
  return {
    id: 'campaign-neighbors',
    title: 'Single sends of a workspace during a campaign of another workspace',
    head: ['metric', 'alone', `during a campaign to ${count(contactCount)}`, 'ratio', 'budget', ''],
    rows: [
      [
        'median duration of a send, ms',
        aloneMs.toFixed(1),
        duringCampaignMs.toFixed(1),
        ratio.toFixed(2),
        2,
        verdict(ratio, 2),
      ],
    ],
  };
}

async function medianOfSends(service: Service, sender: Sender): Promise<number> {
  const times: number[] = [];
  for (let sent = 0; sent < singleSends; sent++) {
    times.push(...(await sendMany(service, sender, { mails: 1, concurrency: 1 })));
    await sleep(pauseMs);
  }
  return median(times);
}
