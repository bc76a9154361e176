import { findDailyCounts } from '../../../shared/domain/platform/metrics/daily-counts';
import { lastDays } from '../../../shared/domain/platform/metrics/window';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { now } from '../../../shared/core/time';
import { presentMetrics } from './present-metrics';
import { emailRoutes } from './routes';

export const handler = endpoint(emailRoutes.getEmailMetrics, async ({ workspaceId }, { query }) =>
  ok(presentMetrics(await findDailyCounts(workspaceId, lastDays(query.days, now())))),
);
