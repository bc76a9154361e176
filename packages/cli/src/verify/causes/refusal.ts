import type { Cause, CauseInput } from '../causes';
import { functionOf, searchLog } from './request-function';
import { commandLine } from '../../distribution';

const answers =
  (status: number, type?: string, message = /(?:)/) =>
  ({ exchange }: CauseInput): boolean =>
    exchange?.status === status &&
    (type === undefined || exchange.type === type) &&
    message.test(exchange.message ?? '');

const isInternalError = answers(500, 'internal_error');

/** The service and API Gateway answer each kind of overload with a message of its own. */
const isUnavailable = (message: RegExp) => answers(503, 'service_unavailable', message);

const hasAcceptedOtherWrite = ({ exchange, evidence }: CauseInput): boolean =>
  exchange !== undefined && evidence.hasAcceptedOtherWrite(exchange);

const tableThrottled = 'See the alarm TableThrottled and docs/runbook.md#table-throttled.';

/** Causes of a request that the service refuses. */
export const refusalCauses: readonly Cause[] = [
  {
    symptom: 'refused',
    when: answers(401),
    cause: 'The key is unknown to this service: it was revoked, or belongs to another deployment.',
    next: `Create a key with ${commandLine('admin keys create')}, and give it as --key.`,
  },
  {
    symptom: 'refused',
    when: answers(403, 'forbidden'),
    cause: 'The key lacks a scope or has a guardrail.',
    next: 'Use a key with every scope and no guardrail.',
  },
  {
    symptom: 'guarded-key',
    cause: ({ facts }) =>
      `The key is limited (${facts.detail}), so it cannot make every request of the checks.`,
    next: `Use a key with every scope and no guardrail, such as the first key of a workspace, or create one with ${commandLine('admin keys create')}.`,
  },
  {
    symptom: 'refused',
    when: (input) =>
      isInternalError(input) &&
      input.exchange?.hasFile === true &&
      input.evidence.hasAcceptedWithoutFile(input.exchange),
    cause: (input) =>
      `${functionOf(input)} may not write to the bucket of the contents: it fails only with an attachment.`,
    next: (input) =>
      `${searchLog(input)} With AccessDenied, deploy again to restore the role and the bucket policy.`,
  },
  {
    symptom: 'refused',
    when: (input) => isInternalError(input) && hasAcceptedOtherWrite(input),
    cause: (input) =>
      `The role of ${functionOf(input)} lacks a permission: only this request fails, and other requests write to the same table.`,
    next: (input) => `${searchLog(input)} With AccessDenied, deploy again to restore the role.`,
  },
  {
    symptom: 'refused',
    when: (input) => isInternalError(input) && !hasAcceptedOtherWrite(input),
    cause:
      'The functions cannot use the table: their roles lack a permission, or the table or its KMS key is missing or disabled.',
    next: (input) => `${searchLog(input)} With AccessDenied, deploy again to restore the roles.`,
  },
  {
    symptom: 'refused',
    when: isInternalError,
    cause: (input) => `${functionOf(input)} has a bug or timed out.`,
    next: searchLog,
  },
  {
    symptom: 'refused',
    when: isUnavailable(/did not respond in time/),
    cause: (input) => `${functionOf(input)} does not respond within 29 seconds.`,
    next: (input) => `${searchLog(input)} With "Task timed out", find the call that the function waited for.`,
  },
  {
    symptom: 'refused',
    when: (input) => isUnavailable(/is not available/)(input) && hasAcceptedOtherWrite(input),
    cause: (input) =>
      `Lambda does not run ${functionOf(input)}, but runs other functions: it is stopped (its reserved concurrency is 0), or all its executions are in use.`,
    next: 'Run aws lambda get-function-concurrency for the function. If it prints 0, run aws lambda delete-function-concurrency. Otherwise, see docs/runbook.md#throttles.',
  },
  {
    symptom: 'refused',
    when: isUnavailable(/is not available/),
    cause: 'Lambda throttles the functions, because all executions of the account are in use.',
    next: 'See the alarm Throttles and docs/runbook.md#throttles, and raise executions (docs/deploying.md#executions).',
  },
  {
    symptom: 'refused',
    when: (input) => isUnavailable(/heavy load/)(input) && hasAcceptedOtherWrite(input),
    cause: (input) =>
      `DynamoDB throttles what ${functionOf(input)} reads or writes, but not the whole table: other requests succeed.`,
    next: tableThrottled,
  },
  {
    symptom: 'refused',
    when: isUnavailable(/heavy load/),
    cause: 'DynamoDB throttles the table.',
    next: tableThrottled,
  },
  {
    symptom: 'refused',
    when: answers(503),
    cause: (input) => `${functionOf(input)} waits for another request or for another server.`,
    next: 'Run this again. If it fails again, see docs/runbook.md#api-errors.',
  },
  {
    symptom: 'refused',
    when: answers(429, 'rate_limited'),
    cause: 'The key has used its requests of this minute.',
    next: 'Run this again in a minute, without other programs on the same key.',
  },
  {
    symptom: 'refused',
    when: answers(502, 'provider_error', /throttling/),
    cause: 'SES throttles the account: its send rate or its 24-hour quota is used up.',
    next: 'Run aws sesv2 get-account, and see docs/runbook.md#throttled-by-ses. In the sandbox, SES accepts one email per second and 200 per day.',
  },
  {
    symptom: 'refused',
    when: answers(502, 'provider_error', /not accepting mail/),
    cause: 'SES has paused sending from the account, its Region or the domain.',
    next: `Run ${commandLine('doctor')} (ses.sending), and read the notice of SES in the AWS console.`,
  },
  {
    symptom: 'refused',
    when: answers(502, 'provider_error', /not accepting mail/),
    cause: 'The role of the function may not send with SES.',
    next: searchLog,
  },
  {
    symptom: 'refused',
    when: answers(502, 'provider_error', /refused/),
    cause: 'The account is in the SES sandbox, or SES no longer considers the domain verified.',
    next: `Run ${commandLine('doctor')} (ses.sandbox, domains.status), and see docs/deploying.md#leaving-the-ses-sandbox.`,
  },
  {
    symptom: 'refused',
    when: answers(502, 'provider_error', /did not respond/),
    cause: 'SES is slow or unavailable in this Region.',
    next: 'See health.aws.amazon.com, and docs/runbook.md#an-email-stays-queued.',
  },
  {
    symptom: 'refused',
    when: answers(422, 'no_verified_identity'),
    cause: 'SES no longer considers the domain verified.',
    next: `Run ${commandLine('doctor')} (dns.dkim), publish the records that it prints, and call POST /v1/domains/{id}/verify.`,
  },
  {
    symptom: 'refused',
    when: answers(422, 'no_postal_address'),
    cause: 'The workspace has no postal address, which marketing email must show.',
    next: `Set it with ${commandLine('admin workspaces set ID --postal-address "…"')}.`,
  },
  {
    symptom: 'refused',
    when: answers(422, 'workspace_suspended'),
    cause: 'The operator has suspended the workspace.',
    next: `Use a key of another workspace, or end the suspension with ${commandLine('admin')}.`,
  },
  {
    symptom: 'refused',
    when: answers(402),
    cause: 'The plan or the budget of the workspace does not allow this.',
    next: `Set the plan with ${commandLine('admin workspaces set ID --plan unmetered')}.`,
  },
  {
    symptom: 'refused',
    cause: 'The service refuses a valid request: it runs another version than this command.',
    next: 'Compare the version of the check service with carrier-nest --version.',
  },
];
