import { z } from 'zod';
import type { Cloud } from '../cloud';
import type { AlarmSpec } from '../deployment';

const AlarmProperties = z.object({ AlarmActions: z.array(z.string()).default([]) });

/** No alarm rings here. They are read for whom they would reach. */
export function readAlarms(cloud: Cloud): AlarmSpec[] {
  return cloud.resources('AWS::CloudWatch::Alarm').map((resource) => ({
    name: cloud.name(resource),
    arn: cloud.arn(resource),
    actionArns: cloud.read(resource, AlarmProperties).AlarmActions,
  }));
}
