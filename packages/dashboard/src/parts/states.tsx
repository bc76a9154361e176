import { ApiError, ConnectionError, TimeoutError } from '@carrier-nest/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageLoadError } from '../service/page-load-error';
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
  /** The first step, as a command for the terminal. */
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

/** Shows an error and the next step for the user. */
export function ErrorMessage({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <div className="failure" role="alert">
      <p>
        <strong>{error instanceof ApiError ? error.summary : messageOf(error)}</strong>
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

/** Lists the invalid fields. */
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
  unauthorized: 'The key is unknown or was revoked. Sign out, then sign in with another key.',
  forbidden: 'Ask an administrator of the workspace for the missing scope, or use a key that has this scope.',
  not_found:
    'The resource may have been deleted, or may belong to another workspace. Check the URL, or go back to the list.',
  conflict: 'The resource has changed. Reload the page to see the current version.',
  invalid_state: 'The status of the resource has changed. Reload the page to see the current status.',
  approval_in_progress: 'Another decision is in progress. Wait a moment, then reload the page.',
  no_verified_identity: 'Verify the domain of the sender under Domains first.',
  no_postal_address:
    'Ask the operator to set the postal address of the workspace, which marketing email needs.',
  workspace_suspended: 'The operator has stopped all sending. See Usage for the reason.',
  plan_limit_reached: 'See Usage for the remaining allowance. The operator can change the plan.',
  payment_method_required: 'The operator must add a payment method.',
  billing_past_due: 'The subscription is past due. The operator must pay the subscription.',
  budget_exceeded: 'The budget of the workspace is used up. The operator can raise the budget.',
  warmup_limit: 'The domain is warming up. The limit of the domain renews each day.',
  rate_limited: 'Too many requests in this minute. Wait a moment, then try again.',
  invalid_request: 'Correct the fields named above, then submit again.',
  missing_variables: 'Give each placeholder named above a value, or remove the placeholder.',
  unknown_topic: 'Choose another topic, or create the topic again under Topics.',
  recipient_not_allowed:
    'This key may send only to its allowed recipients. Use another key or another address.',
  invalid_schedule: 'Enter a valid time, such as “tomorrow at 9am”.',
  provider_error: 'SES did not accept the request. The message says whether to try again.',
};

function nextStepOf(error: unknown): string {
  if ([PageLoadError, ConnectionError, TimeoutError, TypeError].some((type) => error instanceof type))
    return 'The service did not respond. Check that the service is running (npm start) and that you are online.';
  if (error instanceof ApiError)
    return (
      nextSteps[error.type] ?? 'Try again in a moment. If the error persists, check the logs of the service.'
    );
  if (error instanceof RequestError && error.status < 500) return 'Correct the problem, then try again.';
  return 'Try again in a moment. If the error persists, check the terminal that runs npm start.';
}

/** Renders the data of a query, its error, or a loading state. */
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
