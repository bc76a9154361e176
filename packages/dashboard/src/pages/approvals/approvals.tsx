import type { Approval } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useCurl, useSender } from '../../parts/curl';
import { Page } from '../../parts/page';
import { Empty, Loaded } from '../../parts/states';
import { Time } from '../../parts/time';
import { several } from '../../parts/words';
import { useClient } from '../../service/client';
import { Draft } from './draft';
import { Decide } from './decide';
import { useKeys } from './use-keys';

/** What keys with `requires_approval` wrote, one after the other. */
export function Approvals() {
  const client = useClient();
  const query = useQuery({
    queryKey: ['approvals'],
    queryFn: async () => client.listApprovals(),
    refetchInterval: 5_000,
  });
  return (
    <Page
      title="Approvals"
      lead="Drafts that leave only when a person says so. Look at each, then approve or reject it."
      isWide
    >
      <Loaded query={query}>
        {({ data }) => (data.length > 0 ? <Queue approvals={data} /> : <NothingWaits />)}
      </Loaded>
    </Page>
  );
}

function Queue({ approvals }: { approvals: readonly Approval[] }) {
  const { chosen, at, move } = useChoice(approvals);
  useKeys({ j: () => move(1), k: () => move(-1) });
  return (
    <div className="queue">
      <nav aria-label={`${approvals.length} drafts wait`}>
        <ol>
          {approvals.map((approval) => (
            <li key={approval.id}>
              <button
                type="button"
                aria-current={approval.id === chosen?.id ? 'true' : undefined}
                onClick={() => move(approvals.indexOf(approval) - at)}
              >
                <strong>{approval.subject || 'Without a subject'}</strong>
                <span>{several(approval.to)}</span>
                <Time at={approval.created_at} />
              </button>
            </li>
          ))}
        </ol>
        <p className="keys">
          <kbd>J</kbd> next <kbd>K</kbd> previous <kbd>1</kbd> approve <kbd>3</kbd> reject
        </p>
      </nav>
      {chosen && (
        <section key={chosen.id} aria-label={`Draft ${at + 1} of ${approvals.length}`}>
          <Decide approval={chosen} />
          <Draft approval={chosen} />
        </section>
      )}
    </div>
  );
}

/** The one that is looked at. When it has been decided, the next one takes its place. */
function useChoice(approvals: readonly Approval[]) {
  const [choice, setChoice] = useState({ id: approvals[0]?.id, at: 0 });
  const found = approvals.findIndex(({ id }) => id === choice.id);
  const at = found < 0 ? Math.min(choice.at, approvals.length - 1) : found;
  const move = useCallback(
    (step: number): void => {
      const next = Math.min(Math.max(at + step, 0), approvals.length - 1);
      setChoice({ id: approvals[next]?.id, at: next });
    },
    [approvals, at],
  );
  return { chosen: approvals[at], at, move };
}

function NothingWaits() {
  const curl = useCurl();
  const from = useSender();
  return (
    <Empty
      title="Nothing waits for you"
      command={curl('POST', '/v1/api-keys', {
        name: 'Agent of the desk',
        scopes: ['emails:send'],
        requires_approval: true,
      })}
    >
      Whatever is sent with a key that requires approval is held here first. This command makes one; give it
      to an agent, and let it write as {from}.
    </Empty>
  );
}
