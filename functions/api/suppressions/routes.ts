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

/** Lambda gives a function its processor by its memory: this is a whole one, for 800 writes a second. */
const fullCpuMemoryMb = 1769;

/** An unsubscribe also looks for the mail that is scheduled to the address. */
const suppressNeeds: Need[] = ['table:GetItem', 'table:UpdateItem', 'table:Query', 'table:BatchGetItem'];

export const suppressionRoutes = {
  listSuppressions: {
    method: 'GET',
    path: '/v1/suppressions',
    summary: 'List suppressions, newest first, or those of one address',
    description:
      'With `email`, the rows of that address, one for each scope; an empty list says that it is not ' +
      'suppressed. Who opted out of a topic is not here but among the preferences. It can be a second ' +
      'behind.',
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
      'Holds from the next send on. An address that is suppressed in the scope keeps its row: only ' +
      '`reason` changes, and that of a bounce or complaint does not. The reason `unsubscribe` also ' +
      'takes the address out of mail that is scheduled.',
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
      'As for one address, but the defaults are those of a cleaned list: `marketing` and ' +
      '`list_hygiene`. `suppressed` counts addresses, `duplicates` what was in the list more than once. ' +
      'One that is no address refuses them all. A request that failed half-way can be sent again.',
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
      'Lifts that scope alone and asks for no reason, so mail reaches addresses that bounced or ' +
      'complained. `removed` counts what was there.',
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
      'Lifts that scope alone and asks for no reason, so mail reaches an address that bounced or ' +
      'complained. `removed` is false where nothing was suppressed; that is 200 as well.',
    scope: 'contacts:write',
    query: { scope: { kind: 'oneOf', values: suppressionScopes, fallback: 'all' } },
    needs: ['table:DeleteItem'],
    responses: { 200: LiftedSuppressionSchema },
  },
} satisfies Record<string, Route>;
