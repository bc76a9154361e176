import type { Decision, DecisionRequest } from '@carrier-nest/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';

/** How long the user can undo a decision before it is sent to the service. */
const undoMs = 10_000;

export interface PendingDecision {
  request: DecisionRequest;
  /** The time when the decision is sent, in milliseconds. */
  dueAt: number;
  /** Whether the decision is being sent, so that it can no longer be undone. */
  isSending: boolean;
}

interface DecisionQueue {
  pending: ReadonlyMap<string, PendingDecision>;
  errors: ReadonlyMap<string, unknown>;
  decide: (approvalId: string, request: DecisionRequest) => void;
  undo: (approvalId: string) => void;
}

const DecisionQueueContext = createContext<DecisionQueue | undefined>(undefined);

export function useDecisionQueue(): DecisionQueue {
  const queue = useContext(DecisionQueueContext);
  if (!queue) throw new Error('useDecisionQueue was called outside PendingDecisions');
  return queue;
}

/**
 * Holds decisions until they can no longer be undone, even while the user is on another page. A decision that is pending
 * when the tab closes is not sent, so the draft remains undecided.
 */
export function PendingDecisions({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<ReadonlyMap<string, PendingDecision>>(new Map());
  const [errors, setErrors] = useState<ReadonlyMap<string, unknown>>(new Map());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const send = useSendDecision();
  const showToast = useToast();
  useEffect(() => {
    const running = timers.current;
    return () => {
      running.forEach((timer) => clearTimeout(timer));
      if (running.size > 0)
        showToast('Your last decisions could still be undone and were not sent. Decide again.');
    };
  }, [showToast]);
  useWarningBeforeUnload(pending.size > 0);

  const queue = useMemo((): DecisionQueue => {
    const forget = (id: string): void => {
      clearTimeout(timers.current.get(id));
      timers.current.delete(id);
      setPending((previous) => without(previous, id));
    };
    const submit = async (id: string, request: DecisionRequest): Promise<void> => {
      setPending((previous) => new Map(previous).set(id, { request, dueAt: Date.now(), isSending: true }));
      try {
        await send(id, request);
      } catch (error) {
        setErrors((previous) => new Map(previous).set(id, error));
      }
      forget(id);
    };
    return {
      pending,
      errors,
      decide: (id, request) => {
        if (timers.current.has(id)) return;
        timers.current.set(
          id,
          setTimeout(() => void submit(id, request), undoMs),
        );
        setErrors((previous) => without(previous, id));
        setPending((previous) =>
          new Map(previous).set(id, { request, dueAt: Date.now() + undoMs, isSending: false }),
        );
      },
      undo: forget,
    };
  }, [pending, errors, send]);
  return <DecisionQueueContext value={queue}>{children}</DecisionQueueContext>;
}

function useSendDecision() {
  const client = useClient();
  const queryClient = useQueryClient();
  const showToast = useToast();
  return useMemo(
    () =>
      async (id: string, request: DecisionRequest): Promise<void> => {
        try {
          showToast(describeOutcome(await client.decideApproval(id, request)));
        } finally {
          await queryClient.invalidateQueries({ queryKey: ['approvals'] });
        }
      },
    [client, queryClient, showToast],
  );
}

function useWarningBeforeUnload(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isActive]);
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}

function describeOutcome({ decision, status, skipped, reason }: Decision): string {
  if (decision === 'reject') return 'Rejected. The draft will not be sent.';
  if (skipped) return `Nothing was sent: ${reason ?? 'no recipient remained'}.`;
  return status === 'scheduled'
    ? 'Approved. The email will be sent at its scheduled time.'
    : 'Approved and sent.';
}
