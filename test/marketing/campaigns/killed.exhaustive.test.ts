import { setTimeout as sleep } from 'node:timers/promises';
import { deadLetters } from '../../support/journal';
import { Service } from '../../support/service';
import { Campaigns, minute } from '../../support/campaigns/campaigns';

const peopleCount = 5_000;

/** How far the campaign is each time the process dies: how many have got it. */
const deathsAt = [400, 1_500, 2_800];

/** Recipients a second: slow enough that there is time to die, and that two cores keep up. */
const max_send_rate = 40;

/** Enough for the leases that the dead held, for outcomes that nobody heard, and for all the rest at any pace. */
const untilDone = 90 * minute;

/** Waits until at least so many have got it, as the campaign's own figures say: to list the outbox takes the time of mails. */
async function untilMailed(campaigns: Campaigns, id: string, count: number): Promise<number> {
  for (;;) {
    const mailed = Number((await campaigns.read(id)).progress?.sent ?? 0);
    if (mailed >= count) return mailed;
    await sleep(500);
  }
}

test('kill -9 three times on the way of a campaign for 5,000: everybody gets it once', async () => {
  let service = await Service.start();
  await service.control('PATCH', '/settings', { max_send_rate });
  let campaigns = await Campaigns.start(service);
  const people = await campaigns.addMany(peopleCount);
  const id = await campaigns.draft();
  await campaigns.send(id);

  for (const count of deathsAt) {
    const mailed = await untilMailed(campaigns, id, count);
    expect(mailed).toBeLessThan(peopleCount);
    await service.killHard();
    service = await Service.start(service.dataDir);
    await service.control('PATCH', '/settings', { max_send_rate });
    campaigns = campaigns.on(service);
    // Past the lease of the lane that the dead handed out.
    await service.advance(minute);
  }
  await campaigns.pass(untilDone);
  await campaigns.pass(untilDone);

  expect(await campaigns.mailed()).toEqual([...people].sort());
  expect(await campaigns.read(id)).toMatchObject({ status: 'sent', pause_reason: null });
  expect(await campaigns.tally(id, ({ status }) => status)).toEqual({ delivered: peopleCount });
  expect(await campaigns.actor.used()).toBe(peopleCount);
  expect(deadLetters(service)).toEqual([]);
  await service.stop();
}, 900_000);
