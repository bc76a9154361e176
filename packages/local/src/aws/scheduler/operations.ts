import { type AwsCall, AwsError, type AwsRequest } from '../stand-in';
import { parseDefinition } from './definition';
import { presentPage, presentSchedule } from './present';
import type { Schedules } from './schedules';

/** A parsed request. */
interface Request {
  name: string;
  groupName: string;
  query: URLSearchParams;
  body: object;
}

interface Operation {
  needs(schedules: Schedules, request: Request): AwsCall['needs'];
  run(schedules: Schedules, request: Request): object;
}

export const operations: Record<string, Operation> = {
  CreateSchedule: {
    needs: (schedules, request) => needsToWrite(schedules, request, 'CreateSchedule'),
    run: (schedules, { name, body }) => {
      const definition = parseDefinition(name, body);
      schedules.create(definition);
      return { ScheduleArn: schedules.arn(definition) };
    },
  },
  UpdateSchedule: {
    needs: (schedules, request) => needsToWrite(schedules, request, 'UpdateSchedule'),
    run: (schedules, { name, body }) => {
      const definition = parseDefinition(name, body);
      schedules.update(definition);
      return { ScheduleArn: schedules.arn(definition) };
    },
  },
  GetSchedule: {
    needs: (schedules, request) => needsOnSchedule(schedules, request, 'GetSchedule'),
    run: (schedules, { groupName, name }) => {
      const schedule = schedules.get(groupName, name);
      return presentSchedule(schedules.arn(schedule.definition), schedule);
    },
  },
  DeleteSchedule: {
    needs: (schedules, request) => needsOnSchedule(schedules, request, 'DeleteSchedule'),
    run: (schedules, { groupName, name }) => {
      schedules.delete(groupName, name);
      return {};
    },
  },
  ListSchedules: {
    needs: () => [{ action: 'scheduler:ListSchedules', resource: '*' }],
    run: (schedules, { query }) => presentPage(schedules, query),
  },
};

/** Reads the operation and the schedule from the method and path. */
export function readRequest(request: AwsRequest): Request & { operation: string } {
  const [, root, encodedName = '', ...rest] = request.path.split('/');
  const name = decodeURIComponent(encodedName);
  const operation = root === 'schedules' && rest.length === 0 ? operationOf(request.method, name) : undefined;
  if (!operation) {
    const requestLine = `${request.method} ${request.path}`;
    throw new AwsError('UnknownOperation', `The local Scheduler does not support ${requestLine}`);
  }
  const groupName = request.query.get('groupName') ?? 'default';
  return { operation, name, groupName, query: request.query, body: parseBody(request.body) };
}

function operationOf(method: string, name: string): string | undefined {
  if (name === '') return method === 'GET' ? 'ListSchedules' : undefined;
  const byMethod: Record<string, string> = {
    POST: 'CreateSchedule',
    GET: 'GetSchedule',
    PUT: 'UpdateSchedule',
    DELETE: 'DeleteSchedule',
  };
  return byMethod[method];
}

function parseBody(body: Buffer): object {
  try {
    const parsed: unknown = JSON.parse(body.toString() || '{}');
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new AwsError('ValidationException', 'The body is not a JSON object');
}

function needsOnSchedule(schedules: Schedules, request: Request, action: string): AwsCall['needs'] {
  const resource = schedules.arn({ GroupName: request.groupName, Name: request.name });
  return [{ action: `scheduler:${action}`, resource }];
}

/** A caller that creates or updates a schedule passes the target's role to EventBridge Scheduler. */
function needsToWrite(schedules: Schedules, { name, body }: Request, action: string): AwsCall['needs'] {
  const definition = parseDefinition(name, body);
  return [
    { action: `scheduler:${action}`, resource: schedules.arn(definition) },
    {
      action: 'iam:PassRole',
      resource: definition.Target.RoleArn,
      context: { 'iam:PassedToService': 'scheduler.amazonaws.com' },
    },
  ];
}
