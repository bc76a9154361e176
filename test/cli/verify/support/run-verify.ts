import { verify } from '../../../../packages/cli/src/verify/command';
import { checkIds, checks } from '../../../../packages/cli/src/verify/checks';
import { startRun } from '../../../../packages/cli/src/verify/context';
import type { VerifyOptions } from '../../../../packages/cli/src/verify/options';
import type { Report } from '../../../../packages/cli/src/verify/report';
import type { RuntimeDescription } from '../../../support/runtime';

interface RunOptions extends Partial<VerifyOptions> {
  /** The checks to run, in addition to those that they need. */
  only: readonly string[];
}

/** Runs checks against a local runtime, with a short time limit. */
export const runVerify = (
  { api, console: consoleUrl, key }: Pick<RuntimeDescription, 'api' | 'console' | 'key'>,
  { only, ...overrides }: RunOptions,
): Promise<Report> => {
  const needed = new Set(only.flatMap(withNeeds));
  const options: VerifyOptions = {
    url: api,
    key,
    domain: undefined,
    timeoutMs: 10_000,
    webhook: undefined,
    skipped: checkIds.filter((id) => !needed.has(id)),
    isJson: true,
    local: { control: `${consoleUrl}/control`, token: undefined },
    ...overrides,
  };
  return verify(startRun(options, new AbortController().signal));
};

function withNeeds(id: string): string[] {
  const check = checks.find((candidate) => candidate.id === id);
  if (!check) throw new Error(`No check is named ${id}`);
  return [id, ...(check.needs ?? []).flatMap(withNeeds)];
}

/** The failed checks, each with its cause. */
export const causesIn = (report: Report): Record<string, string> =>
  Object.fromEntries(
    report.checks.filter(({ outcome }) => outcome === 'failed').map(({ id, cause }) => [id, cause ?? '']),
  );
