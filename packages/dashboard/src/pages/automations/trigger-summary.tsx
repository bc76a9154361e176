import type { Trigger } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { buildHref } from '../../parts/filters';
import { capitalize } from '../../parts/format';
import { useClient } from '../../service/client';
import { describeTrigger } from './automation-text';

/** The trigger of an automation, with a link to a form that sends its event. */
export function TriggerSummary({ trigger }: { trigger: Trigger }) {
  if (trigger.kind === 'contact_added' && trigger.audience_id !== null)
    return <AudienceTrigger audienceId={trigger.audience_id} />;
  if (trigger.kind === 'api') return 'API or manual';
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
  if (error) return `Contact joins the audience ${audienceId}, which could not be loaded: ${error.message}`;
  return `Contact joins the audience ${data?.name ?? '…'}`;
}
