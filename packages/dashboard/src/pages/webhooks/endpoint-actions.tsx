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

/** Disabling is confirmed: what happens meanwhile is never told. */
export const EnableOrDisable = ({ endpoint }: EndpointProps) =>
  endpoint.enabled ? <DisableEndpoint endpoint={endpoint} /> : <EnableEndpoint endpoint={endpoint} />;

function EnableEndpoint({ endpoint: { id } }: EndpointProps) {
  const client = useClient();
  const enable = useMutation({
    mutationFn: () => client.updateWebhookEndpoint(id, { enabled: true }),
    onSuccess: useSuccessEffects(updateEffects(id, 'Enabled: what is owed to it is tried in a moment.')),
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
      confirmLabel="Disable it"
      onConfirm={() => client.updateWebhookEndpoint(id, { enabled: false })}
      {...updateEffects(id, 'It is told nothing any more.')}
    >
      <p>
        What happens while it is disabled is never told to it. Deliveries that are tried again wait, and go on
        when it is enabled.
      </p>
    </ConfirmButton>
  );
}

export function EditEndpoint({ endpoint }: EndpointProps) {
  const client = useClient();
  return (
    <FormDialog
      buttonLabel="Edit"
      title="Edit the endpoint"
      submitLabel="Save the endpoint"
      onSubmit={(formValues) => {
        const { url, events } = readEndpoint(formValues);
        // A URL that stays is not checked again.
        return client.updateWebhookEndpoint(endpoint.id, { events, ...(url !== endpoint.url && { url }) });
      }}
      {...updateEffects(endpoint.id, 'The endpoint was changed.')}
    >
      <p>Its secret stays. Deliveries that are tried again go to the URL as it is then.</p>
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
      confirmLabel="Delete the endpoint"
      onConfirm={() => client.deleteWebhookEndpoint(id)}
      successToast={`${url} was deleted.`}
      navigateTo="/webhooks"
      invalidateKeys={[['webhooks']]}
    >
      <p>
        What is still owed to {url} is not delivered, what was delivered is no longer listed, and its secret
        is void. That cannot be taken back.
      </p>
    </ConfirmButton>
  );
}
