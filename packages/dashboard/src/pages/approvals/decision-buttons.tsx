import type { Approval, Decision, DecisionRequest } from '@carrier-nest/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog';
import { InputField, TextAreaField } from '../../parts/field';
import { Form } from '../../parts/form';
import { ErrorMessage } from '../../parts/states';
import { useSuccessEffects } from '../../parts/success-effects';
import { useClient } from '../../service/client';
import { useSession } from '../../session/session';
import { useKeyboardShortcuts } from './use-keyboard-shortcuts';

const deciderStorageKey = 'carrier-nest-decides';

/** A key session has no user, so the dialog asks for the decider's name once and keeps the name while the tab is open. */
const storedDecider = {
  get: (): string => sessionStorage.getItem(deciderStorageKey) ?? '',
  set: (name: string): void => sessionStorage.setItem(deciderStorageKey, name),
};

/** The service records the name of a signed-in user, so the dialog does not ask for the name. */
const useIsSignedInUser = (): boolean => useSession().mode === 'user';

export function DecisionButtons({ approval }: { approval: Approval }) {
  const [dialogDecision, setDialogDecision] = useState<'approve' | 'reject'>();
  const decide = useDecision(approval.id, () => setDialogDecision(undefined));
  const isSignedInUser = useIsSignedInUser();
  const approve = (): void => {
    if (decide.isPending) return;
    if (isSignedInUser) decide.mutate({ decision: 'approve' });
    else if (storedDecider.get()) decide.mutate({ decision: 'approve', decided_by: storedDecider.get() });
    else setDialogDecision('approve');
  };
  useKeyboardShortcuts({ '1': approve, '3': () => setDialogDecision('reject') });
  return (
    <div className="decide">
      <button type="button" className="primary" onClick={approve} disabled={decide.isPending}>
        Approve <kbd aria-hidden="true">1</kbd>
      </button>
      <button type="button" onClick={() => setDialogDecision('reject')} disabled={decide.isPending}>
        Reject <kbd aria-hidden="true">3</kbd>
      </button>
      {decide.error && !dialogDecision && <ErrorMessage error={decide.error} />}
      {dialogDecision && (
        <DecisionDialog
          decision={dialogDecision}
          decide={decide}
          onClose={() => setDialogDecision(undefined)}
        />
      )}
    </div>
  );
}

function useDecision(id: string, onDecided: () => void) {
  const client = useClient();
  const showDecided = useSuccessEffects({
    successToast: describeOutcome,
    invalidateKeys: [['approvals']],
  });
  return useMutation({
    mutationFn: (request: DecisionRequest) => client.decideApproval(id, request),
    onSuccess: (decision) => {
      onDecided();
      return showDecided(decision);
    },
  });
}

interface DecisionDialogProps {
  decision: 'approve' | 'reject';
  decide: ReturnType<typeof useDecision>;
  onClose: () => void;
}

/** Asks for the reason for a rejection and, in a key session, for the name of the decider. */
function DecisionDialog({ decision, decide, onClose }: DecisionDialogProps) {
  const isRejection = decision === 'reject';
  const isSignedInUser = useIsSignedInUser();
  return (
    <Dialog title={isRejection ? 'Reject draft' : 'Approve draft'} onClose={onClose}>
      <Form
        submitLabel={isRejection ? 'Reject' : 'Approve and send'}
        isDangerous={isRejection}
        isBusy={decide.isPending}
        error={decide.error}
        onCancel={onClose}
        onSubmit={(formValues) => {
          const [name, reason] = [formValues.text('name'), formValues.text('reason')];
          if (!isSignedInUser) storedDecider.set(name);
          decide.mutate({ decision, ...(name && { decided_by: name }), ...(reason && { reason }) });
        }}
      >
        {isRejection && (
          <TextAreaField
            label="Reason"
            name="reason"
            rows={3}
            maxLength={500}
            hint="Stored with the decision"
          />
        )}
        {!isSignedInUser && (
          <InputField
            label="Your name"
            name="name"
            required
            maxLength={200}
            defaultValue={storedDecider.get()}
            hint="Stored with the decision and remembered in this tab"
          />
        )}
      </Form>
    </Dialog>
  );
}

function describeOutcome({ decision, status, skipped, reason }: Decision): string {
  if (decision === 'reject') return 'Rejected. The draft will not be sent.';
  if (skipped) return `Nothing was sent: ${reason ?? 'no recipient remained'}.`;
  return status === 'scheduled'
    ? 'Approved. The email will be sent at its scheduled time.'
    : 'Approved and sent.';
}
