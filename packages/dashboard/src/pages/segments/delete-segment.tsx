import type { Segment } from '@carrier-nest/sdk';
import { ConfirmButton } from '../../parts/confirm-button';
import { useClient } from '../../service/client';

export function DeleteSegment({ segment: { id, name } }: { segment: Segment }) {
  const client = useClient();
  return (
    <ConfirmButton
      buttonLabel="Delete"
      title={`Delete ${name}?`}
      confirmLabel="Delete segment"
      onConfirm={() => client.deleteSegment(id)}
      successToast={`The segment ${name} was deleted.`}
      navigateTo="/segments"
      invalidateKeys={[['segments']]}
    >
      <p>Its contacts are not affected. Campaigns that still use the segment have no recipients.</p>
    </ConfirmButton>
  );
}
