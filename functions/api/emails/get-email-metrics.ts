import { dailyCounts } from '../../../shared/domain/reports/metrics/daily-counts';
import { lastDays } from '../../../shared/domain/reports/metrics/window';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { now } from '../../../shared/time';
import { presentMetrics } from './present-metrics';
import { emailRoutes } from './routes';

export const handler = endpoint(emailRoutes.getEmailMetrics, async ({ workspaceId }, { query }) =>
  ok(presentMetrics(await dailyCounts(workspaceId, lastDays(query.days, now())))),
);
