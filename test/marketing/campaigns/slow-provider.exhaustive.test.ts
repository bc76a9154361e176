import { Campaigns, minuteMs } from '../../support/campaigns/campaigns';
import { createTestWorkspace } from '../../support/test-workspace';
import { useService } from '../../support/use-service';

/** A large campaign at a high rate while SES is slow. The campaign slows down, and affects nothing else (CA-30). */
const service = useService();

const recipients = 2_000;

beforeEach(() => service.control('PATCH', '/settings', { max_send_rate: 500 }));
afterEach(() => service.control('DELETE', '/faults'));

const delaySes = (delayMs: number) =>
  service.control('POST', '/faults', { service: 'sesv2', operation: 'SendEmail', delay_ms: delayMs });

/** Reads the campaign and sends an email of another workspace, once a second, until the campaign is sent. */
async function observe(campaigns: Campaigns, id: string) {
  const neighbor = await createTestWorkspace(service);
  const states = new Set<string>();
  const [statuses, neighborStatuses] = [new Set<number>(), new Set<number>()];
  for (let status = ''; status !== 'sent';) {
    const [read, sent] = await Promise.all([
      campaigns.api('GET', `/v1/broadcasts/${id}`),
      neighbor.send(),
      new Promise((resolve) => setTimeout(resolve, 1_000)),
    ]);
    ({ status } = read.body);
    states.add(`${status} ${read.body.pause_reason}`);
    statuses.add(read.status);
    neighborStatuses.add(sent.status);
  }
  return { states: [...states], statuses: [...statuses], neighborStatuses: [...neighborStatuses] };
}

test.each([
  ['answers at once', 0, 0],
  ['answers after 200 ms', 200, 0],
  ['answers after a second', 1_000, 0],
  ['answers after 20 seconds for a minute', 20_000, minuteMs],
])(
  'a campaign does not pause while SES %s, and sends to each recipient once',
  async (_title, delayMs, durationMs) => {
    const campaigns = await Campaigns.create(service);
    const addresses = await campaigns.addManyContacts(recipients);
    const id = await campaigns.createDraft();
    if (delayMs > 0) await delaySes(delayMs);
    const end = durationMs > 0 && setTimeout(() => void service.control('DELETE', '/faults'), durationMs);

    const startedAt = Date.now();
    await campaigns.send(id);
    const seen = await observe(campaigns, id);
    if (end) clearTimeout(end);

    process.stderr.write(`${delayMs} ms: ${(Date.now() - startedAt) / 1000} s ${JSON.stringify(seen)}\n`);
    expect(seen).toEqual({
      states: ['sending null', 'sent null'],
      statuses: [200],
      neighborStatuses: [202],
    });
    expect(await campaigns.listMailedAddresses()).toEqual([...addresses].sort());
  },
  5 * minuteMs,
);
