import * as z from 'zod/mini';
import {
  LiftedBatchSchema,
  LiftedSchema,
  SuppressedBatchSchema,
  SuppressionSchema,
} from '../../../shared/domain/suppressions/present';
import { suppressionScopes } from '../../../shared/domain/suppressions/record';
import {
  LiftBatchSchema,
  SuppressBatchSchema,
  SuppressSchema,
} from '../../../shared/domain/suppressions/requests';
import type { Route } from '../../../shared/http/route';
import { listOf } from '../../../shared/http/schemas';
import type { Need } from '../../../shared/needs';

/** Lambda gives a function its processor by its memory: this is a whole one, for 800 writes a second. */
const wholeProcessorMb = 1769;

/** An unsubscribe looks for the mail that is scheduled to the address. */
const withdrawing: Need[] = ['table:Query', 'table:BatchGetItem'];

export const suppressionRoutes = {
  listSuppressions: {
    method: 'GET',
    path: '/v1/suppressions',
    summary: 'List suppressions, newest first, or those of one address',
    scope: 'contacts:read',
    query: z.object({
      email: z.optional(z.string()),
      limit: z.optional(z.string()),
      cursor: z.optional(z.string()),
    }),
    needs: ['table:Query', 'index:byTime'],
    answers: { 200: listOf(SuppressionSchema) },
  },
  createSuppression: {
    method: 'POST',
    path: '/v1/suppressions',
    summary: 'Suppress an address',
    scope: 'contacts:write',
    body: SuppressSchema,
    needs: withdrawing,
    answers: { 201: SuppressionSchema },
  },
  createSuppressionBatch: {
    method: 'POST',
    path: '/v1/suppressions/batch',
    summary: 'Suppress up to 10,000 addresses',
    scope: 'contacts:write',
    body: SuppressBatchSchema,
    needs: withdrawing,
    answers: { 201: SuppressedBatchSchema },
    memoryMb: wholeProcessorMb,
  },
  deleteSuppressionBatch: {
    method: 'DELETE',
    path: '/v1/suppressions/batch',
    summary: 'Lift the suppressions of up to 10,000 addresses in one scope',
    scope: 'contacts:write',
    body: LiftBatchSchema,
    needs: ['table:BatchGetItem', 'table:DeleteItem'],
    answers: { 200: LiftedBatchSchema },
    memoryMb: wholeProcessorMb,
  },
  deleteSuppression: {
    method: 'DELETE',
    path: '/v1/suppressions/{email}',
    summary: 'Lift the suppression of an address in one scope',
    scope: 'contacts:write',
    query: z.object({ scope: z._default(z.enum(suppressionScopes), 'all') }),
    needs: ['table:DeleteItem'],
    answers: { 200: LiftedSchema },
  },
} satisfies Record<string, Route>;
