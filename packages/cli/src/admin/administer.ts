import * as z from 'zod/mini';
import { CommandError } from '../command-line/command-error';
import type { Target } from '../command-line/target';
import { readRuntime } from '../command-line/runtime-file';
import type { Result } from './show';
import { commandLine } from '../distribution';

/** Runs one action of the function `administer`. Throws `CommandError` if the function refuses the action, fails or is unreachable. */
export function administer(
  target: Target,
  action: string,
  input: object,
  signal?: AbortSignal,
): Promise<Result> {
  return target.kind === 'local'
    ? administerLocal(target, action, input, signal)
    : administerDeployed(target, action, input, signal);
}

const Result = z.record(z.string(), z.unknown());

const Outcome = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), result: Result }),
  z.object({ ok: z.literal(false), error: z.object({ message: z.string() }) }),
]);

async function administerDeployed(
  { stage, region, profile }: Extract<Target, { kind: 'deployed' }>,
  action: string,
  input: object,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const { LambdaClient, InvokeCommand } = await import('@aws-sdk/client-lambda');
  // A retry after a lost response could create a second workspace.
  const client = new LambdaClient({
    maxAttempts: 1,
    ...(region && { region }),
    ...(profile && { profile }),
  });
  const FunctionName = `carrier-nest-${stage}-administer`;
  const command = new InvokeCommand({ FunctionName, Payload: JSON.stringify({ action, input }) });
  const response = await client
    .send(command, { ...(signal && { abortSignal: signal }) })
    .catch(async (error: unknown) => {
      const isMissing = error instanceof Error && error.name === 'ResourceNotFoundException';
      const problem = isMissing
        ? `There is no function ${FunctionName} in ${await client.config.region()}, so the stage ${stage} is not deployed there.\n${deployAdvice}`
        : `${FunctionName} cannot be invoked: ${String(error)}\nTo check your AWS credentials, the Region and the deployment, run ${commandLine('doctor')}.`;
      throw new CommandError(problem, { cause: error });
    });
  const payload = response.Payload?.transformToString() ?? '';
  if (response.FunctionError)
    throw new CommandError(`${FunctionName} failed (log group /aws/lambda/${FunctionName}): ${payload}`);
  const outcome = z.parse(Outcome, JSON.parse(payload));
  if (!outcome.ok) throw new CommandError(outcome.error.message);
  return outcome.result;
}

const deployAdvice =
  `To deploy, run ${commandLine('deploy')} (docs/deploying.md). To use another deployment, add --stage, --region or --profile; ` +
  'to use the local runtime, add --local.';

const ErrorBody = z.object({ error: z.object({ message: z.string() }) });

async function administerLocal(
  { dataDir }: Extract<Target, { kind: 'local' }>,
  action: string,
  input: object,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const { console, token } = readRuntime(dataDir);
  const address = `${console}/control/administer`;
  const body = JSON.stringify({ action, input });
  const headers = {
    'Content-Type': 'application/json',
    ...(token !== undefined && { 'CN-Local-Token': token }),
  };
  const request = { method: 'POST', headers, body, ...(signal && { signal }) };
  const response = await fetch(address, request).catch((error: unknown) => {
    throw new CommandError(
      `No response from ${address}. Start the local runtime with ${commandLine('dev')}`,
      { cause: error },
    );
  });
  const result: unknown = await response.json();
  if (!response.ok) throw new CommandError(z.parse(ErrorBody, result).error.message);
  return z.parse(Result, result);
}
