import type { DescribeActiveReceiptRuleSetCommandOutput, ReceiptRule } from '@aws-sdk/client-ses';
import { ask } from './ask';
import { asked, aws } from './aws-command';
import { looked, nothingToLookAt, type Check, type Finding } from './check';
import type { Ctx } from './context';

const action = 'ses:DescribeActiveReceiptRuleSet';

type Problem = Pick<Finding, 'problem' | 'fix'>;

export const ruleSet: Check = {
  id: 'mail.rule-set',
  title: 'mail that arrives reaches our receipt rule',
  only: 'deployed',
  needs: ['stacks.deployed'],
  run: async (ctx) => {
    if (ctx.settings().inbound === false) return nothingToLookAt('the settings say "inbound": false');
    const active = await askActive(ctx);
    const name = active.Metadata?.Name;
    const seen = name ? `the active rule set is ${name}` : 'no rule set is active';
    const evidence = `${asked(ctx, action)}: ${name ?? 'none'}${rulesOf(active)}`;
    const problem = judge(ctx, name, active.Rules ?? []);
    const finding: Finding[] = problem
      ? [{ outcome: 'fail', subject: 'mail that arrives', evidence, ...problem }]
      : [];
    return looked(seen, evidence, finding);
  },
};

async function askActive(ctx: Ctx): Promise<Omit<DescribeActiveReceiptRuleSetCommandOutput, '$metadata'>> {
  const { SESClient, DescribeActiveReceiptRuleSetCommand } = await import('@aws-sdk/client-ses');
  const client = new SESClient(ctx.client());
  return ask(action, (abortSignal) =>
    client.send(new DescribeActiveReceiptRuleSetCommand({}), { abortSignal }),
  );
}

const rulesOf = ({ Rules = [] }: { Rules?: ReceiptRule[] | undefined }): string =>
  Rules.length === 0 ? '' : `, with the rules ${Rules.map(({ Name }) => Name).join(', ')}`;

function judge(ctx: Ctx, active: string | undefined, rules: readonly ReceiptRule[]): Problem | undefined {
  const ours = `carrier-nest-${ctx.stage}`;
  const at = rules.findIndex(({ Name }) => Name === ours);
  if (!active) return { problem: 'nobody takes it', fix: activate(ctx, ours) };
  if (at < 0)
    return { problem: `the active rule set does not have our rule ${ours}`, fix: joinOf(ctx, active, ours) };
  if (!rules[at]?.Enabled) return { problem: `our rule ${ours} is turned off`, fix: turnOn(ctx, active) };
  const stopper = rules.slice(0, at).find(isStopper);
  return (
    stopper && { problem: `the rule ${stopper.Name} before ours may stop it`, fix: moveUp(ctx, active, ours) }
  );
}

const isStopper = ({ Enabled, Actions = [] }: ReceiptRule): boolean =>
  Enabled === true && Actions.some(({ StopAction, BounceAction }) => StopAction ?? BounceAction);

const activate = (ctx: Ctx, ours: string): string =>
  aws(ctx, `ses set-active-receipt-rule-set --rule-set-name ${ctx.settings().receiptRuleSet ?? ours}`);

const joinOf = (ctx: Ctx, active: string, ours: string): string =>
  `Set "receiptRuleSet": "${active}" and npm run deploy, which adds our rule to it; or, if nobody needs ${active}: ${activate(ctx, ours)}`;

const turnOn = (ctx: Ctx, active: string): string =>
  `Turn it on in the rule set ${active}: ${aws(ctx, `ses describe-receipt-rule-set --rule-set-name ${active}`)} shows it, the console of SES (Email receiving) changes it`;

const moveUp = (ctx: Ctx, active: string, ours: string): string =>
  aws(ctx, `ses set-receipt-rule-position --rule-set-name ${active} --rule-name ${ours}`);
