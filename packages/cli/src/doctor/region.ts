import { receivesMail } from '../../../../lib/parts/receiving-regions';
import { CallTrouble } from './ask';
import { asked } from './aws-command';
import { looked, type Check, type Finding } from './check';
import type { Ctx } from './context';

export const region: Check = {
  id: 'account.region',
  title: 'a Region is set, and SES sends and receives there',
  only: 'deployed',
  needs: ['local.settings', 'account.credentials'],
  run: async (ctx) => {
    if (!ctx.region)
      return { ...looked('no Region is set', noRegion.evidence, [noRegion]), stopsOthers: true };
    const { sends, evidence } = await askWhetherItSends(ctx);
    const findings = [
      ...(sends ? [] : [sendsNothing(ctx.region, evidence)]),
      ...(receives(ctx, ctx.region) ? [] : [receivesNothing(ctx.region)]),
    ];
    return { ...looked(ctx.region, evidence, findings), ...(!sends && { stopsOthers: true }) };
  },
};

const noRegion: Finding = {
  outcome: 'fail',
  subject: 'your AWS configuration',
  problem: 'no Region is set',
  evidence: 'neither --region nor AWS_REGION nor the profile names one',
  fix: 'npm run doctor -- --region eu-west-1, or aws configure set region eu-west-1',
};

/** A Region without SES has no such host. Whatever else is wrong the checks of SES say. */
async function askWhetherItSends(ctx: Ctx): Promise<{ sends: boolean; evidence: string }> {
  const call = asked(ctx, 'ses:GetAccount');
  try {
    await ctx.sesAccount();
    return { sends: true, evidence: call };
  } catch (error) {
    if (!(error instanceof CallTrouble)) throw error;
    return { sends: error.code !== 'ENOTFOUND', evidence: `${call}: ${error.code}` };
  }
}

const sendsNothing = (name: string, evidence: string): Finding => ({
  outcome: 'fail',
  subject: name,
  problem: 'SES has no address here, so no mail can leave',
  evidence,
  fix: 'Take a Region of https://docs.aws.amazon.com/general/latest/gr/ses.html',
});

const receives = (ctx: Ctx, name: string): boolean =>
  ctx.settings().inbound !== undefined || receivesMail(name);

const receivesNothing = (name: string): Finding => ({
  outcome: 'fail',
  subject: name,
  problem: 'SES receives no mail here, as far as is known, and npm run deploy refuses',
  evidence: `lib/parts/receiving-regions.ts does not have ${name}`,
  fix: 'Put "inbound": false into the settings, or take another Region: docs/deploying.md#incoming-mail',
});
