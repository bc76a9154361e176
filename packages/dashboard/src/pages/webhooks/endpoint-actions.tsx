import type { WebhookEndpoint } from '@carrier-nest/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { Confirmed } from '../../parts/confirmed';
import { FormDialog } from '../../parts/form-dialog';
import { Failure } from '../../parts/states';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';
import { EndpointFields, endpointOf } from './endpoint-fields';

interface Of {
  endpoint: WebhookEndpoint;
}

/** Shows it as it is now, here and in the list. */
function useChanged(says: string): (now: WebhookEndpoint) => Promise<void> {
  const queries = useQueryClient();
  const say = useToast();
  return async (now) => {
    queries.setQueryData(['webhooks', 'one', now.id], now);
    say(says);
    await queries.invalidateQueries({ queryKey: ['webhooks'] });
  };
}

/** Disabling is confirmed: what happens meanwhile is never told. */
export const Switch = ({ endpoint }: Of) =>
  endpoint.enabled ? <Disable endpoint={endpoint} /> : <Enable endpoint={endpoint} />;

function Enable({ endpoint: { id } }: Of) {
  const client = useClient();
  const changed = useChanged('Enabled: what is owed to it is tried in a moment.');
  const enable = useMutation({
    mutationFn: () => client.updateWebhookEndpoint(id, { enabled: true }),
    onSuccess: changed,
  });
  return (
    <>
      <button type="button" className="primary" disabled={enable.isPending} onClick={() => enable.mutate()}>
        Enable
      </button>
      {enable.error && <Failure error={enable.error} />}
    </>
  );
}

function Disable({ endpoint: { id } }: Of) {
  const client = useClient();
  const changed = useChanged('It is told nothing any more.');
  return (
    <Confirmed
      says="Disable"
      title="Disable the endpoint?"
      action="Disable it"
      does={() => client.updateWebhookEndpoint(id, { enabled: false })}
      onDone={changed}
    >
      <p>
        What happens while it is disabled is never told to it. Deliveries that are tried again wait, and go on
        when it is enabled.
      </p>
    </Confirmed>
  );
}

export function EditEndpoint({ endpoint }: Of) {
  const client = useClient();
  const changed = useChanged('The endpoint was changed.');
  return (
    <FormDialog
      says="Edit"
      title="Edit the endpoint"
      action="Save the endpoint"
      does={(entered) => {
        const { url, events } = endpointOf(entered);
        // A URL that stays is not checked again.
        return client.updateWebhookEndpoint(endpoint.id, { events, ...(url !== endpoint.url && { url }) });
      }}
      onDone={changed}
    >
      <p>Its secret stays. Deliveries that are tried again go to the URL as it is then.</p>
      <EndpointFields endpoint={endpoint} />
    </FormDialog>
  );
}

export function DeleteEndpoint({ endpoint: { id, url } }: Of) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const [, navigate] = useLocation();
  return (
    <Confirmed
      says="Delete"
      title="Delete the endpoint?"
      action="Delete the endpoint"
      does={() => client.deleteWebhookEndpoint(id)}
      onDone={async () => {
        navigate('/webhooks');
        say(`${url} was deleted.`);
        await queries.invalidateQueries({ queryKey: ['webhooks'] });
      }}
    >
      <p>
        What is still owed to {url} is not delivered, what was delivered is no longer listed, and its secret
        is void. That cannot be taken back.
      </p>
    </Confirmed>
  );
}
