import type { Broadcast } from '@carrier-nest/sdk';
import { Status } from '../../parts/status';
import { Time } from '../../parts/time';

interface Moment {
  at: string | null | undefined;
  says: string;
  /** As of a status. */
  tone: string;
}

/** What happened to it, and what will, the earliest first. */
export function Timeline({ campaign }: { campaign: Broadcast }) {
  const moments = momentsOf(campaign)
    .flatMap(({ at, ...moment }) => (at ? [{ at, ...moment }] : []))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return (
    <div className="timeline">
      <ol>
        {moments.map(({ at, says, tone }) => (
          <li key={says}>
            <Status of={tone} says={says} />
            <Time at={at} exact />
          </li>
        ))}
      </ol>
    </div>
  );
}

function momentsOf(campaign: Broadcast): Moment[] {
  const { status, ab_test, created_at, updated_at, scheduled_at, started_at, finished_at } = campaign;
  const isChanged = started_at === null && updated_at !== created_at;
  return [
    { at: created_at, says: 'Written', tone: 'quiet' },
    { at: isChanged ? updated_at : null, says: 'Changed', tone: 'quiet' },
    { at: scheduled_at, says: started_at ? 'Was due' : 'Starts', tone: started_at ? 'quiet' : 'pending' },
    { at: started_at, says: 'Started', tone: 'ok' },
    ...(ab_test ? momentsOfTest(ab_test) : []),
    { at: campaign.resume_after, says: 'Goes on', tone: 'pending' },
    {
      at: finished_at,
      says: status === 'failed' ? 'Ended as failed' : 'Everybody had their turn',
      tone: status === 'failed' ? 'failed' : 'ok',
    },
  ];
}

function momentsOfTest({ winner, decide_at, decided_at }: NonNullable<Broadcast['ab_test']>): Moment[] {
  if (!winner) return [{ at: decide_at, says: 'The winner is chosen', tone: 'pending' }];
  return [{ at: decided_at, says: `${winner} was chosen for everybody else`, tone: 'ok' }];
}
