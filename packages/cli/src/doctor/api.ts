import { callWithTimeout } from './call-with-timeout';
import { describeCall } from './aws-command';
import { observation, type Check, type Finding } from './check';
import { readRuntime } from '../command-line/runtime-file';
import type { DoctorContext } from './context';
import { commandLine } from '../distribution';

/** This path requires no API key. */
const path = '/v1/openapi.json';

export const apiResponds: Check = {
  id: 'api.answers',
  title: 'the API responds',
  needs: ['local.runtime', 'stacks.deployed'],
  run: async (ctx) => {
    const address = await findAddress(ctx);
    if (!address) {
      const evidence = describeCall(ctx, 'cloudformation:DescribeStacks');
      return observation('no stack output contains the API address', evidence, [noAddressFinding(evidence)]);
    }
    const { status } = await callWithTimeout('api:GetOpenApi', (signal) =>
      fetch(`${address}${path}`, { signal }),
    );
    const seen = `${address} responds with ${status}`;
    return observation(
      seen,
      `GET ${address}${path}`,
      status === 200 ? [] : [wrongStatusFinding(address, status)],
    );
  },
};

/** Reads only the address outputs, because one output of the stack `Edge` is a secret. */
async function findAddress(ctx: DoctorContext): Promise<string | undefined> {
  if (ctx.target.kind === 'local') return readRuntime(ctx.target.dataDir).api;
  const outputs = (await ctx.stacks()).flatMap(({ stack }) => stack?.Outputs ?? []);
  const outputValue = (prefix: string) =>
    outputs.find(({ OutputKey = '' }) => OutputKey.startsWith(prefix))?.OutputValue;
  return (outputValue('ApiAddress') ?? outputValue('ApiEndpoint'))?.replace(/\/+$/, '');
}

const noAddressFinding = (evidence: string): Finding => ({
  outcome: 'fail',
  subject: 'the stack Api',
  problem: 'the stack has no output ApiEndpoint, so the URL of the API is unknown',
  evidence,
  fix: commandLine('deploy'),
});

const wrongStatusFinding = (address: string, status: number): Finding => ({
  outcome: 'fail',
  subject: address,
  problem: 'the API does not respond with 200',
  evidence: `GET ${address}${path}: ${status}`,
  fix: 'See docs/runbook.md#api-errors',
});
