import type { Audience } from '@carrier-nest/sdk';
import { ConfirmButton } from '../../parts/confirm-button';
import { formatCount } from '../../parts/format';
import { useClient } from '../../service/client';

export function DeleteAudience({ audience: { id, name, contact_count } }: { audience: Audience }) {
  const client = useClient();
  return (
    <ConfirmButton
      buttonLabel="Delete"
      ariaLabel={`Delete ${name}`}
      title={`Delete ${name}?`}
      confirmLabel="Delete audience"
      onConfirm={() => client.deleteAudience(id)}
      successToast={`The audience ${name} was deleted. Its contacts were kept.`}
      navigateTo="/audiences"
      invalidateKeys={[['audiences']]}
    >
      <p>
        {contact_count === 1 ? 'Its contact is' : `Its ${formatCount(contact_count)} contacts are`} kept. Its
        segments are kept too, but match no contacts. A large audience can stay visible on the pages of its
        contacts for a short time.
      </p>
    </ConfirmButton>
  );
}
