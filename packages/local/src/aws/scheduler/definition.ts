import { z } from 'zod';
import type { ScheduleSpec } from '../../template/deployment';
import { AwsError } from '../stand-in';
import { parseScheduleExpression } from './schedule-expression';

const namePattern = /^[0-9a-zA-Z._-]{1,64}$/;

const Target = z.strictObject({
  /** ARN of a function or queue. */
  Arn: z.string().regex(/^arn:aws:(lambda:[^:]+:\d+:function|sqs:[^:]+:\d+):[^:]+/),
  RoleArn: z.string(),
  Input: z.string().optional(),
  RetryPolicy: z
    .strictObject({
      MaximumEventAgeInSeconds: z.int().optional(),
      MaximumRetryAttempts: z.int().min(0).max(185).optional(),
    })
    .optional(),
  DeadLetterConfig: z.strictObject({ Arn: z.string().optional() }).optional(),
});

/**
 * The input of CreateSchedule and UpdateSchedule. The schema is strict, so start dates, end dates and time zones other
 * than UTC are refused instead of ignored.
 */
const Definition = z.strictObject({
  Name: z.string().regex(namePattern),
  GroupName: z.string().regex(namePattern).default('default'),
  ScheduleExpression: z.string().refine((text) => parseScheduleExpression(text) !== undefined, {
    error: ({ input }) => `Invalid Schedule Expression ${String(input)}.`,
  }),
  ScheduleExpressionTimezone: z.literal('UTC').default('UTC'),
  FlexibleTimeWindow: z.strictObject({
    Mode: z.enum(['OFF', 'FLEXIBLE']),
    MaximumWindowInMinutes: z.int().optional(),
  }),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  ActionAfterCompletion: z.enum(['NONE', 'DELETE']).default('NONE'),
  Description: z.string().max(512).optional(),
  ClientToken: z.string().optional(),
  Target,
});

export type Definition = z.infer<typeof Definition>;

export function parseDefinition(name: string, body: object): Definition {
  const parsed = Definition.safeParse({ ...body, Name: name });
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new AwsError('ValidationException', reasons.join('; '));
}

export function definitionOf(spec: ScheduleSpec): Definition {
  return parseDefinition(spec.name, {
    GroupName: spec.groupName,
    ScheduleExpression: spec.expression,
    FlexibleTimeWindow: { Mode: 'OFF' },
    State: spec.enabled ? 'ENABLED' : 'DISABLED',
    Target: { Arn: spec.targetArn, RoleArn: spec.roleArn, Input: spec.input },
  });
}
