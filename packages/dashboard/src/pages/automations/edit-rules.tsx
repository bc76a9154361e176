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
        Edit
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
        Name, slug, sender, what begins it and its steps stay as they were written, draft or not. For other
        ones, <Link href={buildHref('/automations/new', { from: automation.id })}>copy it</Link> and pause
        this one. Who is in it is judged by new rules before their next step.
      </p>
      <QueryBoundary query={topics}>
        {({ data }) => (
          <Form
            submitLabel="Save the rules"
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
