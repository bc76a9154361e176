import { deployedParts } from '../../../../lib/parts/stack-names';
import { recommendedExecutions } from '../../../../lib/parts/concurrency';
import { settingsFile } from '../../../../lib/settings-file';
import { callWithTimeout, isRefusal } from './call-with-timeout';
import { describeCall, awsCommand } from './aws-command';
import { observation, type Check, type Finding } from './check';
import type { DoctorContext } from './context';
import { contextOf } from './stacks';
import { commandLine } from '../distribution';

const needs = ['local.settings', 'account.credentials', 'account.region'];

const getApiAccount = 'apigateway:GET';

export const logRole: Check = {
  id: 'api.log-role',
  title: 'API Gateway has a role to write access logs',
  only: 'deployed',
  needs,
  run: async (ctx) => {
    const role = await fetchLogRole(ctx);
    const evidence = `${describeCall(ctx, getApiAccount, '/account')}: cloudwatchRoleArn ${role ?? 'none'}`;
    if (role)
      return observation(role, evidence, isReplaced(ctx, role) ? [replacedRoleFinding(role, evidence)] : []);
    if (ctx.settings().apiGatewayLogRole && !(await isApiDeployed(ctx)))
      return observation('no role yet, because the first deployment creates the role', evidence);
    return observation('none', evidence, [noLogRoleFinding(ctx, evidence)]);
  },
};

/**
 * Whether the next deployment makes its own role the role of the account. CloudFormation shortens the stack name in
 * long role names.
 */
const isReplaced = (ctx: DoctorContext, role: string): boolean =>
  ctx.settings().apiGatewayLogRole && !/:role\/CarrierNest-.*ApiCloudWatchRole/.test(role);

const replacedRoleFinding = (role: string, evidence: string): Finding => ({
  outcome: 'warn',
  subject: 'the account',
  problem: 'the deployment replaces the role for access logs, which other APIs in the Region use',
  evidence,
  fix: `Set "apiGatewayLogRole": false in ${settingsFile()} to keep ${role} (docs/deploying.md#the-role-for-access-logs)`,
});

async function fetchLogRole(ctx: DoctorContext): Promise<string | undefined> {
  const { APIGatewayClient, GetAccountCommand } = await import('@aws-sdk/client-api-gateway');
  const client = new APIGatewayClient(ctx.client());
  const account = await callWithTimeout(getApiAccount, (abortSignal) =>
    client.send(new GetAccountCommand({}), { abortSignal }),
  );
  return account.cloudwatchRoleArn || undefined;
}

const isApiDeployed = async (ctx: DoctorContext): Promise<boolean> =>
  (await ctx.stacks()).some(({ part, stack }) => part === 'Api' && stack);

const noLogRoleFinding = (ctx: DoctorContext, evidence: string): Finding => ({
  outcome: 'fail',
  subject: 'the account',
  problem:
    'API Gateway has no role to write access logs, so API Gateway writes no logs, and the first deployment fails',
  evidence,
  fix: `${ctx.settings().apiGatewayLogRole ? 'Run' : `Remove "apiGatewayLogRole": false from ${settingsFile()}, or run`} these commands:\n${createLogRoleCommands(ctx).join('\n')}`,
});

const logRoleName = 'apigateway-access-logs';

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-logging.html */
const createLogRoleCommands = (ctx: DoctorContext): string[] => [
  awsCommand(
    ctx,
    `iam create-role --role-name ${logRoleName} --assume-role-policy-document '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Service":"apigateway.amazonaws.com"},"Action":"sts:AssumeRole"}]}'`,
  ),
  awsCommand(
    ctx,
    `iam attach-role-policy --role-name ${logRoleName} --policy-arn arn:aws:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs`,
  ),
  awsCommand(
    ctx,
    `apigateway update-account --patch-operations "op=replace,path=/cloudwatchRoleArn,value=$(${awsCommand(ctx, `iam get-role --role-name ${logRoleName} --query Role.Arn --output text`)})"`,
  ),
];

const getAccountSettings = 'lambda:GetAccountSettings';

export const concurrency: Check = {
  id: 'lambda.concurrency',
  title: 'Lambda allows enough concurrent executions',
  only: 'deployed',
  needs,
  run: async (ctx) => {
    const { LambdaClient, GetAccountSettingsCommand } = await import('@aws-sdk/client-lambda');
    const client = new LambdaClient(ctx.client());
    const { AccountLimit } = await callWithTimeout(getAccountSettings, (abortSignal) =>
      client.send(new GetAccountSettingsCommand({}), { abortSignal }),
    );
    // Executions reserved by other functions are not available to ours.
    const availableExecutions =
      AccountLimit?.UnreservedConcurrentExecutions ?? AccountLimit?.ConcurrentExecutions ?? 0;
    const { executions } = ctx.settings();
    const seen = `${availableExecutions} executions available, ${executions} in the settings`;
    const evidence = `${describeCall(ctx, getAccountSettings)}: UnreservedConcurrentExecutions ${availableExecutions}`;
    const problem = assessExecutions(ctx, availableExecutions, executions);
    return observation(seen, evidence, problem ? [{ subject: 'the account', evidence, ...problem }] : []);
  },
};

function assessExecutions(
  ctx: DoctorContext,
  availableExecutions: number,
  executions: number,
): Pick<Finding, 'outcome' | 'problem' | 'fix'> | undefined {
  const quotaIncreaseFix = `${awsCommand(ctx, 'service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000')} (docs/deploying.md#executions)`;
  if (availableExecutions < executions) {
    const problem =
      'the settings assume more concurrent executions than the account has, so the API responds with 503 under load';
    return {
      outcome: 'fail',
      problem,
      fix: `${executionsFix(Math.max(10, availableExecutions))}, or run ${quotaIncreaseFix}`,
    };
  }
  if (availableExecutions < recommendedExecutions) {
    const problem = `the account has fewer than ${recommendedExecutions} concurrent executions, so the API may be slow or respond with 503 while all queues are busy`;
    return { outcome: 'warn', problem, fix: quotaIncreaseFix };
  }
  if (executions < recommendedExecutions) {
    const problem =
      'the settings assume fewer concurrent executions than the account has, so campaigns and webhooks are slower than they could be';
    return {
      outcome: 'warn',
      problem,
      fix: `${executionsFix(availableExecutions)} (docs/deploying.md#executions)`,
    };
  }
  return undefined;
}

/** The account's other functions share the executions. */
const executionsFix = (executionsMax: number): string =>
  `Set "executions" to up to ${executionsMax}, less what other functions need, and run ${commandLine('deploy')}`;

/** The SSM parameter in which the CDK bootstrap stack stores its version. */
const versionParameter = '/cdk-bootstrap/hnb659fds/version';
/** The oldest version that the CDK accepts. */
const versionMin = 6;

export const bootstrap: Check = {
  id: 'cdk.bootstrap',
  title: 'the account and Region are bootstrapped for the CDK',
  only: 'deployed',
  needs,
  run: async (ctx) => {
    const regions = await Promise.all(deployedContexts(ctx).map(checkBootstrap));
    return observation(
      [...new Set(regions.map(({ seen }) => seen))].join('; '),
      regions.map(({ evidence }) => evidence),
      regions.flatMap(({ findings }) => findings),
    );
  },
};

/** Returns a context for each Region in which the settings require a stack. */
function deployedContexts(ctx: DoctorContext): DoctorContext[] {
  const contexts = deployedParts(ctx.settings()).map((part) => contextOf(ctx, part));
  return contexts.filter(
    ({ region }, index) => contexts.findIndex((other) => other.region === region) === index,
  );
}

async function checkBootstrap(
  ctx: DoctorContext,
): Promise<{ seen: string; evidence: string; findings: Finding[] }> {
  const version = await findVersion(ctx);
  const evidence = `${describeCall(ctx, 'ssm:GetParameter', versionParameter)}: ${version ?? 'ParameterNotFound'}`;
  if (version !== undefined && version >= versionMin)
    return { seen: `bootstrapped, version ${version}`, evidence, findings: [] };
  const seen =
    version === undefined
      ? 'not bootstrapped'
      : `bootstrapped with version ${version}, but the CDK needs ${versionMin}`;
  const finding = notBootstrappedFinding(await accountOf(ctx), ctx, seen, evidence);
  return { seen, evidence, findings: [finding] };
}

async function findVersion(ctx: DoctorContext): Promise<number | undefined> {
  const { SSMClient, GetParameterCommand } = await import('@aws-sdk/client-ssm');
  const client = new SSMClient(ctx.client());
  try {
    const { Parameter } = await callWithTimeout('ssm:GetParameter', (abortSignal) =>
      client.send(new GetParameterCommand({ Name: versionParameter }), { abortSignal }),
    );
    return Number(Parameter?.Value ?? 0);
  } catch (error) {
    if (isRefusal(error, 'ParameterNotFound')) return undefined;
    throw error;
  }
}

async function accountOf(ctx: DoctorContext): Promise<string> {
  const { caller } = await ctx.identity();
  return 'account' in caller ? caller.account : 'ACCOUNT';
}

const notBootstrappedFinding = (
  account: string,
  { region }: DoctorContext,
  seen: string,
  evidence: string,
): Finding => ({
  outcome: 'fail',
  subject: `the account in ${region}`,
  problem: `${commandLine('deploy')} fails: ${seen}`,
  evidence,
  fix: `npx cdk bootstrap aws://${account}/${region}`,
});
