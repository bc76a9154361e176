import type { Broadcast } from '@carrier-nest/sdk';
import { Status } from '../../parts/status';
import { Time } from '../../parts/time';

interface TimelineEntry {
  at: string | null | undefined;
  label: string;
  /** A status of the `Status` component, which determines the color. */
  tone: string;
}

/** Past and planned events, earliest first. */
export function Timeline({ campaign }: { campaign: Broadcast }) {
  const entries = campaignEntries(campaign)
    .flatMap(({ at, ...entry }) => (at ? [{ at, ...entry }] : []))
    .toSorted((first, second) => Date.parse(first.at) - Date.parse(second.at));
  return (
    <div className="timeline">
      <ol>
        {entries.map(({ at, label, tone }) => (
          <li key={label}>
            <Status status={tone} label={label} />
            <Time at={at} exact />
          </li>
        ))}
      </ol>
    </div>
  );
}

function campaignEntries(campaign: Broadcast): TimelineEntry[] {
  const { status, ab_test, created_at, updated_at, scheduled_at, started_at, finished_at } = campaign;
  const isChanged = started_at === null && updated_at !== created_at;
  return [
    { at: created_at, label: 'Created', tone: 'quiet' },
    { at: isChanged ? updated_at : null, label: 'Updated', tone: 'quiet' },
    {
      at: scheduled_at,
      label: started_at ? 'Scheduled start' : 'Starts',
      tone: started_at ? 'quiet' : 'pending',
    },
    { at: started_at, label: 'Started', tone: 'ok' },
    ...(ab_test ? testEntries(ab_test) : []),
    { at: campaign.resume_after, label: 'Resumes', tone: 'pending' },
    {
      at: finished_at,
      label: status === 'failed' ? 'Failed' : 'All recipients processed',
      tone: status === 'failed' ? 'failed' : 'ok',
    },
  ];
}

function testEntries({ winner, decide_at, decided_at }: NonNullable<Broadcast['ab_test']>): TimelineEntry[] {
  if (!winner) return [{ at: decide_at, label: 'Winner is chosen', tone: 'pending' }];
  return [{ at: decided_at, label: `${winner} was chosen as the winner`, tone: 'ok' }];
}
