import { dailyCounts } from '../../../shared/domain/reports/metrics/daily-counts';
import { presentMetrics } from '../../../shared/domain/reports/metrics/present';
import { lastDays, readDays } from '../../../shared/domain/reports/metrics/window';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { firstOf } from '../../../shared/http/paging';
import { now } from '../../../shared/time';
import { emailRoutes } from './routes';

export const handler = endpoint(emailRoutes.getEmailMetrics, async ({ workspaceId }, { query }) => {
  const days = lastDays(readDays(firstOf(query, 'days')), now());
  return ok(presentMetrics(await dailyCounts(workspaceId, days)));
});
