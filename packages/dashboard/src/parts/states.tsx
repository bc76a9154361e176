import { ApiError, ConnectionError, TimeoutError } from '@carrier-nest/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RequestError } from '../service/request-json';
import { Command } from './copy';
import { humanize } from './format';

export function Loading() {
  return (
    <div className="loading" role="status">
      <span className="unseen">Loading</span>
      <i />
      <i />
      <i />
    </div>
  );
}

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** The first step, for the terminal. */
  command?: string;
}

export function EmptyState({ title, children, command }: EmptyStateProps) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {command && <Command text={command} />}
    </div>
  );
}

/** What went wrong, and what can be done about it. */
export function ErrorMessage({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <div className="failure" role="alert">
      <p>
        <strong>{messageOf(error)}</strong>
      </p>
      <ErrorDetails error={error} />
      <p>{nextStepOf(error)}</p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

const detailsMax = 10;

/** Each field that breaks a rule. */
function ErrorDetails({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || error.details.length === 0) return null;
  return (
    <ul className="details">
      {error.details.slice(0, detailsMax).map(({ path, message }) => (
        <li key={`${path.join('.')} ${message}`}>
          {message.startsWith('`') ? message : `${humanize(path.join('.'))}: ${message}`}
        </li>
      ))}
      {error.details.length > detailsMax && <li>and {error.details.length - detailsMax} more</li>}
    </ul>
  );
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const nextSteps: Partial<Record<string, string>> = {
  unauthorized: 'The key is unknown or was revoked. Sign out and sign in with another one.',
  forbidden: 'Ask who administers the workspace for the scope that is named, or use a key that has it.',
  not_found:
    'It may have been deleted, or belong to another workspace. Check the address, or go back to the list.',
  conflict: 'Somebody changed it meanwhile. Load the page again to see how it is now.',
  invalid_state: 'It has moved on meanwhile. Load the page again to see how it is now.',
  approval_in_progress: 'Somebody is deciding it just now. Wait a moment and look again.',
  no_verified_identity: 'Verify the domain of the sender first, under Domains.',
  no_postal_address: 'Marketing mail needs the postal address of the workspace: the operator sets it.',
  workspace_suspended: 'The operator has stopped all sending. Usage says why.',
  plan_limit_reached: 'Usage shows what is left. The operator can change the plan.',
  payment_method_required: 'The operator has to add a payment method.',
  billing_past_due: 'The subscription is unpaid. The operator has to pay it.',
  budget_exceeded: 'The budget of the workspace is used up. The operator can raise it.',
  warmup_limit: 'The domain is still warming up. Its allowance renews each day.',
  rate_limited: 'Too many requests in this minute. Wait a moment.',
  invalid_request: 'Correct what is named above and send it again.',
  missing_variables: 'Give a value for each placeholder that is named, or take it out.',
  unknown_topic: 'Choose another topic, or make it again under Topics.',
  recipient_not_allowed:
    'This key may write to certain addresses alone. Use another key, or another address.',
  invalid_schedule: 'Give a time that can be read, such as “tomorrow at 9am”.',
  provider_error: 'The mail provider did not take it. The message says whether to try again.',
};

function nextStepOf(error: unknown): string {
  if (error instanceof ConnectionError || error instanceof TimeoutError || error instanceof TypeError)
    return 'Nobody answered. Check that the service runs (npm start) and that you are online.';
  if (error instanceof ApiError)
    return nextSteps[error.type] ?? 'Try again in a moment. If it stays, the logs of the service say more.';
  if (error instanceof RequestError && error.status < 500)
    return 'Correct what is named above and try again.';
  return 'Try again in a moment. If it stays, the terminal of npm start says more.';
}

/** What a query has come to: nothing yet, an error, or data to show. */
export function QueryBoundary<T>({
  query,
  children,
}: {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorMessage error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading />;
}
