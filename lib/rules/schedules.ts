import { valueAt } from '../parts/template';
import type { TemplateRule } from './rule';
import { formatLocation, findResources } from './template';

/** EventBridge Scheduler is precise to the minute if the schedule has no flexible time window. */
export const schedulesFireOnTime: TemplateRule = {
  name: 'SchedulesFireOnTime',
  explanation: 'A flexible window delays the schedule beyond its minute, and a rate cannot be in seconds',
  findViolations: (templates) =>
    findResources(templates, 'AWS::Scheduler::Schedule')
      .filter(({ resource: { Properties } }) => {
        const isPrecise = valueAt(Properties, 'FlexibleTimeWindow', 'Mode') === 'OFF';
        const expression = valueAt(Properties, 'ScheduleExpression');
        return !isPrecise || !/^(rate\(\d+ (minute|hour|day)s?\)|cron\(.+\))$/.test(String(expression));
      })
      .map(formatLocation),
};
