import type { DescribeActiveReceiptRuleSetCommandOutput, ReceiptRule } from '@aws-sdk/client-ses';
import { callWithTimeout } from './call-with-timeout';
import { describeCall, awsCommand } from './aws-command';
import { observation, skippedObservation, type Check, type Finding } from './check';
import type { DoctorContext } from './context';

const action = 'ses:DescribeActiveReceiptRuleSet';

type Problem = Pick<Finding, 'problem' | 'fix'>;

interface ActiveRuleSet {
  active: string;
  lastRule: string | undefined;
}

export const receiptRuleSet: Check = {
  id: 'mail.rule-set',
  title: "incoming mail reaches the service's receipt rule",
  only: 'deployed',
  needs: ['stacks.deployed'],
  run: async (ctx) => {
    if (ctx.settings().inbound === false) return skippedObservation('the settings have "inbound": false');
    const active = await fetchActiveRuleSet(ctx);
    const name = active.Metadata?.Name;
    const seen = name ? `the active rule set is ${name}` : 'no rule set is active';
    const evidence = `${describeCall(ctx, action)}: ${name ?? 'none'}${describeRules(active)}`;
    const problem = assess(ctx, name, active.Rules ?? []);
    const finding: Finding[] = problem
      ? [{ outcome: 'fail', subject: 'incoming mail', evidence, ...problem }]
      : [];
    return observation(seen, evidence, finding);
  },
};

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

function assess(
  ctx: DoctorContext,
  active: string | undefined,
  rules: readonly ReceiptRule[],
): Problem | undefined {
  const ruleName = `carrier-nest-${ctx.stage}`;
  const position = rules.findIndex(({ Name }) => Name === ruleName);
  if (!active)
    return {
      problem: 'no receipt rule set is active, so SES does not accept incoming email',
      fix: activateFix(ctx, ruleName),
    };
  if (position < 0)
    return {
      problem: `the active rule set does not have the service's rule ${ruleName}`,
      fix: joinRuleSetFix(ctx, { active, lastRule: rules.at(-1)?.Name }, ruleName),
    };
  if (!rules[position]?.Enabled)
    return { problem: `the service's rule ${ruleName} is disabled`, fix: enableRuleFix(ctx, active) };
  const blockingRule = rules.slice(0, position).find(stopsProcessing);
  return (
    blockingRule && {
      problem: `the earlier rule ${blockingRule.Name} may stop incoming email before the email reaches the service's rule`,
      fix: moveRuleFix(ctx, active, { ruleName, previousRule: rules[rules.indexOf(blockingRule) - 1]?.Name }),
    }
  );
}

const stopsProcessing = ({ Enabled, Actions = [] }: ReceiptRule): boolean =>
  Enabled === true && Actions.some(({ StopAction, BounceAction }) => StopAction ?? BounceAction);

const activateFix = (ctx: DoctorContext, ruleName: string): string =>
  awsCommand(
    ctx,
    `ses set-active-receipt-rule-set --rule-set-name ${ctx.settings().receiptRuleSet ?? ruleName}`,
  );

const joinRuleSetFix = (ctx: DoctorContext, { active, lastRule }: ActiveRuleSet, ruleName: string): string =>
  (lastRule === undefined
    ? `Add a rule to ${active}, because the service's rule must follow an existing rule. `
    : `Set "receiptRuleSet": "${active}", "receiptRuleAfter": "${lastRule}", and "receivingDomains" to the domains of this service, then run npm run deploy, which adds the service's rule after that rule. `) +
  `If ${active} is not needed, run instead: ${activateFix(ctx, ruleName)}`;

const enableRuleFix = (ctx: DoctorContext, active: string): string =>
  `Enable the rule in the rule set ${active}: ${awsCommand(ctx, `ses describe-receipt-rule-set --rule-set-name ${active}`)} shows the rule, and the SES console (Email receiving) can change it`;

/** Moves the service's rule to the position directly before the blocking rule. */
const moveRuleFix = (
  ctx: DoctorContext,
  active: string,
  { ruleName, previousRule }: { ruleName: string; previousRule: string | undefined },
): string =>
  awsCommand(
    ctx,
    `ses set-receipt-rule-position --rule-set-name ${active} --rule-name ${ruleName}${previousRule === undefined ? '' : ` --after ${previousRule}`}`,
  );
