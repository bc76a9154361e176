import type { CauseInput } from '../causes';

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

/** The function that handles the failed request. */
export function functionOf({ exchange }: CauseInput): string {
  const request = `${exchange?.method} ${exchange?.route}`;
  return functions[request] ?? `the function of ${request}`;
}

export const searchLog = (input: CauseInput): string =>
  `Search the log group of ${functionOf(input)} (/aws/lambda/carrier-nest-STAGE-…) for the request ${input.exchange?.requestId ?? 'ID'}; docs/runbook.md#api-errors explains the entries.`;
