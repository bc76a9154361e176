import type { Trigger } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { buildHref } from '../../parts/filters';
import { capitalize } from '../../parts/format';
import { useClient } from '../../service/client';
import { describeTrigger } from './automation-text';

/** What takes people in, and what can be done about it from here. */
export function TriggerSummary({ trigger }: { trigger: Trigger }) {
  if (trigger.kind === 'contact_added' && trigger.audience_id !== null)
    return <AudienceTrigger audienceId={trigger.audience_id} />;
  if (trigger.kind === 'api') return 'You enrol them here, or a program does by a call';
  return (
    <>
      {capitalize(describeTrigger(trigger))}
      {trigger.event_name && (
        <Link href={buildHref('/automations/event', { name: trigger.event_name })} className="line">
          Send this event
        </Link>
      )}
    </>
  );
}

function AudienceTrigger({ audienceId }: { audienceId: string }) {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ['audience', audienceId],
    queryFn: ({ signal }) => client.getAudience(audienceId, { signal }),
  });
  if (error) return `Somebody joins the audience ${audienceId}, which cannot be seen: ${error.message}`;
  return `Somebody joins the audience ${data?.name ?? '…'}`;
}
