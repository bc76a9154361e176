import { z } from 'zod';
import type { Cloud } from '../cloud';
import type { AlarmSpec } from '../deployment';

const AlarmProperties = z.object({ AlarmActions: z.array(z.string()).default([]) });

/** Reads the alarms only to check the policies of their topics. No alarm fires locally. */
export function readAlarms(cloud: Cloud): AlarmSpec[] {
  return cloud.resources('AWS::CloudWatch::Alarm').map((resource) => ({
    name: cloud.name(resource),
    arn: cloud.arn(resource),
    actionArns: cloud.read(resource, AlarmProperties).AlarmActions,
  }));
}
