import type { Broadcast } from '@carrier-nest/sdk';
import { Status } from '../../parts/status';
import { Time } from '../../parts/time';

interface TimelineEntry {
  at: string | null | undefined;
  label: string;
  /** As of a status. */
  tone: string;
}

/** What happened to it, and what will, the earliest first. */
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
    { at: created_at, label: 'Written', tone: 'quiet' },
    { at: isChanged ? updated_at : null, label: 'Changed', tone: 'quiet' },
    { at: scheduled_at, label: started_at ? 'Was due' : 'Starts', tone: started_at ? 'quiet' : 'pending' },
    { at: started_at, label: 'Started', tone: 'ok' },
    ...(ab_test ? testEntries(ab_test) : []),
    { at: campaign.resume_after, label: 'Goes on', tone: 'pending' },
    {
      at: finished_at,
      label: status === 'failed' ? 'Ended as failed' : 'Everybody had their turn',
      tone: status === 'failed' ? 'failed' : 'ok',
    },
  ];
}

function testEntries({ winner, decide_at, decided_at }: NonNullable<Broadcast['ab_test']>): TimelineEntry[] {
  if (!winner) return [{ at: decide_at, label: 'The winner is chosen', tone: 'pending' }];
  return [{ at: decided_at, label: `${winner} was chosen for everybody else`, tone: 'ok' }];
}
