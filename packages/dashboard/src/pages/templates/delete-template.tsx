import type { Template } from '@carrier-nest/sdk';
import { ConfirmButton } from '../../parts/confirm-button';
import { useClient } from '../../service/client';

export function DeleteTemplate({ template, ariaLabel }: { template: Template; ariaLabel?: string }) {
  const client = useClient();
  return (
    <ConfirmButton
      buttonLabel="Delete"
      ariaLabel={ariaLabel}
      title={`Delete ${template.name}?`}
      confirmLabel="Delete the template"
      onConfirm={() => client.deleteTemplate(template.slug)}
      successToast={`The template ${template.name} was deleted.`}
      navigateTo="/templates"
      invalidateKeys={[['templates']]}
    >
      <p>
        A send that names <code>{template.slug}</code> is refused from then on. Campaigns that were begun from
        it have a copy, and keep it.
      </p>
    </ConfirmButton>
  );
}
