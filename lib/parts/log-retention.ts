import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Settings } from '../settings';

export const retentionByDays: Record<Settings['logRetentionDays'], RetentionDays> = {
  7: RetentionDays.ONE_WEEK,
  30: RetentionDays.ONE_MONTH,
  90: RetentionDays.THREE_MONTHS,
  365: RetentionDays.ONE_YEAR,
};
