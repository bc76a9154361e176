import type { Automation } from '@carrier-nest/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { Dialog } from '../../parts/dialog';
import { hrefWith } from '../../parts/filters';
import { Form, type Entered } from '../../parts/form';
import { Loaded } from '../../parts/states';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';
import { RulesFields, rulesOf } from './rules-fields';

export function EditRules({ automation }: { automation: Automation }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Edit
      </button>
      {isOpen && (
        <Dialog title={`Rules of ${automation.name}`} onClose={() => setOpen(false)}>
          <Rules automation={automation} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function Rules({ automation, onDone }: { automation: Automation; onDone: () => void }) {
  const client = useClient();
  const topics = useQuery({ queryKey: ['topics'], queryFn: async () => client.listTopics() });
  const update = useUpdate(automation, onDone);
  return (
    <>
      <p>
        Name, slug, sender, what begins it and its steps stay as they were written, draft or not. For other
        ones, <Link href={hrefWith('/automations/new', { from: automation.id })}>copy it</Link> and pause this
        one. Who is in it is judged by new rules before their next step.
      </p>
      <Loaded query={topics}>
        {({ data }) => (
          <Form
            action="Save the rules"
            isBusy={update.isPending}
            error={update.error}
            onCancel={onDone}
            onSubmit={(entered) => update.mutate(entered)}
          >
            <RulesFields topics={data} rules={automation} />
          </Form>
        )}
      </Loaded>
    </>
  );
}

function useUpdate({ id }: Automation, onDone: () => void) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  return useMutation({
    mutationFn: (entered: Entered) => client.updateAutomation(id, rulesOf(entered)),
    onSuccess: (now) => {
      queries.setQueryData(['automation', id], now);
      onDone();
      say('The rules were saved.');
    },
  });
}
