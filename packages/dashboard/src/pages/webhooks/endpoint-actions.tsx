import type { WebhookEndpoint } from '@carrier-nest/sdk';
import { useMutation } from '@tanstack/react-query';
import { ConfirmButton } from '../../parts/confirm-button';
import { FormDialog } from '../../parts/form-dialog';
import { ErrorMessage } from '../../parts/states';
import { useSuccessEffects, type SuccessEffects } from '../../parts/success-effects';
import { useClient } from '../../service/client';
import { EndpointFields, readEndpoint } from './endpoint-fields';

interface EndpointProps {
  endpoint: WebhookEndpoint;
}

const updateEffects = (id: string, successToast: string): SuccessEffects<WebhookEndpoint> => ({
  successToast,
  resultKey: ['webhooks', 'detail', id],
  invalidateKeys: [['webhooks']],
});

/** Disabling asks for confirmation, because events that occur while the endpoint is disabled are never delivered. */
export const EnableOrDisable = ({ endpoint }: EndpointProps) =>
  endpoint.enabled ? <DisableEndpoint endpoint={endpoint} /> : <EnableEndpoint endpoint={endpoint} />;

function EnableEndpoint({ endpoint: { id } }: EndpointProps) {
  const client = useClient();
  const enable = useMutation({
    mutationFn: () => client.updateWebhookEndpoint(id, { enabled: true }),
    onSuccess: useSuccessEffects(
      updateEffects(id, 'The endpoint was enabled. Outstanding deliveries are retried shortly.'),
    ),
  });
  return (
    <>
      <button type="button" className="primary" disabled={enable.isPending} onClick={() => enable.mutate()}>
        Enable
      </button>
      {enable.error && <ErrorMessage error={enable.error} />}
    </>
  );
}

function DisableEndpoint({ endpoint: { id } }: EndpointProps) {
  const client = useClient();
  return (
    <ConfirmButton
      buttonLabel="Disable"
      title="Disable the endpoint?"
      confirmLabel="Disable endpoint"
      onConfirm={() => client.updateWebhookEndpoint(id, { enabled: false })}
      {...updateEffects(id, 'The endpoint was disabled.')}
    >
      <p>
        Events that occur while the endpoint is disabled are never delivered. Pending retries wait until you
        enable the endpoint.
      </p>
    </ConfirmButton>
  );
}

export function EditEndpoint({ endpoint }: EndpointProps) {
  const client = useClient();
  return (
    <FormDialog
      buttonLabel="Edit"
      title="Edit endpoint"
      submitLabel="Save endpoint"
      onSubmit={(formValues) => {
        const { url, events } = readEndpoint(formValues);
        // An unchanged URL is not sent, so that the API does not check the URL again.
        return client.updateWebhookEndpoint(endpoint.id, { events, ...(url !== endpoint.url && { url }) });
      }}
      {...updateEffects(endpoint.id, 'The endpoint was saved.')}
    >
      <p>The secret does not change. A retry goes to the URL that is current at the time of the retry.</p>
      <EndpointFields endpoint={endpoint} />
    </FormDialog>
  );
}

export function DeleteEndpoint({ endpoint: { id, url } }: EndpointProps) {
  const client = useClient();
  return (
    <ConfirmButton
      buttonLabel="Delete"
      title="Delete the endpoint?"
      confirmLabel="Delete endpoint"
      onConfirm={() => client.deleteWebhookEndpoint(id)}
      successToast={`${url} was deleted.`}
      navigateTo="/webhooks"
      invalidateKeys={[['webhooks']]}
    >
      <p>
        Outstanding events are not delivered to {url}, past deliveries are no longer listed, and the secret
        becomes invalid. This cannot be undone.
      </p>
    </ConfirmButton>
  );
}
