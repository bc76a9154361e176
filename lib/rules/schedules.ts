import type { TemplateRule } from './rule';
import { at, everywhere } from './template';

/** EventBridge Scheduler is precise to the minute, where it is not given a window to choose from. */
export const schedulesRingInTheirMinute: TemplateRule = {
  name: 'SchedulesRingInTheirMinute',
  says: 'A flexible window lets the schedule ring later than its minute, and a rate knows no seconds',
  findIn: (templates) =>
    everywhere(templates, 'AWS::Scheduler::Schedule')
      .filter(({ resource: { Properties } }) => {
        const isPrecise = Properties.FlexibleTimeWindow?.Mode === 'OFF';
        return (
          !isPrecise || !/^(rate\(\d+ (minute|hour|day)s?\)|cron\(.+\))$/.test(Properties.ScheduleExpression)
        );
      })
      .map(at),
};
