import type { Approval } from '@carrier-nest/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useCurlCommand, useExampleSender } from '../../parts/curl';
import { Page } from '../../parts/page';
import { EmptyState, QueryBoundary } from '../../parts/states';
import { Time } from '../../parts/time';
import { summarizeList } from '../../parts/format';
import { useClient } from '../../service/client';
import { Draft } from './draft';
import { DecisionBar } from './decision-bar';
import { useApprovals } from './use-approvals';
import { useKeyboardShortcuts } from './use-keyboard-shortcuts';

const refetchIntervalMs = 5_000;

/** Shows the drafts of keys with `requires_approval`. The user decides on one draft at a time. */
export function Approvals() {
  const query = useApprovals(refetchIntervalMs);
  return (
    <Page title="Approvals" lead="Drafts that are sent only after a user approves them." isWide>
      <QueryBoundary query={query}>
        {({ data, has_more }) => <ApprovalQueue approvals={data} hasMore={has_more} />}
      </QueryBoundary>
    </Page>
  );
}

function ApprovalQueue({ approvals, hasMore }: { approvals: readonly Approval[]; hasMore: boolean }) {
  const { selectedId, move, select } = useSelectedApproval(approvals);
  useKeyboardShortcuts({ j: () => move(1), k: () => move(-1) });
  if (selectedId === undefined) return <NoApprovals />;
  return (
    <div className="queue">
      <nav aria-label={`Pending drafts: ${approvals.length}${hasMore ? ' or more' : ''}`}>
        <ol>
          {approvals.map((approval) => (
            <li key={approval.id}>
              <button
                type="button"
                aria-current={approval.id === selectedId ? 'true' : undefined}
                onClick={() => select(approval.id)}
              >
                <strong>
                  <bdi>{approval.subject || '(No subject)'}</bdi>
                </strong>
                <span>{summarizeList(approval.to)}</span>
                <Time at={approval.created_at} />
              </button>
            </li>
          ))}
        </ol>
        {approvals.length === 0 && <p>No other drafts are waiting for a decision.</p>}
        {hasMore && <p>These are the oldest drafts. Newer ones appear once these are decided.</p>}
        <p className="keys">
          <kbd>J</kbd> next <kbd>K</kbd> previous <kbd>1</kbd> approve <kbd>3</kbd> reject
        </p>
      </nav>
      <SelectedDraft
        key={selectedId}
        id={selectedId}
        listed={approvals.find(({ id }) => id === selectedId)}
      />
    </div>
  );
}

/** Loads the whole draft. Only a draft that was loaded to its end can be decided. */
function SelectedDraft({ id, listed }: { id: string; listed: Approval | undefined }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const queryKey = ['approvals', id];
  const query = useQuery({ queryKey, queryFn: ({ signal }) => client.getApproval(id, { signal }) });
  const version = listed && `${listed.content_sha256} ${listed.last_error}`;
  const loadedVersion = query.data && `${query.data.content_sha256} ${query.data.last_error}`;
  const isOutdated = query.data?.status === 'pending' && version !== loadedVersion;
  useEffect(() => {
    // The list is read again every few seconds. The whole draft, which can be large, is read again only after a change.
    if (isOutdated) void queryClient.invalidateQueries({ queryKey: ['approvals', id], exact: true });
  }, [isOutdated, version, id, queryClient]);
  return (
    <section aria-label="Selected draft">
      <QueryBoundary query={query}>
        {(approval) => (
          <>
            <DecisionBar key={`${approval.status} ${approval.content_sha256}`} approval={approval} />
            <Draft approval={approval} />
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

/** Returns the selected draft, which changes only when the user moves. A draft that was decided remains selected. */
function useSelectedApproval(approvals: readonly Approval[]) {
  const [selection, setSelection] = useState<{ id: string; index: number }>();
  const [first] = approvals;
  if (!selection && first) setSelection({ id: first.id, index: 0 });
  const select = useCallback(
    (id: string): void => setSelection({ id, index: approvals.findIndex((approval) => approval.id === id) }),
    [approvals],
  );
  const move = useCallback(
    (step: 1 | -1): void => {
      const found = approvals.findIndex(({ id }) => id === selection?.id);
      // The drafts after a decided draft have moved up by one.
      const next = found >= 0 ? found + step : (selection?.index ?? 0) + (step === 1 ? 0 : -1);
      const target = approvals[Math.min(Math.max(next, 0), approvals.length - 1)];
      if (target) select(target.id);
    },
    [approvals, selection, select],
  );
  return { selectedId: selection?.id, move, select };
}

function NoApprovals() {
  const buildCurl = useCurlCommand();
  const from = useExampleSender();
  return (
    <EmptyState
      title="No drafts to review"
      command={buildCurl('POST', '/v1/api-keys', {
        name: 'Support agent',
        scopes: ['emails:send'],
        requires_approval: true,
      })}
    >
      Emails sent with a key that requires approval wait here for a decision. Create such a key under API keys
      or with this command, then use it to send from {from}.
    </EmptyState>
  );
}
