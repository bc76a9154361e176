import { receivesMail } from '../../../../lib/parts/receiving-regions';
import { CallFailure } from './call-with-timeout';
import { describeCall } from './aws-command';
import { observation, type Check, type Finding } from './check';
import type { DoctorContext } from './context';
import { commandLine } from '../distribution';

export const region: Check = {
  id: 'account.region',
  title: 'a Region is set, and SES sends and receives there',
  only: 'deployed',
  needs: ['local.settings', 'account.credentials'],
  run: async (ctx) => {
    if (!ctx.region)
      return {
        ...observation('no Region is set', noRegionFinding.evidence, [noRegionFinding]),
        blocksDependents: true,
      };
    const { canSend, evidence } = await checkSending(ctx);
    const findings = [
      ...(canSend ? [] : [noSendingFinding(ctx.region, evidence)]),
      ...(canReceive(ctx, ctx.region) ? [] : [noReceivingFinding(ctx.region)]),
    ];
    return { ...observation(ctx.region, evidence, findings), ...(!canSend && { blocksDependents: true }) };
  },
};

const noRegionFinding: Finding = {
  outcome: 'fail',
  subject: 'your AWS configuration',
  problem: 'no Region is set',
  evidence: 'neither --region, AWS_REGION nor the profile sets a Region',
  fix: 'Run export AWS_REGION=eu-west-1, or aws configure set region eu-west-1, so that all commands use the Region',
};

/** Only `ENOTFOUND` means that SES does not exist in the Region. The SES checks report all other errors. */
async function checkSending(ctx: DoctorContext): Promise<{ canSend: boolean; evidence: string }> {
  const call = describeCall(ctx, 'ses:GetAccount');
  try {
    await ctx.sesAccount();
    return { canSend: true, evidence: call };
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    return { canSend: error.code !== 'ENOTFOUND', evidence: `${call}: ${error.code}` };
  }
}

const noSendingFinding = (name: string, evidence: string): Finding => ({
  outcome: 'fail',
  subject: name,
  problem: 'SES has no endpoint in this Region, so no email can be sent',
  evidence,
  fix: 'Use one of the Regions in https://docs.aws.amazon.com/general/latest/gr/ses.html',
});

const canReceive = (ctx: DoctorContext, name: string): boolean =>
  ctx.settings().inbound !== undefined || receivesMail(name);

const noReceivingFinding = (name: string): Finding => ({
  outcome: 'fail',
  subject: name,
  problem: `SES is not known to receive mail in this Region, so ${commandLine('deploy')} fails`,
  evidence: `lib/parts/receiving-regions.ts does not list ${name}`,
  fix: 'Set "inbound": false, or use another Region: docs/deploying.md#incoming-mail',
});
