import type { WebhookEndpoint } from '@carrier-nest/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog';
import { Form, type Entered } from '../../parts/form';
import { Once } from '../../parts/once';
import { useClient } from '../../service/client';
import { EndpointFields, endpointOf } from './endpoint-fields';

interface NewEndpointProps {
  says: string;
  isPrimary?: boolean;
  /** One that it takes the place of. */
  like?: WebhookEndpoint;
}

/** Adds an endpoint, and shows its secret once. */
export function NewEndpoint({ says, isPrimary = false, like }: NewEndpointProps) {
  const [isOpen, setOpen] = useState(false);
  const create = useCreation();
  const close = (): void => {
    setOpen(false);
    // The secret is nowhere any more but where it was copied to.
    create.reset();
  };
  return (
    <>
      <button type="button" className={isPrimary ? 'primary' : undefined} onClick={() => setOpen(true)}>
        {says}
      </button>
      {isOpen && (
        <Dialog title={create.data ? 'The signing secret' : says} onClose={close}>
          {create.data ? (
            <Once secret={create.data.secret} what="the secret" onDone={close} />
          ) : (
            <Form
              action="Add the endpoint"
              isBusy={create.isPending}
              error={create.error}
              onCancel={close}
              onSubmit={(entered) => create.mutate(entered)}
            >
              {like && <Replacing />}
              <EndpointFields endpoint={like} />
            </Form>
          )}
        </Dialog>
      )}
    </>
  );
}

function useCreation() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (entered: Entered) => client.createWebhookEndpoint(endpointOf(entered)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
    // What the mutation has seen goes with it.
    gcTime: 0,
  });
}

function Replacing() {
  return (
    <p>
      A secret cannot be read or changed. This adds a second endpoint beside the first, with a secret of its
      own. Have your receiver take both (verifyWebhook takes several), then delete the first. Until then each
      event comes twice.
    </p>
  );
}
