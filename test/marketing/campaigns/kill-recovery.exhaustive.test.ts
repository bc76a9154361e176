import { setTimeout as sleep } from 'node:timers/promises';
import { deadLetters } from '../../support/journal';
import { Service } from '../../support/service';
import { Campaigns, minuteMs } from '../../support/campaigns/campaigns';

const recipientCount = 5_000;

/** The numbers of mailed recipients at which the process is killed. */
const killAtMailed = [400, 1_500, 2_800];

/** Recipients per second. The rate is low enough to kill the process in time and to run on two cores. */
const max_send_rate = 40;

/**
 * Long enough for the leases of killed workers to expire, for unknown outcomes to be retried, and for the run to end.
 */
const completionMaxMs = 90 * minuteMs;

/** Waits until the campaign's progress reaches the count. Listing the outbox would take too long. */
async function waitUntilMailed(campaigns: Campaigns, id: string, count: number): Promise<number> {
  for (;;) {
    const mailed = Number((await campaigns.getCampaign(id)).progress?.sent ?? 0);
    if (mailed >= count) return mailed;
    await sleep(500);
  }
}

// CA-23
test('a campaign mails each of 5,000 recipients once although the process is killed three times', async () => {
  let service = await Service.start();
  await service.control('PATCH', '/settings', { max_send_rate });
  let campaigns = await Campaigns.create(service);
  const addresses = await campaigns.addManyContacts(recipientCount);
  const id = await campaigns.createDraft();
  await campaigns.send(id);

  for (const count of killAtMailed) {
    const mailed = await waitUntilMailed(campaigns, id, count);
    expect(mailed).toBeLessThan(recipientCount);
    await service.killHard();
    service = await Service.start(service.dataDir);
    await service.control('PATCH', '/settings', { max_send_rate });
    campaigns = campaigns.reconnect(service);
    // The lease of the lane, which the killed worker held, expires.
    await service.advance(minuteMs);
  }
  await campaigns.advanceAndSettle(completionMaxMs);
  await campaigns.advanceAndSettle(completionMaxMs);

  expect(await campaigns.listMailedAddresses()).toEqual([...addresses].sort());
  expect(await campaigns.getCampaign(id)).toMatchObject({ status: 'sent', pause_reason: null });
  expect(await campaigns.countRecipientsBy(id, ({ status }) => status)).toEqual({
    delivered: recipientCount,
  });
  expect(await campaigns.workspace.getEmailsUsed()).toBe(recipientCount);
  expect(deadLetters(service)).toEqual([]);
  await service.stop();
}, 900_000);
