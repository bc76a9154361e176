import type { Approval, Decision, DecisionRequest } from '@carrier-nest/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog';
import { Field, TextField } from '../../parts/field';
import { Form } from '../../parts/form';
import { Failure } from '../../parts/states';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';
import { useSession } from '../../session/session';
import { useKeys } from './use-keys';

const nameKept = 'carrier-nest-decides';

/** Who decides with a key is asked once, and known while the tab is open. */
const decider = {
  get: (): string => sessionStorage.getItem(nameKept) ?? '',
  set: (name: string): void => sessionStorage.setItem(nameKept, name),
};

/** Whoever signed in decides under their own name, which the service knows. */
const useIsNamed = (): boolean => useSession().mode === 'user';

export function Decide({ approval }: { approval: Approval }) {
  const [asked, setAsked] = useState<'approve' | 'reject'>();
  const decide = useDecision(approval.id, () => setAsked(undefined));
  const isNamed = useIsNamed();
  const approve = (): void => {
    if (decide.isPending) return;
    if (isNamed) decide.mutate({ decision: 'approve' });
    else if (decider.get()) decide.mutate({ decision: 'approve', decided_by: decider.get() });
    else setAsked('approve');
  };
  useKeys({ '1': approve, '3': () => setAsked('reject') });
  return (
    <div className="decide">
      <button type="button" className="primary" onClick={approve} disabled={decide.isPending}>
        Approve <kbd aria-hidden="true">1</kbd>
      </button>
      <button type="button" onClick={() => setAsked('reject')} disabled={decide.isPending}>
        Reject <kbd aria-hidden="true">3</kbd>
      </button>
      {decide.error && !asked && <Failure error={decide.error} />}
      {asked && <Ask decision={asked} decide={decide} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

function useDecision(id: string, onDecided: () => void) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  return useMutation({
    mutationFn: (request: DecisionRequest) => client.decideApproval(id, request),
    onSuccess: async (decision) => {
      say(saidOf(decision));
      onDecided();
      await queries.invalidateQueries({ queryKey: ['approvals'] });
    },
  });
}

interface AskProps {
  decision: 'approve' | 'reject';
  decide: ReturnType<typeof useDecision>;
  onClose: () => void;
}

/** For the reason of a rejection, and for who decides as long as nobody has said. */
function Ask({ decision, decide, onClose }: AskProps) {
  const isRejection = decision === 'reject';
  const isNamed = useIsNamed();
  return (
    <Dialog title={isRejection ? 'Reject the draft' : 'Approve the draft'} onClose={onClose}>
      <Form
        action={isRejection ? 'Reject' : 'Approve and send'}
        isDangerous={isRejection}
        isBusy={decide.isPending}
        error={decide.error}
        onCancel={onClose}
        onSubmit={(entered) => {
          const [name, reason] = [entered.text('name'), entered.text('reason')];
          if (!isNamed) decider.set(name);
          decide.mutate({ decision, ...(name && { decided_by: name }), ...(reason && { reason }) });
        }}
      >
        {isRejection && (
          <TextField label="Reason" name="reason" rows={3} maxLength={500} hint="Kept with the decision" />
        )}
        {!isNamed && (
          <Field
            label="Your name"
            name="name"
            required
            maxLength={200}
            defaultValue={decider.get()}
            hint="Kept with the decision, and remembered in this tab"
          />
        )}
      </Form>
    </Dialog>
  );
}

function saidOf({ decision, status, skipped, reason }: Decision): string {
  if (decision === 'reject') return 'Rejected: the draft does not leave.';
  if (skipped) return `Nothing was sent: ${reason ?? 'nobody is left to mail'}.`;
  return status === 'scheduled' ? 'Approved: it leaves when it is due.' : 'Approved and sent.';
}
