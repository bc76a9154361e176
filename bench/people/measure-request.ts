import type { CallRow, Service } from '../../test/support/service';
import type { ServiceTable } from '../../test/support/table';
import { readCpu } from '../cpu';
import { functionOf } from '../metered-send';

export interface PeopleFixture {
  service: Service;
  table: ServiceTable;
  key: string;
  workspaceId: string;
  /** The audience with all contacts. `smallAudienceId` is the audience with a thousand contacts. */
  everyoneAudienceId: string;
  smallAudienceId: string;
}

/** Wall-clock and CPU time in seconds. */
export interface TimeSpent {
  seconds: number;
  functionsCpu: number;
  engineCpu: number;
}

interface RequestMeasurement extends TimeSpent {
  calls: CallRow[];
  body: Record<string, unknown> & { data?: unknown[] };
  status: number;
}

/** Measures one request and the calls of the functions whose names match. */
export async function measureRequest(
  { service, key }: PeopleFixture,
  name: RegExp,
  ...[method, path, options]: Parameters<Service['api']>
): Promise<RequestMeasurement> {
  const [before, now] = [readCpu(), await service.now()];
  const startedAt = performance.now();
  const { status, body } = await service.api(method, path, { key, ...options });
  const seconds = (performance.now() - startedAt) / 1000;
  const after = readCpu();
  const calls = (await service.calls(now)).filter((row) => name.test(functionOf(row)));
  const spent = (which: 'workers' | 'engine') => (after?.[which] ?? 0) - (before?.[which] ?? 0);
  return { calls, body, status, seconds, functionsCpu: spent('workers'), engineCpu: spent('engine') };
}

export const formatTimes = ({ seconds, functionsCpu, engineCpu }: TimeSpent): string[] =>
  [seconds, functionsCpu, engineCpu].map((value) => value.toFixed(1));
