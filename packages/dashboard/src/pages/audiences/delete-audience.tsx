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
      confirmLabel="Delete the audience"
      onConfirm={() => client.deleteAudience(id)}
      successToast={`The audience ${name} was deleted. Its people are still there.`}
      navigateTo="/audiences"
      invalidateKeys={[['audiences']]}
    >
      <p>
        {contact_count === 1 ? 'The one person' : `The ${formatCount(contact_count)} people`} on it stay, with
        all that is known of them. Segments of it stay too, and match nobody. From the pages of many people it
        vanishes a little later.
      </p>
    </ConfirmButton>
  );
}
