import { keys } from '../../../shared/db/keys';
import { ServiceTable } from '../table';
import type { Campaigns } from './campaigns';

type Fields = Record<string, unknown>;

/** The due time of a scheduled campaign, and times before and after it. */
export const scheduleTimes = {
  earlier: '2099-05-01T08:00:00.000Z',
  due: '2099-06-01T08:00:00.000Z',
  later: '2099-07-01T08:00:00.000Z',
};

const variants = [{ key: 'a' }, { key: 'b', subject: 'Fresh news' }];

const timedVariants = [
  { key: 'a', send_at: scheduleTimes.due },
  { key: 'b', send_at: scheduleTimes.later },
];

/**
 * The fields that a campaign run would have written. They include no due time, so the service never runs these
 * campaigns.
 */
const recordFields: Record<string, Fields> = {
  sending: { sizes: { first: 2, rest: 0 } },
  paused: { sizes: { first: 2, rest: 0 }, pauseReason: 'interrupted' },
  testing: { sizes: { first: 200, rest: 2 }, 'abTest.decideAt': scheduleTimes.due },
  sent: { finishedAt: '2026-01-01T09:00:00.000Z' },
  failed: { finishedAt: '2026-01-01T09:00:00.000Z', failureReason: 'No domain' },
};

/** The figures of an A/B test whose sample has been sent. */
const sampleFigures: Record<string, Fields> = { testing: { 'a:sent': 100, 'b:sent': 100 } };

/**
 * Creates a campaign that stays in this status, and returns its id. The suffix `/timed` makes the campaign an A/B test
 * of send times. `fields` are set on the campaign record, and `requestFields` in the request that creates the
 * campaign.
 */
export async function createCampaignIn(
  campaigns: Campaigns,
  name: string,
  fields: Fields = {},
  requestFields: Fields = {},
): Promise<string> {
  const [status = '', isTimeTest] = name.split('/');
  const testFields = status === 'testing' ? { variants } : {};
  const id = await campaigns.createDraft({
    ...(isTimeTest ? { variants: timedVariants } : testFields),
    ...requestFields,
  });
  if (status === 'scheduled') await campaigns.send(id, isTimeTest ? {} : { scheduled_at: scheduleTimes.due });
  if (status in recordFields)
    await writeRecord(campaigns, id, { status, ...recordFields[status], ...fields });
  return id;
}

async function writeRecord({ service, workspace }: Campaigns, id: string, fields: Fields): Promise<void> {
  const { 'abTest.decideAt': decideAt, ...rest } = fields;
  const table = await ServiceTable.open(service);
  const key = keys.campaign(workspace.workspaceId, id);
  const { abTest } = (await table.get(key)) ?? {};
  const startedAt = '2026-01-01T08:00:00.000Z';
  await table.update(key, {
    startedAt,
    ...rest,
    ...(decideAt !== undefined && { abTest: { ...(abTest as Fields), decideAt } }),
  });
  const figures = sampleFigures[String(fields['status'])];
  if (figures) await table.put({ ...keys.campaignCounts(workspace.workspaceId, id), ...figures });
  table.close();
}
