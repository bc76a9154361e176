import { z } from 'zod';
import type { Cloud } from '../cloud';
import type { ScheduleSpec } from '../deployment';

const ScheduleProperties = z.object({
  GroupName: z.string().default('default'),
  ScheduleExpression: z.string(),
  State: z.string().default('ENABLED'),
  Target: z.object({ Arn: z.string(), RoleArn: z.string(), Input: z.string().optional() }),
});

export function readSchedules(cloud: Cloud): ScheduleSpec[] {
  return cloud.resources('AWS::Scheduler::Schedule').map((resource) => {
    const { GroupName, ScheduleExpression, State, Target } = cloud.read(resource, ScheduleProperties);
    return {
      name: cloud.name(resource),
      groupName: GroupName,
      expression: ScheduleExpression,
      targetArn: Target.Arn,
      roleArn: Target.RoleArn,
      input: Target.Input,
      enabled: State === 'ENABLED',
    };
  });
}

export function readScheduleGroups(cloud: Cloud): string[] {
  return cloud.resources('AWS::Scheduler::ScheduleGroup').map((resource) => cloud.name(resource));
}
