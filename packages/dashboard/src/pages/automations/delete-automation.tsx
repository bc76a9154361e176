import type { Automation } from '@carrier-nest/sdk';
import { ConfirmButton } from '../../parts/confirm-button';
import { useClient } from '../../service/client';
import { formatPeople } from '../../parts/format';

export function DeleteAutomation({ automation: { id, name, enrollments } }: { automation: Automation }) {
  const client = useClient();
  return (
    <ConfirmButton
      buttonLabel="Delete"
      title={`Delete ${name}?`}
      confirmLabel="Delete the automation"
      onConfirm={() => client.deleteAutomation(id)}
      successToast={({ enrollments_canceled }) =>
        `${name} was deleted.${enrollments_canceled > 0 ? ` ${describeCanceled(enrollments_canceled)}` : ''}`
      }
      navigateTo="/automations"
      invalidateKeys={[['automations']]}
    >
      <p>
        {describeCanceled(enrollments.active)} Who was in it before is forgotten; what was sent stays in the
        log. That cannot be taken back: to stop it for a while, pause it.
      </p>
    </ConfirmButton>
  );
}

const describeCanceled = (count: number): string =>
  count === 0
    ? 'Nobody is in it.'
    : `${formatPeople(count)} in it ${count === 1 ? 'gets' : 'get'} nothing more.`;
