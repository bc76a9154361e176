import type { Trigger } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { hrefWith } from '../../parts/filters';
import { capital } from '../../parts/words';
import { useClient } from '../../service/client';
import { beginsWhen } from './words';

/** What takes people in, and what can be done about it from here. */
export function Begins({ trigger }: { trigger: Trigger }) {
  if (trigger.kind === 'contact_added' && trigger.audience_id !== null)
    return <Joining audienceId={trigger.audience_id} />;
  if (trigger.kind === 'api') return 'You enrol them here, or a program does by a call';
  return (
    <>
      {capital(beginsWhen(trigger))}
      {trigger.event_name && (
        <Link href={hrefWith('/automations/event', { name: trigger.event_name })} className="line">
          Send this event
        </Link>
      )}
    </>
  );
}

function Joining({ audienceId }: { audienceId: string }) {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ['audience', audienceId],
    queryFn: ({ signal }) => client.getAudience(audienceId, { signal }),
  });
  if (error) return `Somebody joins the audience ${audienceId}, which cannot be seen: ${error.message}`;
  return `Somebody joins the audience ${data?.name ?? '…'}`;
}
