import { theService } from '../support/the-service';
import { Campaigns } from './support/campaigns';

/** What a run does: contract.md 4.14. */
const service = theService({ travels: true });
let campaigns: Campaigns;

beforeEach(async () => {
  campaigns = await Campaigns.start(service);
});

afterEach(() => service.control('DELETE', '/faults'));

test('everybody on the audience gets it once, and the campaign is `sent`', async () => {
  const people = await campaigns.addMany(30);
  const id = await campaigns.draft();

  expect(await campaigns.send(id)).toMatchObject({ id, status: 'sending', scheduled_at: null });
  await campaigns.untilIdle();

  expect(await campaigns.read(id)).toMatchObject({
    status: 'sent',
    progress: null,
    pause_reason: null,
    failure_reason: null,
    started_at: expect.any(String),
    finished_at: expect.any(String),
  });
  expect(await campaigns.mailed()).toEqual([...people].sort());
});
