import { setTimeout as sleep } from 'node:timers/promises';
import { Campaigns } from '../../test/support/campaigns/campaigns';
import type { Service } from '../../test/support/service';
import type { ServiceTable } from '../../test/support/table';
import { aBulkSender, sendMany, type Sender } from '../load';
import { count, median, verdict, type Table } from '../table';
import { fill, setRate } from './run';

const people = 20_000;

const singleSends = 200;

/** A pause between the sends of a neighbour, in ms: they have a password reset to send now and then. */
const pauseMs = 100;

/** Recipients a second of the account: so many that two cores have time left. */
const accountRate = 25;

/** Functions have warmed up by then. */
const warmAfter = 300;

/** How long single sends of one workspace take while another's campaign runs, beside how long they take alone. */
export async function measureNeighbours(service: Service, table: ServiceTable): Promise<Table> {
  await setRate(service, accountRate);
  const neighbour = await aBulkSender(service);
  await sendMany(service, neighbour, { mails: 100, concurrency: 4 });
  await service.settle();
  const alone = await medianOfSends(service, neighbour);
  const campaigns = await Campaigns.start(service, { requests_per_minute: 1_000_000 });
  await fill(campaigns, table, people);
  const id = await campaigns.draft();
  await campaigns.send(id);
  while ((await campaigns.read(id)).progress?.sent < warmAfter) await sleep(1_000);
  const beside = await medianOfSends(service, neighbour);
  const mailedMeanwhile = (await campaigns.read(id)).progress?.sent;
  if (mailedMeanwhile === undefined) throw new Error('The campaign was over before its neighbour');
  // The rest of it takes half an hour, and shows nothing more.
  await campaigns.actor.set({ suspended_reason: 'measured' });
  const times = beside / alone;
  return {
    id: 'campaign-neighbours',
    title: 'A single send of one workspace while a campaign of another runs',
    head: ['what', 'alone', `beside a campaign for ${count(people)}`, 'times', 'budget', ''],
    rows: [
      ['median of a send, ms', alone.toFixed(1), beside.toFixed(1), times.toFixed(2), 2, verdict(times, 2)],
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
