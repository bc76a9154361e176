import { existsSync } from 'node:fs';
import { settingsFile } from '../../../../lib/settings-file';
import { engines } from '../../../../package.json';
import { refusalOfNode } from '../../../../scripts/ensure-node.mjs';
import { CommandError } from '../command-line/command-error';
import { readRuntime } from '../command-line/runtime-file';
import { commandLine, distribution } from '../distribution';
import { callWithTimeout } from './call-with-timeout';
import { observation, skippedObservation, type Check, type Finding } from './check';
import type { DoctorContext } from './context';

export const node: Check = {
  id: 'local.node',
  title: 'the tools support this version of Node',
  run: () => {
    const version = process.versions.node;
    const refusal = refusalOfNode(version, engines.node);
    const evidence = `process.versions.node is ${version}, engines in package.json is ${engines.node}`;
    const findings: Finding[] = refusal
      ? [
          {
            outcome: 'fail',
            subject: 'Node',
            problem: refusal,
            evidence,
            fix: 'https://nodejs.org/en/download',
          },
        ]
      : [];
    return observation(`Node ${version}`, evidence, findings);
  },
};

export const settings: Check = {
  id: 'local.settings',
  title: 'the settings file is valid and belongs to this stage',
  only: 'deployed',
  run: (ctx) => {
    const file = settingsFile();
    const evidence = existsSync(file)
      ? `read ${file}`
      : `there is no ${file}, so all settings have their defaults`;
    try {
      const { stage } = ctx.settings();
      const findings = stage === ctx.stage ? [] : [otherStageFinding(ctx, stage, evidence)];
      const missing = existsSync(file) ? '' : `, without ${file}`;
      return observation(`stage ${stage}${missing}`, evidence, findings);
    } catch (error) {
      const finding = unreadableFinding(file, error);
      return { ...observation('the settings cannot be read', evidence, [finding]), blocksDependents: true };
    }
  },
};

const otherStageFinding = (ctx: DoctorContext, stage: string, evidence: string): Finding => ({
  outcome: 'warn',
  subject: settingsFile(),
  problem: `the settings belong to the stage ${stage}, but the stage ${ctx.stage} is checked, so other findings may be wrong`,
  evidence: `${evidence}: stage ${stage}`,
  fix: `Run ${commandLine('doctor')} without --stage, or set CARRIER_NEST_SETTINGS to the settings file of the stage ${ctx.stage}`,
});

const unreadableFinding = (file: string, error: unknown): Finding => ({
  outcome: 'fail',
  subject: file,
  problem: `${commandLine('deploy')} would refuse these settings`,
  evidence: error instanceof Error ? error.message : String(error),
  fix: `Correct ${file} (docs/deploying.md#settings)`,
});

export const runtime: Check = {
  id: 'local.runtime',
  title: 'the local runtime responds',
  only: 'local',
  run: async ({ target }) => {
    if (target.kind !== 'local') return skippedObservation('');
    try {
      const { console } = readRuntime(target.dataDir);
      await callWithTimeout('control:GetClock', (signal) => fetch(`${console}/control/clock`, { signal }));
      return observation(`responds at ${console}`, `GET ${console}/control/clock`);
    } catch (error) {
      const finding = notRunningFinding(target.dataDir, error);
      return { ...observation('no response', finding.evidence, [finding]), blocksDependents: true };
    }
  },
};

const notRunningFinding = (dataDir: string, error: unknown): Finding => ({
  outcome: 'fail',
  subject: dataDir,
  problem: 'no local runtime responds',
  evidence:
    error instanceof CommandError
      ? error.message
      : `call to the address in ${dataDir}/runtime.json: ${String(error)}`,
  fix: commandLine(dataDir === distribution.dataDir ? 'dev' : `dev --data ${dataDir}`),
});
