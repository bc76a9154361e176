import { serviceVersion } from '../../../../shared/core/version';
import type { Change } from './compare-templates';
import { compareVersions } from './compare-versions';
import type { DeployOptions } from './options';

/** The difference between the deployed stage and this checkout. */
export interface Upgrade {
  stage: string;
  region: string;
  /** Undefined if AWS did not respond. */
  account: string | undefined;
  isDeployed: boolean;
  /** Undefined if the deployment is older than the output with the version. */
  deployedVersion: string | undefined;
  changes: readonly AdvisedChange[];
  /** One line for each stack that the settings no longer include. */
  leftStacks: readonly string[];
}

export interface AdvisedChange extends Change {
  /** How to save the data before the deployment. Undefined if no data is lost. */
  saving: string | undefined;
}

/** The number of resources of one type that the list names. */
const namedMax = 3;

/** Lists the resources without data by stack and type, because an update of the API replaces hundreds of them. */
export function formatUpgrade(upgrade: Upgrade): string {
  const { isDeployed, changes, leftStacks } = upgrade;
  if (!isDeployed) return `${formatHeading(upgrade)}\n`;
  const changesWith = (consequence: Change['consequence']) =>
    changes.filter((change) => change.consequence === consequence);
  return [
    formatHeading(upgrade),
    ...formatSection('The deployment removes:', groupLines(changesWith('removal'))),
    ...formatSection(
      'The deployment replaces, without a loss of data, but each may be unavailable for a moment:',
      groupLines(changesWith('replacement')),
    ),
    ...formatSection(
      'The settings no longer include these stacks, but the deployment keeps them:',
      leftStacks,
    ),
    ...formatSection(
      'The deployment loses data:',
      changesWith('data loss').flatMap(({ stack, id, type, effect, saving }) => [
        `${stack}/${id} (${type}) ${effect}`,
        ...(saving === undefined ? [] : [`  ${saving}`]),
      ]),
    ),
    '',
  ].join('\n');
}

function formatHeading({ stage, region, account, isDeployed, deployedVersion }: Upgrade): string {
  const state = isDeployed ? `has version ${deployedVersion ?? 'unknown'}` : 'is not deployed';
  const place = account ? `${region} (account ${account})` : region;
  return `The stage ${stage} ${state} in ${place}. This checkout is version ${serviceVersion}.`;
}

const formatSection = (heading: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [heading, ...lines.map((line) => `  ${line}`)] : [];

function groupLines(changes: readonly Change[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { stack, id, type, effect } of changes) {
    const key = `${stack}: ${type} ${effect}`;
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  return [...groups].map(([key, ids]) => {
    const more = ids.length > namedMax ? ` and ${ids.length - namedMax} more` : '';
    return `${key}: ${ids.slice(0, namedMax).join(', ')}${more}`;
  });
}

type Allowance = Pick<DeployOptions, 'allowsDowngrade' | 'allowsDataLoss'>;

/** The reasons not to deploy, each with what to do. */
export function refusalsOf(
  { deployedVersion, changes }: Upgrade,
  { allowsDowngrade, allowsDataLoss }: Allowance,
): string[] {
  const isDowngrade = deployedVersion !== undefined && compareVersions(deployedVersion, serviceVersion) > 0;
  const lossCount = changes.filter(({ consequence }) => consequence === 'data loss').length;
  return [
    ...(isDowngrade && !allowsDowngrade ? [downgradeRefusal(deployedVersion)] : []),
    ...(lossCount > 0 && !allowsDataLoss ? [dataLossRefusal(lossCount)] : []),
  ];
}

const downgradeRefusal = (deployedVersion: string): string =>
  `The deployed version ${deployedVersion} is newer than this checkout, which may not understand all of its data. ` +
  `Check out version ${deployedVersion}, or run npm run deploy -- --allow-downgrade`;

const dataLossRefusal = (count: number): string =>
  `The deployment would remove, replace or stop using ${count} ${count === 1 ? 'resource' : 'resources'} with data or incoming mail (see above). ` +
  'If a setting is missing or wrong, correct it and run npm run deploy again. If the update itself causes this, or you no longer need the data, first save what you need with the commands above, then run npm run deploy -- --allow-data-loss';
