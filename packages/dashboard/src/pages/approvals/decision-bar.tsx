import type { Approval, DecisionRequest } from '@carrier-nest/sdk';
import { useEffect, useState } from 'react';
import { Dialog } from '../../parts/dialog';
import { InputField, TextAreaField } from '../../parts/field';
import { Form } from '../../parts/form';
import { ErrorMessage } from '../../parts/states';
import { Time } from '../../parts/time';
import { useSession } from '../../session/session';
import { useDecisionQueue, type PendingDecision } from './pending-decisions';
import { useKeyboardShortcuts } from './use-keyboard-shortcuts';

const deciderStorageKey = 'carrier-nest-decides';

/** A key session has no user, so the dialog asks for the decider's name once and keeps the name while the tab is open. */
const storedDecider = {
  get: (): string => sessionStorage.getItem(deciderStorageKey) ?? '',
  set: (name: string): void => sessionStorage.setItem(deciderStorageKey, name),
};

/** The service records the name of a signed-in user, so the dialog does not ask for the name. */
const useIsSignedInUser = (): boolean => useSession().mode === 'user';

/** After a draft appears or changes, decision keys have no effect for this time, so that the user can read first. */
const keysIgnoredMs = 1_000;

/** Shows the decision about a draft, or the buttons to decide. Must be remounted when the draft changes. */
export function DecisionBar({ approval }: { approval: Approval }) {
  const { pending, errors, undo } = useDecisionQueue();
  const decision = pending.get(approval.id);
  if (approval.status !== 'pending') return <DecidedNotice approval={approval} />;
  if (decision) return <UndoNotice decision={decision} onUndo={() => undo(approval.id)} />;
  return <DecisionButtons approval={approval} error={errors.get(approval.id)} />;
}

const pastVerbs = { approve: 'approved', reject: 'rejected' } as const;

function DecidedNotice({ approval: { decision, decided_by, decided_at } }: { approval: Approval }) {
  return (
    <aside className="notice" role="status">
      <p>
        {decision
          ? `Already ${pastVerbs[decision]}${decided_by ? ` by ${decided_by}` : ''}`
          : 'Expired without a decision'}
        {decided_at && (
          <>
            , <Time at={decided_at} />
          </>
        )}
        .
      </p>
    </aside>
  );
}

function UndoNotice({ decision, onUndo }: { decision: PendingDecision; onUndo: () => void }) {
  const secondsLeft = useSecondsUntil(decision.dueAt);
  if (decision.isSending) return <p role="status">Sending the decision…</p>;
  return (
    <aside className="notice undo">
      <p role="status">
        {decision.request.decision === 'approve'
          ? 'The draft will be approved. You can still undo this.'
          : 'The draft will be rejected. You can still undo this.'}
      </p>
      <button type="button" onClick={onUndo}>
        Undo <span aria-hidden="true">({secondsLeft} s)</span>
      </button>
    </aside>
  );
}

function useSecondsUntil(dueAt: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return Math.max(Math.ceil((dueAt - now) / 1_000), 0);
}

function DecisionButtons({ approval, error }: { approval: Approval; error: unknown }) {
  const [dialogDecision, setDialogDecision] = useState<'approve' | 'reject'>();
  const { decide } = useDecisionQueue();
  const isSignedInUser = useIsSignedInUser();
  const submit = (request: DecisionRequest): void =>
    decide(approval.id, { ...request, content_sha256: approval.content_sha256 });
  const approve = (): void => {
    if (isSignedInUser) submit({ decision: 'approve' });
    else if (storedDecider.get()) submit({ decision: 'approve', decided_by: storedDecider.get() });
    else setDialogDecision('approve');
  };
  const [shownAt] = useState(() => Date.now());
  const ifIntended = (action: () => void) => (event: KeyboardEvent) => {
    if (!event.repeat && Date.now() - shownAt >= keysIgnoredMs) action();
  };
  useKeyboardShortcuts({ '1': ifIntended(approve), '3': ifIntended(() => setDialogDecision('reject')) });
  return (
    <div className="decide">
      <button type="button" className="primary" onClick={approve}>
        Approve <kbd aria-hidden="true">1</kbd>
      </button>
      <button type="button" onClick={() => setDialogDecision('reject')}>
        Reject <kbd aria-hidden="true">3</kbd>
      </button>
      {error !== undefined && <ErrorMessage error={error} />}
      {dialogDecision && (
        <DecisionDialog
          decision={dialogDecision}
          onDecide={submit}
          onClose={() => setDialogDecision(undefined)}
        />
      )}
    </div>
  );
}

interface DecisionDialogProps {
  decision: 'approve' | 'reject';
  onDecide: (request: DecisionRequest) => void;
  onClose: () => void;
}

/** Asks for the reason for a rejection and, in a key session, for the name of the decider. */
function DecisionDialog({ decision, onDecide, onClose }: DecisionDialogProps) {
  const isRejection = decision === 'reject';
  const isSignedInUser = useIsSignedInUser();
  return (
    <Dialog title={isRejection ? 'Reject draft' : 'Approve draft'} onClose={onClose}>
      <Form
        submitLabel={isRejection ? 'Reject' : 'Approve and send'}
        isDangerous={isRejection}
        isBusy={false}
        onCancel={onClose}
        onSubmit={(formValues) => {
          const [name, reason] = [formValues.text('name'), formValues.text('reason')];
          if (!isSignedInUser) storedDecider.set(name);
          onDecide({ decision, ...(name && { decided_by: name }), ...(reason && { reason }) });
          onClose();
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
