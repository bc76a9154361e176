import { AwsError } from '../stand-in';
import type { Schedule, Schedules } from './schedules';

const pageMax = 100;

/** The response of GetSchedule, with times in seconds. */
export function presentSchedule(arn: string, { definition, createdAt, modifiedAt }: Schedule) {
  return {
    Arn: arn,
    ...definition,
    ClientToken: undefined,
    CreationDate: createdAt / 1000,
    LastModificationDate: modifiedAt / 1000,
  };
}

/** A page of ListSchedules. The page token is the ARN of the last schedule. */
export function presentPage(schedules: Schedules, query: URLSearchParams) {
  const pageSize = Number(query.get('MaxResults') ?? pageMax);
  if (!(pageSize >= 1 && pageSize <= pageMax)) {
    throw new AwsError('ValidationException', `MaxResults must be between 1 and ${pageMax}.`);
  }
  const after = Buffer.from(query.get('NextToken') ?? '', 'base64url').toString();
  const matching = schedules.list().filter((schedule) => matchesQuery(schedule, query));
  const summaries = matching.map((schedule) => summarize(schedules.arn(schedule.definition), schedule));
  const rest = summaries.filter(({ Arn }) => Arn > after);
  const page = rest.slice(0, pageSize);
  const last = page.at(-1);
  const NextToken =
    last && rest.length > page.length ? Buffer.from(last.Arn).toString('base64url') : undefined;
  return { Schedules: page, NextToken };
}

function matchesQuery({ definition }: Schedule, query: URLSearchParams): boolean {
  return (
    (query.get('ScheduleGroup') ?? definition.GroupName) === definition.GroupName &&
    (query.get('State') ?? definition.State) === definition.State &&
    definition.Name.startsWith(query.get('NamePrefix') ?? '')
  );
}

function summarize(arn: string, { definition, createdAt, modifiedAt }: Schedule) {
  const { Name, GroupName, State, Target } = definition;
  return {
    Arn: arn,
    Name,
    GroupName,
    State,
    Target: { Arn: Target.Arn },
    CreationDate: createdAt / 1000,
    LastModificationDate: modifiedAt / 1000,
  };
}
