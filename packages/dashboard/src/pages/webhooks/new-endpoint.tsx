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
  /** One that it takes the place of. */
  replacedEndpoint?: WebhookEndpoint;
}

/** Adds an endpoint, and shows its secret once. */
export function NewEndpoint({ buttonLabel, isPrimary = false, replacedEndpoint }: NewEndpointProps) {
  const [isOpen, setOpen] = useState(false);
  const create = useCreateEndpoint();
  const close = (): void => {
    setOpen(false);
    // The secret is nowhere any more but where it was copied to.
    create.reset();
  };
  return (
    <>
      <button type="button" className={isPrimary ? 'primary' : undefined} onClick={() => setOpen(true)}>
        {buttonLabel}
      </button>
      {isOpen && (
        <Dialog title={create.data ? 'The signing secret' : buttonLabel} onClose={close}>
          {create.data ? (
            <ShowOnce secret={create.data.secret} itemLabel="the secret" onDone={close} />
          ) : (
            <Form
              submitLabel="Add the endpoint"
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
    // What the mutation has seen goes with it.
    gcTime: 0,
  });
}

function ReplacementNote() {
  return (
    <p>
      A secret cannot be read or changed. This adds a second endpoint beside the first, with a secret of its
      own. Have your receiver take both (verifyWebhook takes several), then delete the first. Until then each
      event comes twice.
    </p>
  );
}
