import type { WebhookEndpoint } from '@carrier-nest/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog';
import { Form, type FormValues } from '../../parts/form';
import { ShowOnce } from '../../parts/show-once';
import { useClient } from '../../service/client';
import { EndpointFields, readEndpoint } from './endpoint-fields';

interface NewEndpointProps {
  buttonLabel: string;
  isPrimary?: boolean;
  /** The endpoint that the new endpoint replaces. */
  replacedEndpoint?: WebhookEndpoint;
}

/** Adds an endpoint and shows its secret once. */
export function NewEndpoint({ buttonLabel, isPrimary = false, replacedEndpoint }: NewEndpointProps) {
  const [isOpen, setOpen] = useState(false);
  const create = useCreateEndpoint();
  const close = (): void => {
    setOpen(false);
    // Drops the last copy of the secret from memory.
    create.reset();
  };
  return (
    <>
      <button type="button" className={isPrimary ? 'primary' : undefined} onClick={() => setOpen(true)}>
        {buttonLabel}
      </button>
      {isOpen && (
        <Dialog title={create.data ? 'Signing secret' : buttonLabel} onClose={close}>
          {create.data ? (
            <ShowOnce secret={create.data.secret} itemLabel="signing secret" onDone={close} />
          ) : (
            <Form
              submitLabel="Add"
              isBusy={create.isPending}
              error={create.error}
              onCancel={close}
              onSubmit={(formValues) => create.mutate(formValues)}
            >
              {replacedEndpoint && <ReplacementNote />}
              <EndpointFields endpoint={replacedEndpoint} />
            </Form>
          )}
        </Dialog>
      )}
    </>
  );
}

function useCreateEndpoint() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (formValues: FormValues) => client.createWebhookEndpoint(readEndpoint(formValues)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
    // Removes the secret from the cache together with the mutation.
    gcTime: 0,
  });
}

function ReplacementNote() {
  return (
    <p>
      A secret cannot be read or changed. This form adds a second endpoint with a new secret. Make your
      receiver accept both secrets (verifyWebhook accepts several), then delete the first endpoint. Until
      then, each event is delivered twice.
    </p>
  );
}
