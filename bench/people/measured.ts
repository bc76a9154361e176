import type { CallRow, Service } from '../../test/support/service';
import type { ServiceTable } from '../../test/support/table';
import { readCpu } from '../cpu';
import { functionOf } from '../metered-send';

export interface People {
  service: Service;
  table: ServiceTable;
  key: string;
  workspaceId: string;
  /** Everybody is on the first; a thousand are on the second. */
  everyone: string;
  few: string;
}

/** Seconds, by the clock and of CPU. */
export interface Spent {
  seconds: number;
  functionsCpu: number;
  engineCpu: number;
}

interface Measured extends Spent {
  calls: CallRow[];
  body: Record<string, unknown> & { data?: unknown[] };
  status: number;
}

/** One request and all that it set off. */
export async function measured(
  { service, key }: People,
  name: RegExp,
  ...[method, path, options]: Parameters<Service['api']>
): Promise<Measured> {
  const [before, now] = [readCpu(), await service.now()];
  const startedAt = performance.now();
  const { status, body } = await service.api(method, path, { key, ...options });
  const seconds = (performance.now() - startedAt) / 1000;
  const after = readCpu();
  const calls = (await service.calls(now)).filter((row) => name.test(functionOf(row)));
  const spent = (which: 'workers' | 'engine') => (after?.[which] ?? 0) - (before?.[which] ?? 0);
  return { calls, body, status, seconds, functionsCpu: spent('workers'), engineCpu: spent('engine') };
}

export const times = ({ seconds, functionsCpu, engineCpu }: Spent): string[] =>
  [seconds, functionsCpu, engineCpu].map((value) => value.toFixed(1));
