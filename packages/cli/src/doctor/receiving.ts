import type { DescribeActiveReceiptRuleSetCommandOutput, ReceiptRule } from '@aws-sdk/client-ses';
import { CallFailure, callWithTimeout } from './call-with-timeout';
import { describeCall, awsCommand } from './aws-command';
import { observation, skippedObservation, type Check, type Finding } from './check';
import type { DoctorContext } from './context';
import { isRecipient } from './receiving-domains';
import { commandLine } from '../distribution';

const action = 'ses:DescribeActiveReceiptRuleSet';

type Problem = Pick<Finding, 'outcome' | 'problem' | 'fix'>;

interface ActiveRuleSet {
  active: string;
  rules: readonly ReceiptRule[];
}

export const receiptRuleSet: Check = {
  id: 'mail.rule-set',
  title: "incoming mail reaches the service's receipt rule, and the first deployment can create the rule",
  only: 'deployed',
  needs: ['local.settings', 'account.credentials', 'account.region'],
  run: async (ctx) => {
    if (ctx.settings().inbound === false) return skippedObservation('the settings have "inbound": false');
    const isDeployed = await isMailDeployed(ctx);
    if (isDeployed === undefined) return skippedObservation('needs stacks.deployed');
    const active = await fetchActiveRuleSet(ctx);
    const name = active.Metadata?.Name;
    const seen = name ? `the active rule set is ${name}` : 'no rule set is active';
    const evidence = `${describeCall(ctx, action)}: ${name ?? 'none'}${describeRules(active)}`;
    const assess = isDeployed ? assessDeployed : assessBeforeDeployment;
    const problem = assess(ctx, name, active.Rules ?? []);
    const finding: Finding[] = problem ? [{ subject: 'incoming mail', evidence, ...problem }] : [];
    return observation(seen, evidence, finding);
  },
};

/** Returns undefined if the stacks cannot be read, which the check `stacks.deployed` reports. */
async function isMailDeployed(ctx: DoctorContext): Promise<boolean | undefined> {
  try {
    return (await ctx.stacks()).some(({ part, stack }) => part === 'Mail' && stack);
  } catch (error) {
    if (error instanceof CallFailure) return undefined;
    throw error;
  }
}

async function fetchActiveRuleSet(
  ctx: DoctorContext,
): Promise<Omit<DescribeActiveReceiptRuleSetCommandOutput, '$metadata'>> {
  const { SESClient, DescribeActiveReceiptRuleSetCommand } = await import('@aws-sdk/client-ses');
  const client = new SESClient(ctx.client());
  return callWithTimeout(action, (abortSignal) =>
    client.send(new DescribeActiveReceiptRuleSetCommand({}), { abortSignal }),
  );
}

const describeRules = ({ Rules = [] }: { Rules?: ReceiptRule[] | undefined }): string =>
  Rules.length === 0 ? '' : `, with the rules ${Rules.map(({ Name }) => Name).join(', ')}`;

const ownName = ({ stage }: DoctorContext): string => `carrier-nest-${stage}`;

function assessDeployed(
  ctx: DoctorContext,
  active: string | undefined,
  rules: readonly ReceiptRule[],
): Problem | undefined {
  const ruleName = ownName(ctx);
  const position = rules.findIndex(({ Name }) => Name === ruleName);
  const outcome = 'fail';
  if (!active)
    return {
      outcome,
      problem: 'no receipt rule set is active, so SES does not accept incoming email',
      fix: activateFix(ctx),
    };
  if (position < 0)
    return {
      outcome,
      problem: `the active rule set does not have the service's rule ${ruleName}`,
      fix: `${joinFix(ctx, { active, rules })} If ${active} is not needed, run instead: ${activateFix(ctx)}`,
    };
  if (!rules[position]?.Enabled)
    return {
      outcome,
      problem: `the service's rule ${ruleName} is disabled`,
      fix: enableRuleFix(ctx, active),
    };
  const blockingRule = rules.slice(0, position).find(stopsOwnMail(ctx));
  if (blockingRule)
    return {
      outcome,
      problem: `the earlier rule ${blockingRule.Name} may stop incoming email before the email reaches the service's rule`,
      fix: moveRuleFix(ctx, active, { ruleName, previousRule: rules[rules.indexOf(blockingRule) - 1]?.Name }),
    };
  if (active !== (ctx.settings().receiptRuleSet ?? ownName(ctx)))
    return {
      outcome,
      problem: `the service's rule is in the rule set ${active}, which the settings do not name, so ${commandLine('deploy')} would move the rule and incoming mail would stop`,
      fix: joinFix(ctx, { active, rules: rules.slice(0, position) }),
    };
  return undefined;
}

/** The first deployment creates an inactive rule set, or adds its rule to the one that the settings name. */
function assessBeforeDeployment(
  ctx: DoctorContext,
  active: string | undefined,
  rules: readonly ReceiptRule[],
): Problem | undefined {
  const { receiptRuleSet: configured, receiptRuleAfter } = ctx.settings();
  if (configured === undefined) {
    if (!active || rules.length === 0 || active === ownName(ctx)) return undefined;
    const problem = `the active rule set ${active} receives the mail of the account, so this service will receive none`;
    return { outcome: 'warn', problem, fix: joinFix(ctx, { active, rules }) };
  }
  const position = rules.findIndex(({ Name }) => Name === receiptRuleAfter);
  if (configured === active && position >= 0) {
    const blockingRule = rules.slice(0, position + 1).find(stopsOwnMail(ctx));
    if (!blockingRule) return undefined;
    const problem = `the rule ${blockingRule.Name} may stop incoming email before the email reaches the service's rule, which follows ${receiptRuleAfter}`;
    return { outcome: 'fail', problem, fix: joinFix(ctx, { active: configured, rules }) };
  }
  const problem = `${commandLine('deploy')} fails or receives no mail: the active rule set has another name than ${configured}, or no rule ${receiptRuleAfter}`;
  const fix = active
    ? joinFix(ctx, { active, rules })
    : 'Remove receiptRuleSet and receiptRuleAfter from the settings, because no rule set is active';
  return { outcome: 'fail', problem, fix };
}

/**
 * Returns whether a rule stops mail of this service's domains. Without `receivingDomains`, the service may receive the
 * mail of any domain.
 */
const stopsOwnMail =
  (ctx: DoctorContext) =>
  ({ Enabled, Actions = [], Recipients = [] }: ReceiptRule): boolean => {
    const { receivingDomains } = ctx.settings();
    return (
      Enabled === true &&
      Actions.some(({ StopAction, BounceAction }) => StopAction ?? BounceAction) &&
      (receivingDomains === undefined ||
        Recipients.length === 0 ||
        Recipients.some((recipient) => receivingDomains.some((domain) => overlap(domain, recipient))))
    );
  };

/** Whether a domain of the service receives mail for the recipient of a rule, which may be an address. */
function overlap(domain: string, recipient: string): boolean {
  const recipientDomain = recipient.slice(recipient.lastIndexOf('@') + 1).toLowerCase();
  return isRecipient(domain, recipientDomain) || isRecipient(recipientDomain, domain);
}

const activateFix = (ctx: DoctorContext): string =>
  awsCommand(
    ctx,
    `ses set-active-receipt-rule-set --rule-set-name ${ctx.settings().receiptRuleSet ?? ownName(ctx)}`,
  );

/** The name of the disabled rule that the service's rule follows if it must be the first rule that SES applies. */
const disabledFirstRule = 'before-carrier-nest';

/** The service's rule must follow a rule of the account, and receives only the mail that no earlier rule stops. */
function joinFix(ctx: DoctorContext, { active, rules }: ActiveRuleSet): string {
  const stop = rules.findIndex(stopsOwnMail(ctx));
  const previousRule = (stop < 0 ? rules.at(-1) : rules[stop - 1])?.Name;
  const settingsFix = `Set "receiptRuleSet": "${active}", "receiptRuleAfter": "${previousRule ?? disabledFirstRule}" (the last rule before any that stops mail of this service's domains), and "receivingDomains" to the domains whose mail this service should receive, then run ${commandLine('deploy')}, which adds the service's rule after that rule (docs/deploying.md#incoming-mail).`;
  return previousRule === undefined ? `${disabledFirstRuleFix(ctx, active)}\n${settingsFix}` : settingsFix;
}

/** SES adds a rule without `--after` at the start, and does not apply disabled rules. */
const disabledFirstRuleFix = (ctx: DoctorContext, active: string): string =>
  `To add a disabled rule at the start of ${active} for the service's rule to follow, run: ${awsCommand(ctx, `ses create-receipt-rule --rule-set-name ${active} --rule Name=${disabledFirstRule},Enabled=false`)}`;

const enableRuleFix = (ctx: DoctorContext, active: string): string =>
  `Enable the rule in the rule set ${active}: ${awsCommand(ctx, `ses describe-receipt-rule-set --rule-set-name ${active}`)} shows the rule, and the SES console (Email receiving) can change it`;

/** Moves the service's rule to the position directly before the blocking rule. */
const moveRuleFix = (
  ctx: DoctorContext,
  active: string,
  { ruleName, previousRule }: { ruleName: string; previousRule: string | undefined },
): string => {
  const command = awsCommand(
    ctx,
    `ses set-receipt-rule-position --rule-set-name ${active} --rule-name ${ruleName}${previousRule === undefined ? '' : ` --after ${previousRule}`}`,
  );
  return previousRule === undefined || ctx.settings().receiptRuleSet === undefined
    ? command
    : `Set "receiptRuleAfter": "${previousRule}" in the settings, so that a deployment agrees, and run: ${command}`;
};
