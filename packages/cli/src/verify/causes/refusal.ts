import type { Cause, CauseInput } from '../causes';

const answers =
  (status: number, type?: string, message = /(?:)/) =>
  ({ exchange }: CauseInput): boolean =>
    exchange?.status === status &&
    (type === undefined || exchange.type === type) &&
    message.test(exchange.message ?? '');

/** The functions of the requests that the checks make. */
const functions: Record<string, string> = {
  'POST /v1/emails': 'sendEmail',
  'POST /v1/emails/batch': 'sendBatch',
  'DELETE /v1/emails/{id}': 'cancelEmail',
  'POST /v1/approvals/{id}': 'decideApproval',
  'POST /v1/api-keys': 'createApiKey',
  'POST /v1/audiences': 'createAudience',
  'POST /v1/audiences/{id}/contacts': 'addMembers',
  'POST /v1/broadcasts/{id}/send': 'sendBroadcast',
};

function functionOf({ exchange }: CauseInput): string {
  const request = `${exchange?.method} ${exchange?.route}`;
  return functions[request] ?? `the function of ${request}`;
}

const searchLog = (input: CauseInput): string =>
  `Search the log group of ${functionOf(input)} (/aws/lambda/carrier-nest-STAGE-…) for the request ${input.exchange?.requestId ?? 'ID'}; docs/runbook.md#api-errors explains the entries.`;

const isInternalError = answers(500, 'internal_error');

/** Causes of a request that the service refuses. */
export const refusalCauses: readonly Cause[] = [
  {
    symptom: 'refused',
    when: answers(401),
    cause: 'The key is unknown to this service: it was revoked, or belongs to another deployment.',
    next: 'Create a key with npm run admin -- keys create, and give it as --key.',
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
    next: 'Use a key with every scope and no guardrail, such as the first key of a workspace, or create one with npm run admin -- keys create.',
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
    when: (input) =>
      isInternalError(input) &&
      input.exchange !== undefined &&
      input.evidence.hasAcceptedOtherWrite(input.exchange),
    cause: (input) =>
      `The role of ${functionOf(input)} lacks a permission: only this request fails, and other requests write to the same table.`,
    next: (input) => `${searchLog(input)} With AccessDenied, deploy again to restore the role.`,
  },
  {
    symptom: 'refused',
    when: (input) => isInternalError(input) || answers(503)(input),
    cause: 'DynamoDB throttles the table: no request that writes to it succeeds.',
    next: 'See the alarm TableThrottled and docs/runbook.md#table-throttled.',
  },
  {
    symptom: 'refused',
    when: isInternalError,
    cause: (input) => `${functionOf(input)} has a bug or timed out.`,
    next: searchLog,
  },
  {
    symptom: 'refused',
    when: answers(503),
    cause: 'Lambda throttles the functions, because all executions of the account are in use.',
    next: 'See the alarm Throttles and docs/runbook.md#throttles, and raise executions (docs/deploying.md#executions).',
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
    next: 'Run npm run doctor (ses.sending), and read the notice of SES in the AWS console.',
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
    next: 'Run npm run doctor (ses.sandbox, domains.status), and see docs/deploying.md#leaving-the-ses-sandbox.',
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
    next: 'Run npm run doctor (dns.dkim), publish the records that it prints, and call POST /v1/domains/{id}/verify.',
  },
  {
    symptom: 'refused',
    when: answers(422, 'no_postal_address'),
    cause: 'The workspace has no postal address, which marketing email must show.',
    next: 'Set it with npm run admin -- workspaces update ID --postal-address "…".',
  },
  {
    symptom: 'refused',
    when: answers(422, 'workspace_suspended'),
    cause: 'The operator has suspended the workspace.',
    next: 'Use a key of another workspace, or end the suspension with npm run admin.',
  },
  {
    symptom: 'refused',
    when: answers(402),
    cause: 'The plan or the budget of the workspace does not allow this.',
    next: 'Set the plan with npm run admin -- workspaces update ID --plan unmetered.',
  },
  {
    symptom: 'refused',
    cause: 'The service refuses a valid request: it runs another version than this command.',
    next: 'Compare the version of the check service with carrier-nest --version.',
  },
];
