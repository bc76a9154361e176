import type { Approval } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useCurlCommand, useExampleSender } from '../../parts/curl';
import { Page } from '../../parts/page';
import { EmptyState, QueryBoundary } from '../../parts/states';
import { Time } from '../../parts/time';
import { summarizeList } from '../../parts/format';
import { useClient } from '../../service/client';
import { Draft } from './draft';
import { DecisionButtons } from './decision-buttons';
import { useKeyboardShortcuts } from './use-keyboard-shortcuts';

/** Shows the drafts of keys with `requires_approval`. The user decides on one draft at a time. */
export function Approvals() {
  const client = useClient();
  const query = useQuery({
    queryKey: ['approvals'],
    queryFn: async () => client.listApprovals(),
    refetchInterval: 5_000,
  });
  return (
    <Page title="Approvals" lead="Drafts that are sent only after a user approves them." isWide>
      <QueryBoundary query={query}>
        {({ data }) => (data.length > 0 ? <ApprovalQueue approvals={data} /> : <NoApprovals />)}
      </QueryBoundary>
    </Page>
  );
}

function ApprovalQueue({ approvals }: { approvals: readonly Approval[] }) {
  const { selected, at: index, move } = useSelectedApproval(approvals);
  useKeyboardShortcuts({ j: () => move(1), k: () => move(-1) });
  return (
    <div className="queue">
      <nav aria-label={`Pending drafts: ${approvals.length}`}>
        <ol>
          {approvals.map((approval) => (
            <li key={approval.id}>
              <button
                type="button"
                aria-current={approval.id === selected?.id ? 'true' : undefined}
                onClick={() => move(approvals.indexOf(approval) - index)}
              >
                <strong>{approval.subject || '(No subject)'}</strong>
                <span>{summarizeList(approval.to)}</span>
                <Time at={approval.created_at} />
              </button>
            </li>
          ))}
        </ol>
        <p className="keys">
          <kbd>J</kbd> next <kbd>K</kbd> previous <kbd>1</kbd> approve <kbd>3</kbd> reject
        </p>
      </nav>
      {selected && (
        <section key={selected.id} aria-label={`Draft ${index + 1} of ${approvals.length}`}>
          <DecisionButtons approval={selected} />
          <Draft approval={selected} />
        </section>
      )}
    </div>
  );
}

/** Returns the selected draft. After a decision, selects the next draft. */
function useSelectedApproval(approvals: readonly Approval[]) {
  const [selection, setSelection] = useState({ id: approvals[0]?.id, index: 0 });
  const foundIndex = approvals.findIndex(({ id }) => id === selection.id);
  const index = foundIndex < 0 ? Math.min(selection.index, approvals.length - 1) : foundIndex;
  const move = useCallback(
    (step: number): void => {
      const next = Math.min(Math.max(index + step, 0), approvals.length - 1);
      setSelection({ id: approvals[next]?.id, index: next });
    },
    [approvals, index],
  );
  return { selected: approvals[index], at: index, move };
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
