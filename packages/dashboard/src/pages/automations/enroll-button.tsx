import { ApiError, type Automation, type Enrolled, type Enrollment } from '@carrier-nest/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog';
import { InputField } from '../../parts/field';
import { Form, type FormValues } from '../../parts/form';
import { uncapitalize } from '../../parts/format';
import { findRequiredNames } from '../../parts/placeholders';
import { QueryBoundary } from '../../parts/states';
import { useSuccessEffects } from '../../parts/success-effects';
import { KeyValueFields, readKeyValues } from '../../parts/key-value-fields';
import { useClient } from '../../service/client';
import { enrollmentKeys } from './enrollment-keys';
import { describeExclusions, explainRefusal, joinAsSentence } from './automation-text';

/** Enrolls an address by hand, independent of the trigger. */
export function EnrollButton({ automation }: { automation: Automation }) {
  const [isOpen, setOpen] = useState(false);
  if (automation.status !== 'active')
    return <p className="quiet">Only an active automation can enroll recipients.</p>;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Enroll recipient
      </button>
      {isOpen && (
        <Dialog title="Enroll a recipient" onClose={() => setOpen(false)}>
          <EnrollForm automation={automation} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function EnrollForm({ automation, onDone }: { automation: Automation; onDone: () => void }) {
  const enroll = useEnroll(automation.id, onDone);
  const placeholderQuery = useMissingPlaceholders(automation);
  const reason = enroll.data?.reason;
  return (
    <QueryBoundary query={placeholderQuery}>
      {(placeholders) => (
        <Form
          submitLabel="Enroll"
          isBusy={enroll.isPending}
          error={enroll.error}
          onCancel={onDone}
          onSubmit={(formValues) => enroll.mutate(formValues)}
        >
          <InputField
            label="Email address"
            name="email"
            type="email"
            required
            hint={`An address is not enrolled if it ${uncapitalize(joinAsSentence(describeExclusions(automation)))}.`}
          />
          <KeyValueFields
            legend="Variables"
            hint="Placeholder values for this recipient, which override the default variables of the automation."
            initial={Object.fromEntries(placeholders.map((name) => [name, '']))}
            isRequired
          />
          {reason && (
            <aside className="notice" role="alert">
              <h3>Not enrolled</h3>
              <p>{explainRefusal(reason)}</p>
            </aside>
          )}
        </Form>
      )}
    </QueryBoundary>
  );
}

function useEnroll(id: string, onDone: () => void) {
  const client = useClient();
  const showEnrolled = useSuccessEffects<Enrollment>({
    successToast: ({ email }) => `${email} was enrolled.`,
    invalidateKeys: enrollmentKeys(id),
  });
  return useMutation({
    mutationFn: async (formValues: FormValues): Promise<Enrolled> => {
      try {
        return await client.enroll(id, {
          email: formValues.text('email'),
          variables: readKeyValues(formValues),
        });
      } catch (error) {
        const refusal = findRefusal(error);
        if (!refusal) throw error;
        return refusal;
      }
    },
    onSuccess: async ({ enrollment }) => {
      if (!enrollment) return;
      onDone();
      await showEnrolled(enrollment);
    },
  });
}

/** If the automation cannot enroll any address, the API returns `invalid_state` with a `reason`. */
function findRefusal(error: unknown): Enrolled | undefined {
  if (!(error instanceof ApiError) || error.type !== 'invalid_state') return undefined;
  const { body } = error;
  const reason = typeof body === 'object' && body !== null && 'reason' in body ? body.reason : undefined;
  return typeof reason === 'string' ? { enrolled: false, reason, enrollment: null } : undefined;
}

/** Finds the placeholders of the steps that the default variables do not cover. */
function useMissingPlaceholders({ id, steps, default_variables }: Automation) {
  const client = useClient();
  return useQuery({
    queryKey: ['placeholders', id],
    queryFn: async ({ signal }) => {
      const usesTemplates = steps.some(({ template_slug }) => template_slug !== null);
      const templates = usesTemplates ? (await client.listTemplates({ signal })).data : [];
      const names = steps.flatMap(({ subject, html, template_slug }) => {
        const template = templates.find(({ slug }) => slug === template_slug);
        return template
          ? findRequiredNames(subject, template.html, template.text ?? '')
          : findRequiredNames(subject, html ?? '');
      });
      return [...new Set(names)].filter(
        (name) => name !== 'unsubscribe_url' && !Object.hasOwn(default_variables, name),
      );
    },
  });
}
