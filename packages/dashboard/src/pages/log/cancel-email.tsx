import { ConfirmButton } from '../../parts/confirm-button';
import { useClient } from '../../service/client';

export function CancelEmail({ id }: { id: string }) {
  const client = useClient();
  return (
    <ConfirmButton
      buttonLabel="Cancel email"
      title="Cancel this email?"
      confirmLabel="Cancel this email"
      onConfirm={() => client.cancelEmail(id)}
      successToast="Canceled. The email will not be sent."
      invalidateKeys={[['email', id]]}
    >
      <p>The email will not be sent. This cannot be undone.</p>
    </ConfirmButton>
  );
}
