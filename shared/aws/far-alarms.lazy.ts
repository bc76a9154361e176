import { ConflictException, CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { requireEnv } from '../core/env';
import { iso, minuteMs } from '../core/time';

const client = new SchedulerClient({});

const [GroupName, Arn, RoleArn] = [
  requireEnv('ALARM_GROUP'),
  requireEnv('ALARMS_QUEUE_ARN'),
  requireEnv('RINGER_ROLE_ARN'),
];

/** What the message of such an alarm says, beside a name for people: the minute that it is for, in ms. */
export interface FarAlarm {
  minute: number;
}

/**
 * Rings once in the minute before that one, which is given in ms, however often it is asked for: a schedule rings
 * anywhere in its minute.
 */
export async function ringAhead(minute: number): Promise<void> {
  const at = wholeSeconds(minute - minuteMs);
  const says: FarAlarm & { alarm: string } = { alarm: wholeSeconds(minute), minute };
  try {
    await client.send(
      new CreateScheduleCommand({
        GroupName,
        Name: `due-${says.alarm.replace(/\D/g, '')}`,
        ScheduleExpression: `at(${at})`,
        FlexibleTimeWindow: { Mode: 'OFF' },
        ActionAfterCompletion: 'DELETE',
        Target: { Arn, RoleArn, Input: JSON.stringify(says) },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConflictException)) throw error;
  }
}

const wholeSeconds = (ms: number): string => iso(ms).slice(0, 19);
