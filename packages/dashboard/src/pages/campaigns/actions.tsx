import type { Broadcast } from '@carrier-nest/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { Confirmed } from '../../parts/confirmed';
import { hrefWith } from '../../parts/filters';
import { useToast } from '../../parts/toast';
import { count } from '../../parts/words';
import { useClient } from '../../service/client';
import { useMoved } from './moved';
import { Schedule } from './schedule';
import { isTimed, SendNow } from './send-now';

/** What its status allows. */
export function Actions({ campaign }: { campaign: Broadcast }) {
  const { id, status } = campaign;
  const waits = status === 'draft' || status === 'scheduled';
  return (
    <>
      {status === 'paused' && <Resume campaign={campaign} />}
      {waits && <SendNow campaign={campaign} />}
      {waits && !isTimed(campaign) && <Schedule campaign={campaign} />}
      {status === 'scheduled' && <Unschedule campaign={campaign} />}
      {status === 'draft' && (
        <Link href={`/campaigns/${id}/edit`} className="button">
          Change
        </Link>
      )}
      <Link href={hrefWith('/campaigns/new', { from: id })} className="button">
        Duplicate
      </Link>
      {status !== 'sending' && <Delete campaign={campaign} />}
    </>
  );
}

function Resume({ campaign }: { campaign: Broadcast }) {
  const client = useClient();
  const moved = useMoved();
  return (
    <Confirmed
      says="Resume"
      isPrimary
      title={`Resume ${campaign.name}?`}
      action={`Send it to ${count(campaign.progress?.pending ?? 0)} more people`}
      does={() => client.resumeBroadcast(campaign.id)}
      onDone={(resumed) => moved(resumed, 'It goes on.')}
    >
      <p>Who got it already does not get it again. If it still has to wait, it pauses again.</p>
    </Confirmed>
  );
}

function Unschedule({ campaign }: { campaign: Broadcast }) {
  const client = useClient();
  const moved = useMoved();
  return (
    <Confirmed
      says="Cancel the schedule"
      title={`Cancel the schedule of ${campaign.name}?`}
      action="Make it a draft again"
      does={() => client.updateBroadcast(campaign.id, { scheduled_at: null })}
      onDone={(draft) => moved(draft, 'It is a draft again.')}
    >
      <p>It does not start, and can be changed.</p>
    </Confirmed>
  );
}

const ends: Partial<Record<Broadcast['status'], string>> = {
  draft: 'What was written is gone.',
  scheduled: 'It does not start, and what was written is gone.',
  paused: 'Who has not been mailed is not mailed any more.',
  testing: 'The winner goes to nobody: who has not been mailed is not mailed any more.',
};

function Delete({ campaign }: { campaign: Broadcast }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const [, navigate] = useLocation();
  return (
    <Confirmed
      says="Delete"
      title={`Delete ${campaign.name}?`}
      action="Delete the campaign"
      does={() => client.deleteBroadcast(campaign.id)}
      onDone={async () => {
        navigate('/campaigns');
        say(`${campaign.name} was deleted.`);
        await queries.invalidateQueries({ queryKey: ['campaigns'] });
      }}
    >
      <p>{ends[campaign.status] ?? 'Its figures go with it.'} Mail that was sent stays in the log.</p>
    </Confirmed>
  );
}
