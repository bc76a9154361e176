import { suppressionScopes } from '../../../shared/db/records/suppressions';
import { address, cursor, pageSize } from '../../../shared/http/parameters';
import type { Route } from '../../../shared/http/route';
import type { Need } from '../../../shared/core/needs';
import {
  LiftBatchRequestSchema,
  LiftedBatchSchema,
  LiftedSuppressionSchema,
  SuppressBatchRequestSchema,
  SuppressedBatchSchema,
  SuppressionListSchema,
  SuppressionSchema,
  SuppressRequestSchema,
} from './shapes';

/**
 * Lambda allocates CPU in proportion to memory. With this value, a function gets one full vCPU, which it needs for 800
 * writes per second.
 */
const fullCpuMemoryMb = 1769;

/**
 * The needs of a function that suppresses addresses. If the reason is `unsubscribe`, the function also finds the emails
 * that are scheduled to the address.
 */
const suppressNeeds: Need[] = ['table:GetItem', 'table:UpdateItem', 'table:Query', 'table:BatchGetItem'];

export const suppressionRoutes = {
  listSuppressions: {
    method: 'GET',
    path: '/v1/suppressions',
    summary: 'List suppressions, newest first, or the suppressions of one address',
    description:
      'Returns suppressions. With `email`, returns the rows of that address, one per scope. An empty ' +
      'list means that the address is not suppressed. Topic opt-outs are preferences and are not listed ' +
      'here. The list can lag by a second.',
    scope: 'contacts:read',
    query: { email: address, limit: pageSize(50, 100), cursor: cursor('time') },
    needs: ['table:Query', 'index:byTime'],
    responses: { 200: SuppressionListSchema },
  },
  createSuppression: {
    method: 'POST',
    path: '/v1/suppressions',
    summary: 'Suppress an address',
    description:
      'Suppresses an address, from the next send. If the address is already suppressed in the scope, only ' +
      '`reason` changes. The reasons `hard_bounce` and `complaint` never change. The reason `unsubscribe` ' +
      'also removes the address from scheduled emails.',
    scope: 'contacts:write',
    body: SuppressRequestSchema,
    needs: suppressNeeds,
    responses: { 201: SuppressionSchema },
  },
  createSuppressionBatch: {
    method: 'POST',
    path: '/v1/suppressions/batch',
    summary: 'Suppress up to 10,000 addresses',
    description:
      'Suppresses each address as `createSuppression` does. The defaults, the scope `marketing` and the ' +
      'reason `list_hygiene`, suit a cleaned mailing list. `suppressed` counts distinct addresses and ' +
      '`duplicates` counts repeats. If one address is invalid, the whole request fails. You can repeat a ' +
      'request that failed partway.',
    scope: 'contacts:write',
    body: SuppressBatchRequestSchema,
    needs: suppressNeeds,
    responses: { 201: SuppressedBatchSchema },
    memoryMb: fullCpuMemoryMb,
  },
  deleteSuppressionBatch: {
    method: 'DELETE',
    path: '/v1/suppressions/batch',
    summary: 'Lift the suppressions of up to 10,000 addresses in one scope',
    description:
      'Lifts suppressions in this scope only, regardless of their reason. Afterward, even addresses that ' +
      'bounced or complained can be mailed again. `removed` is the number of suppressions that existed.',
    scope: 'contacts:write',
    body: LiftBatchRequestSchema,
    needs: ['table:BatchGetItem', 'table:DeleteItem'],
    responses: { 200: LiftedBatchSchema },
    memoryMb: fullCpuMemoryMb,
  },
  deleteSuppression: {
    method: 'DELETE',
    path: '/v1/suppressions/{email}',
    summary: 'Lift the suppression of an address in one scope',
    description:
      'Lifts the suppression in this scope only, regardless of its reason. Afterward, even an address that ' +
      'bounced or complained can be mailed again. If the address was not suppressed, the status is 200 and ' +
      '`removed` is false.',
    scope: 'contacts:write',
    query: { scope: { kind: 'oneOf', values: suppressionScopes, fallback: 'all' } },
    needs: ['table:DeleteItem'],
    responses: { 200: LiftedSuppressionSchema },
  },
} satisfies Record<string, Route>;
