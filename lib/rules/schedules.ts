import { valueAt } from '../parts/template';
import type { TemplateRule } from './rule';
import { formatLocation, findResources } from './template';

/** EventBridge Scheduler is precise to the minute, where it is not given a window to choose from. */
export const schedulesFireOnTime: TemplateRule = {
  name: 'SchedulesFireOnTime',
  explanation: 'A flexible window lets the schedule ring later than its minute, and a rate knows no seconds',
  findViolations: (templates) =>
    findResources(templates, 'AWS::Scheduler::Schedule')
      .filter(({ resource: { Properties } }) => {
        const isPrecise = valueAt(Properties, 'FlexibleTimeWindow', 'Mode') === 'OFF';
        const expression = valueAt(Properties, 'ScheduleExpression');
        return !isPrecise || !/^(rate\(\d+ (minute|hour|day)s?\)|cron\(.+\))$/.test(String(expression));
      })
      .map(formatLocation),
};
