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
      confirmLabel="Delete template"
      onConfirm={() => client.deleteTemplate(template.slug)}
      successToast={`The template ${template.name} was deleted.`}
      navigateTo="/templates"
      invalidateKeys={[['templates']]}
    >
      <p>
        The service will refuse sends that use <code>{template.slug}</code>. Campaigns that were created from
        the template keep their own copy.
      </p>
    </ConfirmButton>
  );
}
