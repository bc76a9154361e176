import type { Automation } from '@carrier-nest/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { Dialog } from '../../parts/dialog';
import { buildHref } from '../../parts/filters';
import { Form, type FormValues } from '../../parts/form';
import { QueryBoundary } from '../../parts/states';
import { useSuccessEffects } from '../../parts/success-effects';
import { useClient } from '../../service/client';
import { RulesFields, readRules } from './rules-fields';

export function EditRules({ automation }: { automation: Automation }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Edit rules
      </button>
      {isOpen && (
        <Dialog title={`Rules of ${automation.name}`} onClose={() => setOpen(false)}>
          <RulesForm automation={automation} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function RulesForm({ automation, onDone }: { automation: Automation; onDone: () => void }) {
  const client = useClient();
  const topics = useQuery({ queryKey: ['topics'], queryFn: async () => client.listTopics() });
  const update = useUpdateRules(automation, onDone);
  return (
    <>
      <p>
        Name, slug, sender, trigger and steps cannot be changed, even in a draft. To change them,{' '}
        <Link href={buildHref('/automations/new', { from: automation.id })}>duplicate the automation</Link>{' '}
        and pause the original. New rules apply to active enrollments before their next step.
      </p>
      <QueryBoundary query={topics}>
        {({ data }) => (
          <Form
            submitLabel="Save rules"
            isBusy={update.isPending}
            error={update.error}
            onCancel={onDone}
            onSubmit={(formValues) => update.mutate(formValues)}
          >
            <RulesFields topics={data} rules={automation} />
          </Form>
        )}
      </QueryBoundary>
    </>
  );
}

function useUpdateRules({ id }: Automation, onDone: () => void) {
  const client = useClient();
  const showUpdated = useSuccessEffects<Automation>({
    successToast: 'The rules were saved.',
    resultKey: ['automation', id],
  });
  return useMutation({
    mutationFn: (formValues: FormValues) => client.updateAutomation(id, readRules(formValues)),
    onSuccess: (updated) => {
      onDone();
      return showUpdated(updated);
    },
  });
}
