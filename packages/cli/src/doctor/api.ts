import { ask } from './ask';
import { asked } from './aws-command';
import { looked, type Check, type Finding } from './check';
import { runtimeIn } from '../admin/runtime-file';
import type { Ctx } from './context';

/** Anybody may read it. */
const path = '/v1/openapi.json';

export const answers: Check = {
  id: 'api.answers',
  title: 'the API answers',
  needs: ['local.runtime', 'stacks.deployed'],
  run: async (ctx) => {
    const address = await addressOf(ctx);
    if (!address) {
      const evidence = asked(ctx, 'cloudformation:DescribeStacks');
      return looked('no stack says where it is', evidence, [noAddress(evidence)]);
    }
    const { status } = await ask('api:GetOpenApi', (signal) => fetch(`${address}${path}`, { signal }));
    const seen = `${address} answers ${status}`;
    return looked(seen, `GET ${address}${path}`, status === 200 ? [] : [fails(address, status)]);
  },
};

/** Of the outputs these alone are read: `Edge` has one that is a secret. */
async function addressOf(ctx: Ctx): Promise<string | undefined> {
  if (ctx.place.kind === 'local') return runtimeIn(ctx.place.dataDir).api;
  const outputs = (await ctx.stacks()).flatMap(({ stack }) => stack?.Outputs ?? []);
  const valueOf = (prefix: string) =>
    outputs.find(({ OutputKey = '' }) => OutputKey.startsWith(prefix))?.OutputValue;
  return (valueOf('ApiAddress') ?? valueOf('ApiEndpoint'))?.replace(/\/+$/, '');
}

const noAddress = (evidence: string): Finding => ({
  outcome: 'fail',
  subject: 'the stack Api',
  problem: 'it has no output ApiEndpoint…, so nobody knows the address',
  evidence,
  fix: 'npm run deploy',
});

const fails = (address: string, status: number): Finding => ({
  outcome: 'fail',
  subject: address,
  problem: 'the API does not answer as it should',
  evidence: `GET ${address}${path}: ${status}`,
  fix: 'docs/runbook.md#api-errors says where to look',
});
