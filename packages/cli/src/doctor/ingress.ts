import { describeCall, awsCommand } from './aws-command';
import { observation, skippedObservation, type Check, type Finding, type Observation } from './check';
import { describeZones, fetchZones, type Zone } from './ec2';
import type { DoctorContext } from './context';
import { commandLine } from '../distribution';

/**
 * The zones without Fargate or without VPC origins of CloudFront:
 * https://docs.aws.amazon.com/AmazonECS/latest/developerguide/AWS_Fargate-Regions.html
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-vpc-origins.html
 */
const unsupportedZoneIds: readonly string[] = ['use1-az3', 'usw1-az2', 'apne1-az3', 'cac1-az3'];

/** The load balancer needs subnets in this many zones. */
const zonesMin = 2;

const presetIsEconomy = (ctx: DoctorContext): Observation | undefined =>
  ctx.settings().preset === 'full' ? undefined : skippedObservation('applies only to the preset full');

export const zones: Check = {
  id: 'edge.zones',
  title: 'the Availability Zones support Fargate and VPC origins',
  only: 'deployed',
  needs: ['local.settings', 'account.credentials', 'account.region'],
  run: async (ctx) => {
    const skipped = presetIsEconomy(ctx);
    if (skipped) return skipped;
    const existing = await fetchZones(ctx);
    if (existing.length < zonesMin) return fewZonesObservation(ctx, existing.length);
    const names = ctx.settings().availabilityZones ?? existing.slice(0, zonesMin).map(({ name }) => name);
    const idOf = (name: string) => existing.find((zone) => zone.name === name)?.id;
    const seen = names.map((name) => `${name} is ${idOf(name) ?? 'unknown'}`).join(', ');
    const evidence = `${describeCall(ctx, describeZones)}: ${seen}`;
    const findings = names
      .filter((name) => !isSupported(idOf(name)))
      .map((name) => zoneFinding(existing, { name, id: idOf(name) }, evidence));
    return observation(seen, evidence, findings);
  },
};

function fewZonesObservation(ctx: DoctorContext, count: number): Observation {
  const seen = `EC2 lists ${count} Availability ${count === 1 ? 'Zone' : 'Zones'}`;
  const evidence = `${describeCall(ctx, describeZones)}: ${seen}`;
  const finding: Finding = {
    outcome: 'fail',
    subject: `the Region ${ctx.region}`,
    problem: `the deployment of the stack Edge fails, because it needs ${zonesMin} Availability Zones`,
    evidence,
    fix: `Choose another Region or the preset economy (docs/deploying.md#presets), unless this command lists more zones: ${awsCommand(ctx, 'ec2 describe-availability-zones --filters Name=zone-type,Values=availability-zone')}`,
  };
  return observation(seen, evidence, [finding]);
}

const isSupported = (id: string | undefined): boolean => id !== undefined && !unsupportedZoneIds.includes(id);

function zoneFinding(
  existing: readonly Zone[],
  { name, id }: { name: string; id: string | undefined },
  evidence: string,
): Finding {
  const supported = existing.filter((zone) => isSupported(zone.id)).map((zone) => zone.name);
  return {
    outcome: 'fail',
    subject: name,
    problem: id
      ? `the deployment of the stack Edge fails, because Fargate or CloudFront's VPC origins do not support the zone ${id}`
      : 'the deployment of the stack Edge fails, because the account has no such zone',
    evidence,
    fix: `Set "availabilityZones": ${JSON.stringify(supported.slice(0, zonesMin))} and run ${commandLine('deploy')} (docs/deploying.md#presets)`,
  };
}

export const originSecurityGroup: Check = {
  id: 'edge.security-group',
  title: 'only CloudFront reaches the load balancer',
  only: 'deployed',
  needs: ['stacks.deployed'],
  run: async (ctx) => {
    const skipped = presetIsEconomy(ctx);
    if (skipped) return skipped;
    const edge = (await ctx.stacks()).find(({ part }) => part === 'Edge');
    if (!edge?.stack) return skippedObservation('the stack Edge is not deployed');
    const { vpcOriginSecurityGroup } = ctx.settings();
    const seen = `vpcOriginSecurityGroup in the settings: ${vpcOriginSecurityGroup ?? 'none'}`;
    return observation(seen, seen, vpcOriginSecurityGroup ? [] : [openBalancerFinding(ctx, seen)]);
  },
};

const openBalancerFinding = (ctx: DoctorContext, evidence: string): Finding => ({
  outcome: 'warn',
  subject: 'the load balancer',
  problem: 'every address in the VPC can reach the load balancer, not only CloudFront',
  evidence,
  fix: `Set "vpcOriginSecurityGroup" to the ID that this command shows, and run ${commandLine('deploy')}: ${awsCommand(ctx, "ec2 describe-security-groups --filters Name=group-name,Values=CloudFront-VPCOrigins-Service-SG --query 'SecurityGroups[].GroupId' --output text")}`,
});
