import { ApiError, CarrierNestError } from '@carrier-nest/sdk';
import type { Tool } from './tool.ts';

/** The tools that show whether a call took effect, for tools without an `idempotency_key` that must not be repeated. */
export const outcomeTools: Readonly<Record<string, string | undefined>> = {
  decide_approval: 'list_pending_approvals',
  add_sending_domain: 'list_sending_domains',
  add_contact: 'find_contact',
  import_contacts: 'find_contact',
  create_contact: 'find_contact',
  create_audience: 'list_audiences',
  create_segment: 'list_segments',
  update_segment: 'get_segment',
  create_broadcast: 'list_broadcasts',
  update_broadcast: 'get_broadcast',
  send_broadcast: 'get_broadcast',
  pick_broadcast_winner: 'get_broadcast',
  resume_broadcast: 'get_broadcast',
  create_automation: 'list_automations',
  update_automation: 'get_automation',
  enroll_in_automation: 'list_automation_enrollments',
  emit_event: 'list_automation_enrollments',
  duplicate_template: 'list_templates',
  create_webhook_endpoint: 'list_webhook_endpoints',
  create_feed: 'list_feeds',
  update_webhook_endpoint: 'list_webhook_endpoints',
};

/**
 * Says how to repeat a call that failed for a transient reason, so that nothing is done twice. If the caller gave no
 * idempotency key, names the key that the SDK generated.
 */
export function describeRetry(error: unknown, { name, args, hints }: Tool): string {
  const wait = `wait ${(error instanceof ApiError && error.retryAfterSeconds) || 5} seconds`;
  const repeat = `${wait} and call again with the same arguments`;
  if (hints.readOnlyHint) return `${repeat}. This tool only reads, so repeating it is safe.`;
  const key = error instanceof CarrierNestError ? error.idempotencyKey : null;
  if ('idempotency_key' in args && key !== null)
    return `${repeat} and idempotency_key: ${JSON.stringify(key)}, so that nothing is sent twice. With another key or none, call list_emails first.`;
  const outcomeTool = outcomeTools[name];
  return outcomeTool !== undefined && isOutcomeUnknown(error)
    ? `the call may have taken effect. ${capitalize(wait)}, and call ${outcomeTool} before you repeat it.`
    : `${repeat}.`;
}

/** The service refuses a request with a status below 500 before the request takes effect. */
const isOutcomeUnknown = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500;

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
