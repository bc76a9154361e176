import { ConfirmButton } from '../../parts/confirm-button';
import { useClient } from '../../service/client';

export function CancelEmail({ id }: { id: string }) {
  const client = useClient();
  return (
    <ConfirmButton
      buttonLabel="Cancel the mail"
      title="Cancel this mail?"
      confirmLabel="Cancel the mail"
      onConfirm={() => client.cancelEmail(id)}
      successToast="Canceled: the mail does not leave."
      invalidateKeys={[['email', id]]}
    >
      <p>It will not leave, and that cannot be taken back.</p>
    </ConfirmButton>
  );
}
