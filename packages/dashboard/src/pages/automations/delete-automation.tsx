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
      confirmLabel="Delete automation"
      onConfirm={() => client.deleteAutomation(id)}
      successToast={({ enrollments_canceled }) =>
        `${name} was deleted.${enrollments_canceled > 0 ? ` ${describeCanceled(enrollments_canceled)}` : ''}`
      }
      navigateTo="/automations"
      invalidateKeys={[['automations']]}
    >
      <p>
        {describeCanceled(enrollments.active)} Its past enrollments are also deleted. Sent emails stay in the
        log. The deletion cannot be undone. To stop the automation for a while, pause it instead.
      </p>
    </ConfirmButton>
  );
}

const describeCanceled = (count: number): string =>
  count === 0
    ? 'The automation has no active enrollments.'
    : `${formatPeople(count)} ${count === 1 ? 'gets' : 'get'} no further emails.`;
